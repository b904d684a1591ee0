import { FEEDBACK_OUTCOMES } from "@metis-curate/core";
import { Command, Option } from "clipanion";
import { writeFeedback } from "../reports/write-feedback.ts";
import type { OpenedMatcher } from "../wire/matcher-opener.ts";
import { MatcherCommand } from "./matcher-command.ts";

/** `feedback <skill> <outcome>` (CONTRACTS 13.3). */
export class FeedbackCommand extends MatcherCommand {
  static override paths = [["feedback"]];
  static override usage = Command.Usage({
    category: "Matching",
    description: "Say how a task went with a skill",
    details: `The outcome is ${FEEDBACK_OUTCOMES.join(", ")}. Skills that help rank higher at the next match; those that keep failing become candidates for the archive.`,
    examples: [
      ["It worked", "metis-curate . feedback pdf-tables success"],
      ["It did not, in this session", "metis-curate . feedback pdf-tables failure --session s-42"],
    ],
  });

  readonly session = Option.String("--session", { description: "Session the outcome belongs to" });
  readonly task = Option.String("--task", { description: "What the skill was used for" });
  readonly skill = Option.String({ name: "skill" });
  readonly outcome = Option.String({ name: "outcome" });

  protected override async performMatching({ matcher }: OpenedMatcher): Promise<number> {
    const outcome = await matcher.feedback({
      skill: this.skill,
      outcome: this.outcome,
      ...(this.session !== undefined && { sessionId: this.session }),
      ...(this.task !== undefined && { task: this.task }),
    });
    return this.show(outcome, writeFeedback);
  }
}
