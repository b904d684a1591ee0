import * as v from "valibot";
import { SKILL_DESCRIPTION_LENGTH_MAX } from "../skills/skill-fields.ts";
import { findHiddenCharacters } from "./hidden-characters.ts";

/** Longest rationale or reason, in UTF-16 units. */
export const RATIONALE_CHARACTERS_MAX = 8_000;
/** Most items a rewrite may list as dropped. */
export const DROPPED_ITEMS_MAX = 500;

/** A description goes into every session: it says what it shows. */
const CONTROL = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/;

const prose = v.pipe(v.string(), v.maxLength(RATIONALE_CHARACTERS_MAX));
const present = v.pipe(
  v.string(),
  v.check((text) => text.trim() !== "", "must not be blank"),
);
const description = v.pipe(
  present,
  v.check((text) => text.isWellFormed(), "has broken Unicode"),
  v.check((text) => !CONTROL.test(text), "has control characters"),
  v.check((text) => findHiddenCharacters(text).size === 0, "has characters that nobody sees"),
  v.check(
    (text) => [...text].length <= SKILL_DESCRIPTION_LENGTH_MAX,
    `must have at most ${SKILL_DESCRIPTION_LENGTH_MAX} characters`,
  ),
);
const name = v.pipe(
  v.string(),
  v.transform((text) => text.normalize("NFC")),
);

export const SKIP_SCHEMA = v.strictObject({ action: v.literal("skip"), reason: prose });

export const ARCHIVE_SCHEMA = v.strictObject({ action: v.literal("archive"), rationale: prose });

export const KEEP_SCHEMA = v.strictObject({ action: v.literal("keep"), reason: prose });

/** S1 6.1 shows the answer without `new_skill` and `rationale`, so both may be absent. */
export const CONSOLIDATE_SCHEMA = v.strictObject({
  action: v.literal("consolidate"),
  survivor: name,
  new_skill: v.optional(v.boolean(), false),
  archive: v.array(name),
  new_description: description,
  rationale: v.optional(prose, ""),
});

/** The same where the survivor keeps its own description, whatever that holds: nothing is suggested then. */
export const CONSOLIDATE_AS_DESCRIBED_SCHEMA = v.strictObject({
  ...CONSOLIDATE_SCHEMA.entries,
  new_description: v.string(),
});

export const REWRITE_SCHEMA = v.strictObject({
  action: v.optional(v.literal("rewrite")),
  body: v.string(),
  dropped: v.optional(
    v.pipe(
      v.array(
        v.strictObject({ item: present, reason: v.pipe(present, v.maxLength(RATIONALE_CHARACTERS_MAX)) }),
      ),
      v.maxLength(DROPPED_ITEMS_MAX),
    ),
    [],
  ),
});

export const EDIT_SCHEMA = v.strictObject({ action: v.literal("edit"), diff: present, rationale: prose });
