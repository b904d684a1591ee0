import type { Logger, Outcome, RootBackups, SkillCurator } from "@metis-curate/core";

/** Everything needed to reach one root; paths are absolute. */
export interface OpenCuratorOptions {
  /** Null with `global` and no workspace named. */
  readonly workspace: string | null;
  /** The global root is meant, whether or not a workspace is named. */
  readonly global: boolean;
  readonly home: string;
  readonly cwd: string;
  /** For keys such as `ANTHROPIC_API_KEY`. */
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly dbPath?: string;
  readonly configPath?: string;
  readonly layout?: string;
  readonly skillsDir?: string;
  /** Replaces `curator.model`. */
  readonly modelOverride?: string;
  /** Neither the skills directory nor the trace has to be there: they are about to be restored. */
  readonly mayLackLibrary?: boolean;
  /** For the manifest of a backup. */
  readonly programVersion?: string;
  readonly logger: Logger;
  /** How this root is named on a command line, for messages: `metis-curate ws`, options included. */
  readonly commandLine: string;
}

export interface OpenedCurator {
  readonly curator: SkillCurator;
  readonly backups: RootBackups;
  /** Key of the root, for plan files. */
  readonly rootKey: string;
  /** False when a run would be refused for want of a key or an adapter. */
  readonly modelUsable: boolean;
  /** Closes the trace and frees what was opened. Called exactly once. */
  close(): void;
}

/** Opens the curator of one root, or refuses (no such workspace, bad config, unreadable trace, …). */
export type OpenCurator = (options: OpenCuratorOptions) => Promise<Outcome<OpenedCurator>>;
