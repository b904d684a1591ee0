import * as v from "valibot";

const NAME_CHARACTERS_MAX = 256;
const REASON_CHARACTERS_MAX = 2_000;
/** Neither a path nor something invisible. */
const NAME = /^[^/\\\x00-\x1f\x7f]+$/;

/** Name of a skill: looked up in the library, never used as a path. */
export function skillName(description: string) {
  return v.pipe(
    v.string(),
    v.minLength(1, "a name is needed"),
    v.maxLength(NAME_CHARACTERS_MAX, `no name is longer than ${NAME_CHARACTERS_MAX} characters`),
    v.regex(NAME, "a skill is named by its name, not by a path"),
    v.description(description),
  );
}

export function sessionId(description: string) {
  return v.optional(
    v.pipe(v.string(), v.description(`${description} 1 to 200 letters, digits and \`. _ : @ / + = -\`.`)),
  );
}

export function profile(description: string) {
  return v.optional(
    v.pipe(
      v.union([v.string(), v.array(v.string())], "give a profile's name or a list of skill names"),
      v.description(description),
    ),
  );
}

export function reason(description: string) {
  return v.optional(
    v.pipe(
      v.string(),
      v.maxLength(REASON_CHARACTERS_MAX, `at most ${REASON_CHARACTERS_MAX} characters`),
      v.description(description),
    ),
  );
}
