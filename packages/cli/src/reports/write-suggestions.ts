import type { ReportView } from "../commands/curator-command.ts";
import type { Page } from "../text/page.ts";

export interface SuggestedDescription {
  readonly skill: string;
  readonly description: string | null;
}

/** Writes the descriptions that merges suggested, each with the command that takes it; nothing when there is none. */
export function writeSuggestions(
  page: Page,
  suggestions: readonly SuggestedDescription[],
  view: ReportView,
): void {
  const given = suggestions.filter(({ description }) => description !== null);
  if (given.length === 0) return;
  page.heading("Suggested descriptions (frontmatter is never changed by a run)");
  for (const { skill, description } of given) {
    page.item(`${skill}: ${description}`);
    page.verbatim(view.command("apply-description", skill), page.palette.cyan, "    ");
  }
}
