import * as v from "valibot";
import { defineKey } from "../config-key.ts";
import { finiteNumber, numberBetween } from "../number-literal.ts";

const SHARE = "a number from 0 to 1, without quotes";
const SKILLS_MAX = 1_000;

export const editFailureRate = defineKey({
  name: "edit_failure_rate",
  initial: 0.5,
  allowed: SHARE,
  schema: numberBetween(0, 1),
});

export const editFailureWindowMinutes = defineKey({
  name: "edit_failure_window_minutes",
  initial: 30,
  allowed: "a number above 0, without quotes",
  schema: v.pipe(finiteNumber, v.gtValue(0)),
});

export const maxSkillsPerRoot = defineKey({
  name: "max_skills_per_root",
  initial: 200,
  allowed: `a whole number from 1 to ${SKILLS_MAX}, without quotes`,
  schema: v.pipe(numberBetween(1, SKILLS_MAX), v.integer()),
});

export const similarity = defineKey({
  name: "similarity",
  initial: "lexical",
  allowed: "lexical or hybrid",
  schema: v.picklist(["lexical", "hybrid"]),
});

export const nameOverlap = defineKey({
  name: "name_overlap",
  initial: 0.6,
  allowed: SHARE,
  schema: numberBetween(0, 1),
});

export const descriptionOverlap = defineKey({
  name: "description_overlap",
  initial: 0.7,
  allowed: SHARE,
  schema: numberBetween(0, 1),
});

export const retentionMin = defineKey({
  name: "retention_min",
  initial: 0.9,
  allowed: SHARE,
  schema: numberBetween(0, 1),
});
