import * as v from "valibot";
import { parse } from "yaml";
import { splitSkillText } from "../../skills/skill-text.ts";
import { nestsTooDeeply } from "../../skills/yaml-nesting.ts";

const document = v.looseObject({ expected_skills: v.array(v.string()) });
const ALIASES_MAX = 20;

/**
 * Returns `expected_skills` of an agent file, JSON, YAML or Markdown with frontmatter; null when it has none or cannot
 * be read. Never throws.
 */
export function decodeExpectedSkills(text: string, path: string): readonly string[] | null {
  const parsed = v.safeParse(document, parseAgentFile(text, path));
  return parsed.success ? parsed.output.expected_skills : null;
}

function parseAgentFile(text: string, path: string): unknown {
  try {
    if (/\.json$/i.test(path)) return JSON.parse(text.replace(/^\uFEFF/, ""));
    const yaml = /\.md$/i.test(path) ? frontmatterOf(text) : text;
    if (yaml === null || nestsTooDeeply(yaml)) return null;
    return parse(yaml, { schema: "core", maxAliasCount: ALIASES_MAX, logLevel: "silent" });
  } catch {
    return null;
  }
}

function frontmatterOf(text: string): string | null {
  const split = splitSkillText(new TextEncoder().encode(text));
  return split.kind === "split" ? split.text.frontmatter : null;
}
