import type { Outcome } from "@metis-curate/core";
import type { RuntimeName } from "@metis-curate/runtimes";

export interface RuntimeSetupOptions {
  readonly home: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Absolute; null: the person's own settings. */
  readonly workspace: string | null;
  readonly version: string;
  readonly nowMs: number;
}

/** One settings file before and after; null: no file. */
export interface SettingsDiff {
  readonly path: string;
  readonly before: string | null;
  readonly after: string | null;
}

export interface SettingsWritten {
  readonly path: string;
  /** Absolute path of what was there before; null where there was nothing. */
  readonly backup: string | null;
}

export interface PreparedSetup {
  readonly runtime: RuntimeName;
  /** Of all files, also those in which nothing changes. */
  readonly diffs: readonly SettingsDiff[];
  /** What a person must know or do afterwards. */
  readonly notes: readonly string[];
  /** Makes the changes. A refusal says what was written before it. */
  write(): Outcome<readonly SettingsWritten[]>;
}

export interface SetupRequest {
  readonly runtime: RuntimeName;
  readonly uninstall: boolean;
  readonly mcp: boolean;
}

/** Changes of the agents' settings. */
export interface RuntimeSetup {
  /** The agents that were set up or used on this machine. */
  detected(): readonly RuntimeName[];
  /** Refuses where a file is in the way (exit 2); writes nothing. */
  prepare(request: SetupRequest): Outcome<PreparedSetup>;
}

/** Opens the settings of one person or workspace. */
export type OpenRuntimeSetup = (options: RuntimeSetupOptions) => RuntimeSetup;
