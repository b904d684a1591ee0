const NAME_CODE_POINTS_MAX = 64;

/** Why a text is no valid skill name (CONTRACTS 1.1), or null. */
export function findSkillNameFault(name: string): string | null {
  if (name === "") return "the name is empty";
  if ([...name].length > NAME_CODE_POINTS_MAX)
    return `the name has more than ${NAME_CODE_POINTS_MAX} characters`;
  if (!/^[\p{Ll}\p{Lo}\p{Lm}\p{M}\p{Nd}]+(?:-[\p{Ll}\p{Lo}\p{Lm}\p{M}\p{Nd}]+)*$/u.test(name)) {
    return "a name has lowercase letters, digits and single hyphens inside";
  }
  return null;
}
