import { isSeq } from "yaml";
import type { FrontmatterMap } from "./frontmatter-yaml.ts";
import { findPair, textOf } from "./scalar-text.ts";

/** Fields that runtimes know beside the six, all of the same meaning. */
const KEYS = ["triggers", "when_to_use", "when-to-use"];
const TRIGGERS_MAX = 64;
const TRIGGER_CHARACTERS_MAX = 500;

/** Returns what the frontmatter says about when to use a skill, a text or a list of texts; anything else is ignored. */
export function readTriggers(frontmatter: FrontmatterMap): readonly string[] {
  return KEYS.flatMap((key) => textsOf(frontmatter, findPair(frontmatter, key)?.value))
    .map((text) => text.trim().slice(0, TRIGGER_CHARACTERS_MAX))
    .filter((text) => text !== "")
    .slice(0, TRIGGERS_MAX);
}

function textsOf(frontmatter: FrontmatterMap, value: unknown): readonly string[] {
  const field = textOf(frontmatter, value);
  if (field.kind === "text") return [field.text];
  if (field.kind === "absent" || !isSeq(field.node)) return [];
  return field.node.items.flatMap((item) => {
    const text = textOf(frontmatter, item);
    return text.kind === "text" ? [text.text] : [];
  });
}
