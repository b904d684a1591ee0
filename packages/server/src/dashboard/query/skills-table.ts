import type { SkillRow } from "../data/dashboard-data.ts";
import type { RowRules } from "./select-rows.ts";
import type { TableOffer } from "./table-query.ts";

/** How the skills table can be sorted and filtered. */
export const SKILLS_OFFER: TableOffer = {
  sorts: {
    name: "asc",
    state: "asc",
    origin: "asc",
    loads: "desc",
    used: "desc",
    effectiveness: "desc",
    failures: "desc",
    size: "desc",
    rent: "desc",
    next: "asc",
  },
  defaultSort: "name",
  filters: ["live", "active", "stale", "draft", "archived", "pinned", "next"],
};

export const SKILL_FILTER_NAMES: Readonly<Record<string, string>> = {
  live: "Live",
  active: "Active",
  stale: "Stale",
  draft: "Drafts",
  archived: "Archived",
  pinned: "Pinned",
  next: "About to change",
};

const CANDIDATES: ReadonlySet<string> = new Set(["archive", "consolidate", "edit"]);

/** Whether the next attended run would ask about this skill. */
export function isAboutToChange({ state, reason }: SkillRow): boolean {
  return state !== "archived" && CANDIDATES.has(reason);
}

export const SKILL_RULES: RowRules<SkillRow> = {
  textOf: ({ name, description, state, origin, reason }) =>
    [name, description, state, origin, reason].join("\n"),
  isShown: (row, filter) => {
    if (filter === "live") return row.state !== "archived";
    if (filter === "pinned") return row.pinned;
    return filter === "next" ? isAboutToChange(row) : row.state === filter;
  },
  valueOf: (row, sort) => {
    switch (sort) {
      case "state":
        return ["active", "draft", "stale", "archived"].indexOf(row.state);
      case "origin":
        return row.origin;
      case "loads":
        return row.loads;
      case "used":
        return row.lastLoadedAt;
      case "effectiveness":
        return row.effectiveness;
      case "failures":
        return row.failureRate;
      case "size":
        return row.sizeTokens;
      case "rent":
        return row.rentTokens;
      case "next":
        return isAboutToChange(row) ? `0 ${row.reason}` : `1 ${row.reason}`;
      default:
        return row.name;
    }
  },
};
