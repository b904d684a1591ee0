import { defineKey, type WorkspaceRule } from "../config-key.ts";
import { numberBetween } from "../number-literal.ts";

const NOT_NEGATIVE = "a number, at least 0, without quotes";

const LONGER: WorkspaceRule<number> = {
  allowed: (below) => `a workspace's file may only set a time above ${below}`,
  permits: (value, below) => value > below,
};

export const intervalHours = defineKey({
  name: "interval_hours",
  initial: 168,
  allowed: `${NOT_NEGATIVE}; fractions are allowed`,
  schema: numberBetween(0),
  workspace: LONGER,
});

export const staleAfterDays = defineKey({
  name: "stale_after_days",
  initial: 30,
  allowed: `${NOT_NEGATIVE}, and at most archive_after_days`,
  schema: numberBetween(0),
  workspace: LONGER,
});

export const archiveAfterDays = defineKey({
  name: "archive_after_days",
  initial: 90,
  allowed: `${NOT_NEGATIVE}, and at least stale_after_days`,
  schema: numberBetween(0),
  workspace: LONGER,
});

export const reaskAfterDays = defineKey({
  name: "reask_after_days",
  initial: 30,
  allowed: NOT_NEGATIVE,
  schema: numberBetween(0),
});
