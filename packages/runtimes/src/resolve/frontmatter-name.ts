import { splitSkillText } from "@metis-curate/core/light";

const NAME_LINE = /^name[ \t]*:[ \t]*(?:"([^"]*)"|'([^']*)'|([^#\r\n]*?))[ \t]*(?:#.*)?\r?$/m;

/** Returns what a one-line `name:` of the frontmatter says, null without one. No YAML: a hook has no time for it. */
export function frontmatterName(bytes: Uint8Array): string | null {
  const split = splitSkillText(bytes);
  if (split.kind !== "split") return null;
  const match = NAME_LINE.exec(split.text.frontmatter);
  const name = match?.[1] ?? match?.[2] ?? match?.[3];
  return name === undefined || name === "" ? null : name;
}
