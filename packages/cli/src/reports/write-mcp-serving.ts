import type { Page } from "../text/page.ts";

export interface McpServingReport {
  readonly url: string;
  readonly host: string;
  readonly port: number;
  readonly skills_dirs: readonly string[];
  /** Whether requests need the token. */
  readonly token: boolean;
}

/** Writes where the MCP server listens, what it serves and how to stop it. */
export function writeMcpServing(page: Page, { url, skills_dirs, token }: McpServingReport): void {
  const { palette } = page;
  const what = skills_dirs.length === 0 ? "skills, as soon as there are any" : skills_dirs.join(" and ");
  page.text(`serving ${what} over MCP`);
  page.verbatim(url, palette.cyan, "  ");
  if (token) page.text("requests need Authorization: Bearer with the token");
  page.text("Ctrl-C stops it", palette.dim);
}
