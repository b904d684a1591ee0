import { Command } from "clipanion";
import { writeReindex } from "../reports/write-reindex.ts";
import type { OpenedMatcher } from "../wire/matcher-opener.ts";
import { EXIT_INTERRUPTED } from "./curator-command.ts";
import { MatcherCommand } from "./matcher-command.ts";

/** `reindex` (CONTRACTS 13.1). */
export class ReindexCommand extends MatcherCommand {
  static override paths = [["reindex"]];
  static override usage = Command.Usage({
    category: "Matching",
    description: "Bring the index of the skills up to date",
    details:
      "Only what changed is read again. What was learned stays. A match does this by itself for small changes; vectors of many new skills are made here. Ctrl-C keeps what is done.",
    examples: [["At the start of a session", "metis-curate . reindex"]],
  });

  protected override async performMatching({ matcher }: OpenedMatcher): Promise<number> {
    const controller = new AbortController();
    const stopListening = this.context.interrupts.listen(() => {
      if (controller.signal.aborted) this.context.interrupts.kill();
      controller.abort();
    });
    try {
      const outcome = await matcher.reindex({ signal: controller.signal });
      const code = this.show(outcome, writeReindex);
      return controller.signal.aborted ? EXIT_INTERRUPTED : code;
    } finally {
      stopListening();
    }
  }
}
