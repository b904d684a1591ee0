import { LEFT_ALONE_REASONS, type LeftAlone, type LeftAloneReason } from "@metis-curate/core";
import type { Page } from "../text/page.ts";
import { leftAloneHint } from "./left-alone-hints.ts";

const DETAILS_SHOWN = 3;

/** Writes how many skills are left alone for each reason, with a hint and the first details. */
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
  const detailed = group.filter((entry) => entry.detail !== undefined && entry.detail !== "");
  if (detailed.length === 0) return hint;
  const shown = detailed.slice(0, DETAILS_SHOWN).map((entry) => `${entry.skill} (${entry.detail})`);
  const rest = group.length - shown.length;
  return `${hint}: ${shown.join("; ")}${rest > 0 ? `; and ${rest} more` : ""}`;
}
