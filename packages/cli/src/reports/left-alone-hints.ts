import type { LeftAloneReason } from "@metis-curate/core";

/** What a person needs to know about each reason, in a few words. */
export function leftAloneHint(reason: LeftAloneReason): string {
  switch (reason) {
    case "unknown-origin":
      return "the trace does not say who wrote them";
    case "manual":
      return "written by a person (adopt <skill> has one curated)";
    case "imported":
      return "came from elsewhere (adopt <skill> has one curated)";
    case "pinned":
      return "pinned by you (unpin <skill> releases one)";
    case "linked":
      return "links to another directory are read only";
    case "shadowed":
      return "another skill of the same name comes first";
    case "hand-edited":
      return "edited since the agent wrote them (adopt <skill> accepts the edits)";
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
