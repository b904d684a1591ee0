import type { LeftAloneReason } from "@metis-curate/core";

/** What a person needs to know about each reason, in a few words; `command` builds a line to type. */
export function leftAloneHint(reason: LeftAloneReason, command: (...words: string[]) => string): string {
  switch (reason) {
    case "unknown-origin":
      return "the trace does not say who wrote them";
    case "manual":
      return `written by a person; to have them curated: ${command("adopt", "SKILL")}`;
    case "imported":
      return `came from elsewhere; to have them curated: ${command("adopt", "SKILL")}`;
    case "pinned":
      return `you pinned them; to release one: ${command("unpin", "SKILL")}`;
    case "linked":
      return "links to another directory are read only";
    case "shadowed":
      return "another skill of the same name comes first";
    case "hand-edited":
      return `edited since the agent wrote them; to take the edits as they are: ${command("adopt", "SKILL")}`;
    case "active":
      return "in use, nothing to do";
    case "referenced":
      return "something else names them";
    case "answered":
      return "asked before, and the answer was no";
    case "uncovered-runtime":
      return "another agent reads this directory and is not watched";
    case "needs-preview":
      return "too many at once for an unattended run";
    case "truncated":
      return "more candidates than max_skills_per_root";
    case "declined":
      return "the model decided to leave them";
    case "skipped":
      return "no usable answer, or too dear";
    case "not-reached":
      return "the run ended before";
    case "changed-meanwhile":
      return "changed while the run was under way";
  }
}
