import { isDescended } from "./directory-name.ts";
import { SKILL_DESCRIPTION_LENGTH_MAX, SKILL_NAME_LENGTH_MAX } from "./skill-fields.ts";
import { countCodePoints } from "./skill-hash.ts";

export { isDescended, isSafeDirectoryName } from "./directory-name.ts";

/** Letters and digits of any script, lower case where the script has cases, in single-hyphen groups. */
const STRICT_NAME =
  /^[\p{Ll}\p{Lo}\p{Lm}\p{Nd}][\p{Ll}\p{Lo}\p{Lm}\p{Nd}\p{M}]*(?:-[\p{Ll}\p{Lo}\p{Lm}\p{Nd}][\p{Ll}\p{Lo}\p{Lm}\p{Nd}\p{M}]*)*$/u;

/** Names that one file system or reader takes for another are equal here: case and Unicode form do not count. */
export function foldSkillName(name: string): string {
  return name.normalize("NFKC").toLowerCase().normalize("NFC");
}

/** Returns why a name may not be given to a new skill, or null (CONTRACTS 1.1, in code points). */
export function validateSkillName(name: string): string | null {
  const length = countCodePoints(name);
  if (length === 0) return "the name is empty";
  if (length > SKILL_NAME_LENGTH_MAX)
    return `the name has ${length} characters, at most ${SKILL_NAME_LENGTH_MAX}`;
  if (!STRICT_NAME.test(name)) {
    return "the name may hold lower-case letters, digits and single hyphens, no hyphen at the ends";
  }
  if (name.normalize("NFC") !== name) return "the name is not in Unicode form NFC";
  if (!isDescended(name)) return `the name "${name}" is reserved: no skill is looked for in such a directory`;
  return null;
}

/** Returns why a description may not be given to a new skill, or null (CONTRACTS 1.1, in code points). */
export function validateSkillDescription(description: string): string | null {
  if (description.trim() === "") return "the description is blank";
  const length = countCodePoints(description);
  if (length > SKILL_DESCRIPTION_LENGTH_MAX) {
    return `the description has ${length} characters, at most ${SKILL_DESCRIPTION_LENGTH_MAX}`;
  }
  return description.isWellFormed() ? null : "the description is not valid Unicode";
}
