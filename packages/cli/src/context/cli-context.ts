import type { BaseContext } from "clipanion";
import type { CommandGuide } from "../help/command-guide.ts";
import type { RunHook } from "../hook/run-hook.ts";
import type { RunImport } from "../import/run-import.ts";
import type { OpenServiceInstaller } from "../service/service-installer.ts";
import type { OpenCurator } from "../wire/curator-opener.ts";
import type { ListLayouts } from "../wire/layout-lister.ts";
import type { OpenMatcher } from "../wire/matcher-opener.ts";
import type { OpenMcp } from "../wire/mcp-opener.ts";
import type { OpenRuntimeSetup } from "../wire/runtime-setup.ts";
import type { OpenServer } from "../wire/server-opener.ts";

/** Text files a person names on the command line (plan files). */
export interface TextFiles {
  /** Text of a file of at most `limitBytes`; null when there is no such file. Throws with the system's message. */
  read(path: string, limitBytes: number): string | null;
  /** Writes the whole file, replacing one that exists. Throws with the system's message. */
  write(path: string, text: string): void;
  isDirectory(path: string): boolean;
}

/** Ctrl-C as a command sees it. */
export interface Interrupts {
  /** Calls `listener` on every interrupt, instead of ending the process, until the returned function is called. */
  listen(listener: () => void): () => void;
  /** Ends the process at once, as an interrupt would. */
  kill(): void;
}

/** The world of the commands: they touch nothing else. */
export interface CliContext extends BaseContext {
  readonly version: string;
  /** Absolute. */
  readonly cwd: string;
  /** Absolute. */
  readonly home: string;
  readonly stdoutIsTty: boolean;
  readonly stderrIsTty: boolean;
  /** Width of stdout's terminal; null when it is none or does not know. */
  readonly columns: number | null;
  /** The same for stderr, where the progress is written; default `columns`. */
  readonly errorColumns?: number | null;
  /** Milliseconds since the Unix epoch. */
  nowMs(): number;
  readonly openCurator: OpenCurator;
  readonly openServer: OpenServer;
  readonly openMatcher: OpenMatcher;
  readonly openMcp: OpenMcp;
  readonly openRuntimeSetup: OpenRuntimeSetup;
  readonly listLayouts: ListLayouts;
  readonly openServiceInstaller: OpenServiceInstaller;
  readonly runHook: RunHook;
  readonly runImport: RunImport;
  readonly files: TextFiles;
  readonly interrupts: Interrupts;
}

/** What `runCli` adds for one command. */
export interface CommandContext extends CliContext {
  /** As typed; null with `--global` and no workspace. */
  readonly workspace: string | null;
  /** Of all commands, for those that speak of them. */
  readonly guides: readonly CommandGuide[];
}
