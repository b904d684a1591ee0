import type { DemoCase, DemoSkill } from "./demo-plan.ts";

/** Ages in whole days before now; `from` is the older end. */
export interface AgeRange {
  readonly from: number;
  readonly to: number;
}

/** How often skills of one case occur, who made them, and when they were made and used. */
export interface SkillRole {
  readonly case: DemoCase;
  readonly count: number;
  readonly author: DemoSkill["author"];
  readonly created: AgeRange;
  /** Null: never loaded. */
  readonly loads: (AgeRange & { readonly min: number; readonly max: number }) | null;
}

/** The default `archive_after_days` is 90 and `stale_after_days` 30: every range keeps some days clear of both. */
const LONG_AGO: AgeRange = { from: 180, to: 160 };
const IDLE = { from: 155, to: 95, min: 2, max: 9 };

/** The skills that stand alone; the members of families are made apart. */
export const SKILL_ROLES: readonly SkillRole[] = [
  role("active", 15, "agent", { from: 175, to: 45 }, { from: 28, to: 2, min: 2, max: 6 }),
  role("draft", 1, "agent", { from: 60, to: 40 }, { from: 25, to: 9, min: 3, max: 4 }),
  role("new", 1, "agent", { from: 12, to: 4 }, null),
  role("aging", 4, "agent", { from: 170, to: 100 }, { from: 75, to: 36, min: 2, max: 8 }),
  role("stale", 9, "agent", LONG_AGO, IDLE),
  role("never-used", 3, "agent", { from: 175, to: 100 }, null),
  role("unhelpful", 1, "agent", { from: 120, to: 90 }, { from: 70, to: 40, min: 5, max: 5 }),
  role("decayed", 2, "agent", { from: 150, to: 60 }, { from: 40, to: 10, min: 4, max: 6 }),
  role("pinned", 2, "agent", LONG_AGO, IDLE),
  role("manual", 5, "person", LONG_AGO, { from: 150, to: 3, min: 2, max: 12 }),
  role("imported", 3, "imported", LONG_AGO, { from: 150, to: 12, min: 1, max: 6 }),
  role("hand-edited", 2, "agent", LONG_AGO, IDLE),
  role("referenced", 2, "agent", LONG_AGO, IDLE),
  role("linked", 1, "agent", LONG_AGO, { from: 60, to: 9, min: 3, max: 5 }),
  role("recovered", 1, "person", LONG_AGO, { from: 40, to: 9, min: 1, max: 3 }),
];

/** Members of families were made lately and are in use. */
export const FAMILY_ROLE: Pick<SkillRole, "created" | "loads"> = {
  created: { from: 110, to: 50 },
  loads: { from: 45, to: 9, min: 3, max: 6 },
};
/** Loads of the member that a merge should keep: more than any other has. */
export const SURVIVOR_LOADS = 11;

function role(
  name: DemoCase,
  count: number,
  author: SkillRole["author"],
  created: AgeRange,
  loads: SkillRole["loads"],
): SkillRole {
  return { case: name, count, author, created, loads };
}
