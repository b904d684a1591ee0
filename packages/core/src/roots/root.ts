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
  readonly scan?: ScanRules;
  /** The agent has no skills of a workspace. */
  readonly homeOnly?: true;
  /** What is different for the global root. */
  readonly home?: HomeLayout;
}

/** How far a skills directory is searched; CONTRACTS 1.2 where it does not say. */
export interface ScanRules {
  /** Levels below the skills directory. */
  readonly depthMax?: number;
  /** Names directly below the skills directory that the agent keeps for itself: never searched. */
  readonly reserved?: readonly string[];
}

export interface HomeLayout
  extends Partial<Pick<Layout, "name" | "skills" | "archive" | "curator" | "scan">> {
  /** Absolute, real: the skills directory, where it lies outside the home directory. */
  readonly directory?: string;
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
  readonly scan?: ScanRules;
  /**
   * The root whose skills these are: this one reaches them only through a link, reads them, and moves nothing. Absent:
   * they are its own.
   */
  readonly skillsOf?: Pick<Root, "key" | "layout" | "scope" | "base">;
}
