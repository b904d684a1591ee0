import type { Page } from "../text/page.ts";
import type { LayoutReader, PresentLayout } from "../wire/layout-lister.ts";

/** Writes the skills directories that are there, who reads them, and how to reach each. */
export function writeLayouts(page: Page, layouts: readonly PresentLayout[]): void {
  if (layouts.length === 0) return;
  page.heading("skills directories here");
  page.table(
    [
      { header: "layout", whole: true },
      { header: "where" },
      { header: "skills", align: "right" },
      { header: "read by" },
    ],
    layouts.map((one) => [
      { text: one.layout },
      { text: one.scope },
      { text: String(one.skills) },
      { text: describeReaders(one) },
    ]),
  );
  for (const { command } of layouts) page.verbatim(command, page.palette.dim, "  ");
}

function describeReaders({ readers, skills_of: owner, layout }: PresentLayout): string {
  const link = owner === null ? "" : `a link to ${owner}, only read; `;
  if (readers.length === 0) return `${link}${layout === "metis" ? "Metis" : "no agent found here"}`;
  return `${link}${readers.map(describeReader).join(", ")}`;
}

function describeReader({ runtime, watched, imported_at: at }: LayoutReader): string {
  const day = at === null ? "" : ` ${at.slice(0, 10)}`;
  if (watched === "hooked") return `${runtime} (hooked)`;
  if (watched === "imported") return `${runtime} (imported${day})`;
  return `${runtime} (not watched${at === null ? "" : `, imported${day}`})`;
}
