import type { Page } from "../text/page.ts";

export interface ServingReport {
  readonly url: string;
  readonly host: string;
  readonly port: number;
  readonly root: string;
  readonly path: string;
  /** Whether requests need the token. */
  readonly token: boolean;
}

/** Writes where a server listens and how to stop it. */
export function writeServing(page: Page, { url, path, token }: ServingReport): void {
  const { palette } = page;
  page.text(`serving ${path}, for reading only`);
  page.verbatim(token ? `${url}?token=…` : url, palette.cyan, "  ");
  page.text("Ctrl-C stops it", palette.dim);
}
