import { CONFIG_GUIDE, type ConfigKeyGuide, type ConfigSectionGuide } from "@metis-curate/core";
import { code, markdownTable, plain } from "./markdown.ts";

/** The reference of the configuration: the generated part of `docs/configuration.md`. */
export function writeConfigPage(): string {
  return CONFIG_GUIDE.map(writeSection).join("\n");
}

function writeSection({ name, meaning, keys }: ConfigSectionGuide): string {
  if (keys.length === 0) {
    return `## \`${name}:\`

${meaning} A mapping of names to lists of skill names. Not in a workspace's file.
`;
  }
  return `## \`${name}:\`

${meaning}

${markdownTable(
  ["key", "default", "unit"],
  keys.map((key) => [`[${code(key.name)}](#${key.name})`, code(JSON.stringify(key.initial)), key.unit ?? ""]),
)}
${keys.map(writeKey).join("\n")}`;
}

function writeKey(key: ConfigKeyGuide): string {
  const workspace = key.inWorkspace === null ? "may not set it" : withoutSubject(key.inWorkspace);
  return `### ${key.name}

${plain(key.meaning)}

- Default: ${code(JSON.stringify(key.initial))}${key.unit === null ? "" : `; unit: ${key.unit}`}
- Allowed: ${plain(key.allowed)}
- A workspace's file: ${plain(workspace)}
`;
}

/** The rule as its error says it, after its subject. */
function withoutSubject(rule: string): string {
  return rule.replace(/^a workspace's file /, "");
}
