import { Command } from "clipanion";
import { writeLifecycle } from "../reports/write-lifecycle.ts";
import type { OpenedMatcher } from "../wire/matcher-opener.ts";
import { MatcherCommand } from "./matcher-command.ts";

/** `lifecycle` (CONTRACTS 13.5). */
export class LifecycleCommand extends MatcherCommand {
  static override paths = [["lifecycle"]];
  static override usage = Command.Usage({
    category: "Matching",
    description: "Show where each skill is in its life, and what could change",
    details:
      "Drafts that proved good, skills a run would archive, archived skills that would fill a gap. Changes nothing.",
    examples: [["Once a week", "metis-curate . lifecycle"]],
  });

  protected override async performMatching({ matcher }: OpenedMatcher): Promise<number> {
    return this.show(await matcher.lifecycle(), writeLifecycle);
  }
}
