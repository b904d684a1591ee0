import { setImmediate as nextTurn } from "node:timers/promises";
import type { Outcome, RunOptions, RunReport, SkillCurator } from "@metis-curate/core";
import type { CliContext } from "../context/cli-context.ts";
import { errorPalette } from "../context/output.ts";
import { createProgressPrinter } from "../progress/progress-printer.ts";
import { safeText } from "../text/safe-text.ts";

/**
 * Runs the curator with progress on stderr. The first Ctrl-C asks it to stop after the current action, the
 * second ends the process.
 */
export async function runCandidates(
  context: CliContext,
  curator: SkillCurator,
  options: RunOptions,
  json: boolean,
): Promise<Outcome<RunReport>> {
  const abort = new AbortController();
  const printer = createProgressPrinter({
    write: (text) => context.stderr.write(text),
    terminal: context.stderrIsTty,
    quiet: json && !context.stderrIsTty,
    width: context.errorColumns ?? context.columns,
    palette: errorPalette(context),
  });
  const stop = context.interrupts.listen(() => {
    if (abort.signal.aborted) return context.interrupts.kill();
    abort.abort();
    printer.interrupt(safeText("stopping after the current action; Ctrl-C again ends at once"));
  });
  try {
    return await curator.run({
      ...options,
      signal: abort.signal,
      onProgress: async (progress) => {
        printer.show(progress);
        // A run without waiting, such as one by rules, would never let a signal in.
        await nextTurn();
      },
    });
  } finally {
    stop();
    printer.end();
  }
}
