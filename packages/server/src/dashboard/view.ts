import type { Links } from "./links.ts";

/** What every part of a page may need of the page. */
export interface View {
  readonly links: Links;
  readonly nowMs: number;
  /** How a person calls this root on the command line. */
  readonly commandLine: string;
  readonly version: string;
  /** Address of each own file, with its content's hash. */
  readonly assets: PageAssets;
}

export interface PageAssets {
  readonly styles: readonly string[];
  readonly scripts: readonly string[];
  readonly icon: string;
}
