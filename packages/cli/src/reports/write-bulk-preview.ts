import type { ProposedSkill } from "@metis-curate/core";
import type { Page } from "../text/page.ts";

/** One skill that a pattern or a proposal names. */
export interface PreviewedSkill {
  readonly skill: string;
  /** What is known of it, in a few words. */
  readonly about: string;
  /** Why it is passed over; null when it is acted on. */
  readonly note: string | null;
  readonly proposed?: ProposedSkill;
}

/** `--dry-run --json` of an act on many skills; wire names. */
export interface BulkPreview {
  readonly verb: string;
  readonly skills: readonly PreviewedSkill[];
}

/** Writes what would be done to which skills, and which are passed over. */
export function writeBulkPreview(page: Page, { verb, skills }: BulkPreview): void {
  if (skills.length === 0) {
    page.text(`there is nothing to ${verb}`);
    return;
  }
  page.table(
    [{ header: "" }, { header: "skill" }, { header: "" }],
    skills.map(({ skill, about, note }) => [
      { text: note === null ? verb : "-", ...(note === null ? {} : { paint: page.palette.dim }) },
      { text: skill },
      { text: note === null ? about : `${about}; ${note}`, paint: page.palette.dim },
    ]),
  );
}
