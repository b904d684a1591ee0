import { resolve } from "node:path";
import type { Outcome, Refusal } from "@metis-curate/core";
import { Command, Option, UsageError } from "clipanion";
import type { CommandContext } from "../context/cli-context.ts";
import { pageFormat, stderrLogger, writeFailure, writeJson } from "../context/output.ts";
import { Page } from "../text/page.ts";
import { shellWord } from "../text/shell-word.ts";
import type { OpenCuratorOptions, OpenedCurator } from "../wire/curator-opener.ts";

/** Exit codes of CONTRACTS 11. */
export const EXIT_DONE = 0;
export const EXIT_FAILED = 1;
export const EXIT_USAGE = 2;
export const EXIT_REFUSED = 3;
export const EXIT_INTERRUPTED = 130;

/** What a report is formatted with. */
export interface ReportView {
  readonly nowMs: number;
  /** A complete command line on the same root, such as `metis-curate ws undo 01J…`. */
  command(...words: readonly string[]): string;
}

/** A root as a person names it; the global one when no workspace is given. */
export interface RootTarget {
  readonly workspace: string | null;
  readonly global: boolean;
}

/** A command on one root: the options of every form, opening, closing, and the two ways to print. */
export abstract class CuratorCommand extends Command<CommandContext> {
  readonly global = Option.Boolean("--global", false, {
    description: "Act on the global library (~/.metis/skills); the workspace may be left out",
  });
  readonly json = Option.Boolean("--json", false, {
    description: "Print exactly one JSON document on stdout",
  });
  readonly dbPath = Option.String("--db-path", { description: "Trace database (~/.metis/metis.db)" });
  readonly config = Option.String("--config", {
    description: "A further configuration file, above the others",
  });
  readonly layout = Option.String("--layout", {
    description: "Whose directories: metis (default), claude-code, agents, codex, opencode, gemini, …",
  });
  readonly skillsDir = Option.String("--skills-dir", {
    description: "Skills directory, instead of the layout's",
  });

  override async execute(): Promise<number> {
    this.validate();
    const opened = await this.context.openCurator(this.openOptions());
    if (!opened.ok) return this.refuse(opened.refusal);
    try {
      return await this.perform(opened.value);
    } finally {
      opened.value.close();
    }
  }

  /** Throws `UsageError` for options that make no sense together. Called before anything is opened. */
  protected validate(): void {}

  /** Does the work and returns the exit code. */
  protected abstract perform(opened: OpenedCurator): Promise<number>;

  /** True for what brings a lost library back: then neither skills nor trace need be there. */
  protected mayLackLibrary(): boolean {
    return false;
  }

  protected modelOverride(): string | undefined {
    return undefined;
  }

  /** Prints the refusal and returns its exit code. */
  protected refuse(refusal: Refusal): number {
    writeFailure(this.context, this.json, refusal);
    return refusal.exitCode;
  }

  /** Prints a report as JSON or as text, or the refusal; returns the exit code, 0 for a report. */
  protected show<T>(outcome: Outcome<T>, write: (page: Page, value: T, view: ReportView) => void): number {
    if (!outcome.ok) return this.refuse(outcome.refusal);
    this.print(outcome.value, write);
    return EXIT_DONE;
  }

  protected print<T>(value: T, write: (page: Page, value: T, view: ReportView) => void): void {
    if (this.json) {
      writeJson(this.context, value);
      return;
    }
    const page = new Page(pageFormat(this.context));
    write(page, value, this.view());
    this.context.stdout.write(page.toString());
  }

  protected view(): ReportView {
    return {
      nowMs: this.context.nowMs(),
      command: (...words) => this.commandLine(words),
    };
  }

  /** Absolute form of a path typed on the command line. Throws `UsageError` for an empty one. */
  protected resolvePath(option: string, path: string): string {
    if (path === "") throw new UsageError(`${option} needs a path, it is empty`);
    return resolve(this.context.cwd, path);
  }

  /** Which root is meant, as typed. */
  protected target(): RootTarget {
    return { workspace: this.context.workspace, global: this.global };
  }

  protected openOptions(): OpenCuratorOptions {
    const { home, cwd, env } = this.context;
    const { workspace, global } = this.target();
    const model = this.modelOverride();
    return {
      workspace: workspace === null ? null : this.resolvePath("<workspace>", workspace),
      global,
      home,
      cwd,
      env,
      ...(this.dbPath !== undefined && { dbPath: this.resolvePath("--db-path", this.dbPath) }),
      ...(this.config !== undefined && { configPath: this.resolvePath("--config", this.config) }),
      ...(this.layout !== undefined && { layout: this.layout }),
      ...(this.skillsDir !== undefined && { skillsDir: this.resolvePath("--skills-dir", this.skillsDir) }),
      ...(model !== undefined && { modelOverride: model }),
      ...(this.mayLackLibrary() && { mayLackLibrary: true }),
      programVersion: this.context.version,
      logger: stderrLogger(this.context),
      commandLine: this.commandLine([]),
    };
  }

  private commandLine(words: readonly string[]): string {
    const { workspace, global } = this.target();
    const root = [...(workspace === null ? [] : [workspace]), ...(global ? ["--global"] : [])];
    const options = [
      ...optionWords("--db-path", this.dbPath),
      ...optionWords("--config", this.config),
      ...optionWords("--layout", this.layout),
      ...optionWords("--skills-dir", this.skillsDir),
    ];
    return ["metis-curate", ...root, ...words, ...options].map(shellWord).join(" ");
  }
}

function optionWords(name: string, value: string | undefined): readonly string[] {
  return value === undefined ? [] : [name, value];
}
