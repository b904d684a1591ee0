import type { OptionSpec } from "../argv/check-options.ts";
import type { Page } from "../text/page.ts";
import type { CommandGuide } from "./command-guide.ts";

/** Writes the overview of all commands. */
export function writeOverview(page: Page, guides: readonly CommandGuide[], version: string): void {
  const { palette } = page;
  page.text(`metis-curate ${version}`, palette.bold);
  page.text(
    "Keeps an agent's skill library alive: archives what went stale, merges near-duplicates, patches what decayed. Nothing is ever deleted.",
  );
  page.blank();
  page.verbatim("metis-curate <workspace> [command] [options]", palette.cyan, "  ");
  page.verbatim("metis-curate --global [command] [options]", palette.cyan, "  ");
  for (const category of new Set(guides.map((guide) => guide.category))) {
    page.heading(category);
    for (const guide of guides.filter((entry) => entry.category === category)) {
      page.verbatim(guide.form, undefined, "  ").text(guide.description, palette.dim, "      ");
    }
  }
  page.heading("Start here");
  page.verbatim("metis-curate . --dry-run", palette.cyan, "  ");
  page.blank();
  page.text(
    "More about one command: metis-curate <command> --help. A directory called like a command is written ./status.",
  );
  page.text(
    "Exit codes: 0 done, 1 an action or every model call failed, 2 wrong usage or configuration, 3 refused, 130 interrupted.",
  );
}

/** Writes everything about one command. */
export function writeCommandHelp(page: Page, guide: CommandGuide): void {
  const { palette } = page;
  page.text(guide.description, palette.bold).blank();
  page.verbatim(`${guide.form} [options]`, palette.cyan, "  ");
  if (guide.details !== "") page.blank().text(guide.details);
  page.heading("Options");
  page.table(
    [{ header: "" }, { header: "" }],
    guide.options.map((option) => [{ text: formatOption(option) }, { text: option.description }]),
  );
  if (guide.examples.length > 0) page.heading("Examples");
  for (const [description, line] of guide.examples) {
    page.text(description, palette.dim, "  ").verbatim(line, palette.cyan, "    ");
  }
}

function formatOption(option: OptionSpec): string {
  const names = option.names.join(", ");
  if (!option.takesValue) return names;
  const last = (option.names.at(-1) ?? "").replace(/^-+/, "");
  return `${names} <${last}>`;
}
