import { resolve } from "node:path";
import type { Outcome, Refusal } from "@metis-curate/core";
import { isRuntimeName, RUNTIME_NAMES, type RuntimeName } from "@metis-curate/runtimes";
import { Command, Option, UsageError } from "clipanion";
import { findNearestWord } from "../argv/find-nearest-word.ts";
import { askYesNo } from "../context/ask.ts";
import type { CommandContext } from "../context/cli-context.ts";
import { pageFormat, writeFailure, writeJson } from "../context/output.ts";
import { type InitReport, writeInit } from "../reports/write-init.ts";
import { formatSettingsDiff, writeSettingsDiffs } from "../reports/write-settings-diff.ts";
import { Page } from "../text/page.ts";
import type { PreparedSetup, RuntimeSetup, SettingsWritten } from "../wire/runtime-setup.ts";
import { EXIT_DONE, EXIT_USAGE } from "./curator-command.ts";

/** `init` (CONTRACTS 14): makes an agent's settings call this program, or takes that back. */
export class InitCommand extends Command<CommandContext> {
  static override paths = [["init"]];
  static override usage = Command.Usage({
    category: "Agents",
    description: "Make an agent tell the curator which skills it uses",
    details: `Shows the change to the agent's settings, asks, keeps a backup, and writes; comments and everything else stay. Agents: ${RUNTIME_NAMES.join(", ")}, or \`all\` that are found here; several with commas. Without a workspace it changes your own settings, with one those of that repository. Hooks start the launcher ~/.metis/bin/metis-curate, so their line stays the same through all versions. \`--uninstall\` gives the settings back as they were.`,
    examples: [
      ["See what would be written", "metis-curate init --runtime claude-code --dry-run"],
      ["Once, for all your sessions", "metis-curate init --runtime claude-code"],
      ["With the skills served over MCP, in a script", "metis-curate init --runtime codex --mcp --yes"],
      ["Take it back", "metis-curate init --uninstall --runtime claude-code"],
    ],
  });

  readonly runtime = Option.String("--runtime", { description: "Which agent; several with commas, or all" });
  readonly uninstall = Option.Boolean("--uninstall", false, {
    description: "Take out what an earlier init put in",
  });
  readonly mcp = Option.Boolean("--mcp", false, {
    description: "Also add the MCP server to the agent's settings",
  });
  readonly yes = Option.Boolean("--yes", false, { description: "Write without asking" });
  readonly dryRun = Option.Boolean("--dry-run", false, { description: "Only show what would be written" });
  readonly global = Option.Boolean("--global", false, {
    description: "Your own settings, which is the default",
  });
  readonly json = Option.Boolean("--json", false, {
    description: "Print exactly one JSON document on stdout",
  });

  override async execute(): Promise<number> {
    const { context } = this;
    if (this.global && context.workspace !== null) {
      throw new UsageError("--global and a workspace contradict each other: give one of them");
    }
    const { home, env, version } = context;
    const workspace = context.workspace === null ? null : resolve(context.cwd, context.workspace);
    const setup = context.openRuntimeSetup({ home, env, workspace, version, nowMs: context.nowMs() });
    const prepared = this.prepareAll(setup, this.runtimes(setup));
    if (!prepared.ok) return this.refuse(prepared.refusal);
    if (this.dryRun) return this.report(prepared.value, null);
    if (!hasChanges(prepared.value)) return this.write(prepared.value);
    return this.confirm(prepared.value);
  }

  /** Throws `UsageError` for a word that names no runtime. */
  private runtimes(setup: RuntimeSetup): readonly RuntimeName[] {
    const found = setup.detected();
    if (this.runtime === undefined) {
      const here = found.length === 0 ? "none of them was found here" : `found here: ${found.join(", ")}`;
      throw new UsageError(`init needs --runtime <name>, one of ${RUNTIME_NAMES.join(", ")}; ${here}`);
    }
    if (this.runtime === "all") {
      if (found.length === 0) throw new UsageError("no agent was found here; name one after --runtime");
      return found;
    }
    return [...new Set(this.runtime.split(",").map((word) => parseRuntime(word.trim())))];
  }

  /** Nothing is written where one of them cannot be. */
  private prepareAll(
    setup: RuntimeSetup,
    runtimes: readonly RuntimeName[],
  ): Outcome<readonly PreparedSetup[]> {
    const all: PreparedSetup[] = [];
    for (const runtime of runtimes) {
      const prepared = setup.prepare({ runtime, uninstall: this.uninstall, mcp: this.mcp });
      if (!prepared.ok) return prepared;
      all.push(prepared.value);
    }
    return { ok: true, value: all };
  }

  private async confirm(prepared: readonly PreparedSetup[]): Promise<number> {
    if (this.yes) return this.write(prepared);
    const { context } = this;
    if (!this.json) {
      const page = new Page(pageFormat(context));
      writeSettingsDiffs(
        page,
        prepared.flatMap(({ diffs }) => diffs),
      );
      context.stderr.write(page.toString());
    }
    const answer = this.json ? null : await askYesNo(context, "Write this?");
    if (answer === true) return this.write(prepared);
    if (answer === false) {
      context.stderr.write("nothing was written\n");
      return EXIT_DONE;
    }
    const message =
      "nothing was written: nobody can be asked here; give --yes to write, or --dry-run to look";
    return this.refuse({ kind: "needs-yes", message, exitCode: EXIT_USAGE });
  }

  private write(prepared: readonly PreparedSetup[]): number {
    const written: SettingsWritten[] = [];
    for (const one of prepared) {
      const done = one.write();
      if (!done.ok) return this.refuse(done.refusal);
      written.push(...done.value);
    }
    return this.report(prepared, written);
  }

  /** `written` null: a dry run. */
  private report(prepared: readonly PreparedSetup[], written: readonly SettingsWritten[] | null): number {
    const report: InitReport = { uninstall: this.uninstall, prepared, written };
    if (this.json) writeJson(this.context, jsonOf(report));
    else {
      const page = new Page(pageFormat(this.context));
      writeInit(page, report);
      this.context.stdout.write(page.toString());
    }
    return EXIT_DONE;
  }

  private refuse(refusal: Refusal): number {
    writeFailure(this.context, this.json, refusal);
    return refusal.exitCode;
  }
}

function parseRuntime(word: string): RuntimeName {
  if (isRuntimeName(word)) return word;
  const nearest = findNearestWord(word, RUNTIME_NAMES);
  const advice = nearest === null ? `it is one of ${RUNTIME_NAMES.join(", ")}` : `did you mean '${nearest}'?`;
  throw new UsageError(`--runtime "${word}" is unknown; ${advice}`);
}

function hasChanges(prepared: readonly PreparedSetup[]): boolean {
  return prepared.some(({ diffs }) => diffs.some(({ before, after }) => before !== after));
}

function jsonOf({ prepared, written }: InitReport): unknown {
  return {
    written: written !== null && written.length > 0,
    runtimes: prepared.map(({ runtime, diffs, notes }) => ({
      runtime,
      files: diffs.map((diff) => ({
        path: diff.path,
        change: changeOf(diff),
        diff: formatSettingsDiff(diff),
        backup: written?.find(({ path }) => path === diff.path)?.backup ?? null,
      })),
      notes,
    })),
  };
}

function changeOf({ before, after }: PreparedSetup["diffs"][number]): "none" | "create" | "edit" | "remove" {
  if (before === after) return "none";
  if (before === null) return "create";
  return after === null ? "remove" : "edit";
}
