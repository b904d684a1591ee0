export type RootScope = "workspace" | "global";

/**
 * Where one kind of agent keeps skills, as data. Path lists are relative to the directory that holds
 * `.metis` (the workspace, or the home directory for the global root). CONTRACTS 2, 14.
 */
export interface Layout {
  readonly name: string;
  readonly skills: readonly string[];
  readonly archive: readonly string[];
  readonly curator: readonly string[];
}

/** One skill library under one layout. All paths are absolute. */
export interface Root {
  /** `<layout>:global` or `<layout>:<32 hex of SHA-256 of the workspace's real path>`. */
  readonly key: string;
  readonly layout: string;
  readonly scope: RootScope;
  /** Real path of the directory that holds `.metis`. */
  readonly base: string;
  readonly skillsDir: string;
  readonly archiveDir: string;
  readonly sidecarPath: string;
  /** Lock, intents, staging, facts, preview mark: `~/.metis/curator/roots/<key>/`, outside any repository. */
  readonly privateDir: string;
}
