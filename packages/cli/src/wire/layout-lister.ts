import type { Root } from "@metis-curate/core";
import type { RuntimeName } from "@metis-curate/runtimes";
import type { OpenCuratorOptions } from "./curator-opener.ts";

/** An agent of this machine that reads a skills directory; wire names. */
export interface LayoutReader {
  readonly runtime: RuntimeName;
  /** How its use reaches the trace; null when it does not. */
  readonly watched: "hooked" | "imported" | null;
  /** Of the last import, also of one too long ago. */
  readonly imported_at: string | null;
}

/** A skills directory that is there, under one layout; wire names. */
export interface PresentLayout {
  readonly layout: string;
  readonly scope: Root["scope"];
  /** The skills directory. */
  readonly path: string;
  readonly skills: number;
  /** Of these, skills that are links to another place, which are only read. */
  readonly linked: number;
  /** Key of the library whose skills these are, when the directory itself is a link. */
  readonly skills_of: string | null;
  readonly readers: readonly LayoutReader[];
  /** The library on a command line: `metis-curate ws --layout codex`. */
  readonly command: string;
}

/** The skills directories of a workspace, then of the home directory, in the order of the table. Never throws. */
export type ListLayouts = (options: OpenCuratorOptions) => readonly PresentLayout[];
