import { resolve } from "node:path";
import { isRuntimeName, RUNTIME_NAMES, type RuntimeName } from "@metis-curate/runtimes";
import { Command, Option, UsageError } from "clipanion";
import { findNearestWord } from "../argv/find-nearest-word.ts";
import type { CommandContext } from "../context/cli-context.ts";
import { pageFormat, writeFailure, writeJson } from "../context/output.ts";
import { createImportPrinter } from "../import/import-printer.ts";
import type { ImportOutcome } from "../import/run-import.ts";
import { writeImport } from "../reports/write-import.ts";
import { parseInstant } from "../text/format-time.ts";
import { Page } from "../text/page.ts";
import { EXIT_DONE, EXIT_INTERRUPTED } from "./curator-command.ts";

/** `import` (CONTRACTS 14). */
export class ImportCommand extends Command<CommandContext> {
  static override paths = [["import"]];
  static override usage = Command.Usage({
    category: "Agents",
    description: "Read what an agent kept of its sessions into the trace",
    details: `Which skills were loaded, written and failed with, and when; never a prompt, an output or an argument. Reads transcripts and databases as they are and changes none. What is in the trace already is not written again, so it can be run at any time. Agents: ${RUNTIME_NAMES.join(", ")}. With a path, that transcript only. For hermes also what its own files say of usage, provenance and pins.`,
    examples: [
      ["Everything Claude Code still has", "metis-curate import claude-code"],
      ["Look first", "metis-curate import codex --dry-run"],
      ["One transcript", "metis-curate import gemini ~/session.jsonl --json"],
      ["Only what is new", "metis-curate import opencode --since 2026-11-01"],
    ],
  });

  readonly runtime = Option.String({ name: "runtime" });
  readonly source = Option.String({ name: "path", required: false });
  readonly since = Option.String("--since", {
    description: "Leave out what is older; ISO-8601, without a zone it is UTC",
  });
  readonly dryRun = Option.Boolean("--dry-run", false, { description: "Only say what would be written" });
  readonly json = Option.Boolean("--json", false, {
    description: "Print exactly one JSON document on stdout",
  });

  override async execute(): Promise<number> {
    const { context } = this;
    const runtime = parseRuntime(this.runtime);
    const since = this.parseSince();
    const abort = new AbortController();
    const stop = context.interrupts.listen(() => {
      if (abort.signal.aborted) return context.interrupts.kill();
      abort.abort();
    });
    const printer = createImportPrinter({
      write: (text) => context.stderr.write(text),
      width: context.errorColumns ?? context.columns,
      nowMs: () => context.nowMs(),
    });
    try {
      const outcome = await context.runImport({
        runtime,
        source: this.source === undefined ? null : resolve(context.cwd, this.source),
        sinceMs: since,
        dryRun: this.dryRun,
        home: context.home,
        env: context.env,
        nowMs: context.nowMs(),
        signal: abort.signal,
        ...(context.stderrIsTty && !this.json && { onProgress: printer.show }),
      });
      printer.end();
      if (outcome.ok) return this.report(outcome.value);
      writeFailure(context, this.json, outcome.refusal);
      return outcome.refusal.exitCode;
    } finally {
      stop();
    }
  }

  private parseSince(): number | null {
    if (this.since === undefined) return null;
    const instant = parseInstant(this.since);
    if (instant !== null) return Date.parse(instant);
    throw new UsageError(
      `--since "${this.since}" is not an ISO-8601 time; write it like 2026-11-30T14:00:00Z`,
    );
  }

  private report(outcome: ImportOutcome): number {
    const { context } = this;
    if (this.json) writeJson(context, toJson(outcome));
    else {
      const page = new Page(pageFormat(context));
      writeImport(page, outcome);
      context.stdout.write(page.toString());
    }
    return outcome.isInterrupted ? EXIT_INTERRUPTED : EXIT_DONE;
  }
}

function parseRuntime(word: string): RuntimeName {
  if (isRuntimeName(word)) return word;
  const nearest = findNearestWord(word, RUNTIME_NAMES);
  const advice = nearest === null ? `it is one of ${RUNTIME_NAMES.join(", ")}` : `did you mean '${nearest}'?`;
  throw new UsageError(`no agent is called '${word}'; ${advice}`);
}

function toJson(outcome: ImportOutcome) {
  const { isInterrupted, dryRun, marks, ...rest } = outcome;
  return { ...rest, marks, dry_run: dryRun, interrupted: isInterrupted };
}
