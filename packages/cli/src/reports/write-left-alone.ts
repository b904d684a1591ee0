import { LEFT_ALONE_REASONS, type LeftAlone, type LeftAloneReason } from "@metis-curate/core";
import type { Page } from "../text/page.ts";
import { leftAloneHint } from "./left-alone-hints.ts";

const NAMES_SHOWN = 3;
/** Reasons that are no news, or whose skills a table above has named. */
const NAMELESS: ReadonlySet<LeftAloneReason> = new Set(["active", "declined", "skipped"]);
/** Reasons whose hint leaves open what only the detail says. */
const DETAILED: ReadonlySet<LeftAloneReason> = new Set([
  "shadowed",
  "referenced",
  "answered",
  "uncovered-runtime",
]);

/** Writes how many skills are left alone for each reason, with a hint and the first names. */
export function writeLeftAlone(page: Page, leftAlone: readonly LeftAlone[]): void {
  if (leftAlone.length === 0) return;
  page.heading(`Left alone: ${leftAlone.length}`);
  page.table(
    [{ header: "skills", align: "right" }, { header: "reason" }, { header: "what it means" }],
    LEFT_ALONE_REASONS.flatMap((reason) => {
      const group = leftAlone.filter((entry) => entry.reason === reason);
      if (group.length === 0) return [];
      return [[{ text: `${group.length}` }, { text: reason }, { text: describe(reason, group) }]];
    }),
  );
}

function describe(reason: LeftAloneReason, group: readonly LeftAlone[]): string {
  const hint = leftAloneHint(reason);
  if (NAMELESS.has(reason)) return hint;
  const shown = group.slice(0, NAMES_SHOWN).map(({ skill, detail }) => {
    return DETAILED.has(reason) && detail !== undefined && detail !== "" ? `${skill} (${detail})` : skill;
  });
  const rest = group.length - shown.length;
  return `${hint}: ${shown.join(", ")}${rest > 0 ? ` and ${rest} more` : ""}`;
}
