import type { SkillSourceAnswer, SourcedSkill } from "@metis-curate/core";
import { isForeignObject } from "../http/foreign-data.ts";

const ITEMS_MAX = 500;

/**
 * Decodes a list of skills item by item: the document itself, or what lies under one of the keys. An item that cannot be
 * used is counted in a warning, the others stand; no list at all is `unavailable`.
 */
export function listItems(
  value: unknown,
  keys: readonly string[],
  decode: (item: unknown) => SourcedSkill | null,
): SkillSourceAnswer {
  const list = findList(value, keys);
  if (list === null) return { kind: "unavailable", message: "answered in a shape that is not known" };
  const skills: SourcedSkill[] = [];
  let unusable = 0;
  for (const item of list.slice(0, ITEMS_MAX)) {
    const skill = decode(item);
    if (skill === null) unusable += 1;
    else skills.push(skill);
  }
  const warnings = unusable === 0 ? [] : [`${unusable} of its results could not be used`];
  return { kind: "found", skills, warnings };
}

function findList(value: unknown, keys: readonly string[]): readonly unknown[] | null {
  if (Array.isArray(value)) return value;
  if (!isForeignObject(value)) return null;
  for (const key of keys) {
    const list = value[key];
    if (Array.isArray(list)) return list;
  }
  return null;
}
