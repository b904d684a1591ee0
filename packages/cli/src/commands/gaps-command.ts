import { Command, Option } from "clipanion";
import { writeGaps } from "../reports/write-gaps.ts";
import type { OpenedMatcher } from "../wire/matcher-opener.ts";
import { MatcherCommand, parseProfile } from "./matcher-command.ts";

/** `gaps` (CONTRACTS 13.4). */
export class GapsCommand extends MatcherCommand {
  static override paths = [["gaps"]];
  static override usage = Command.Usage({
    category: "Matching",
    description: "Show what tasks keep coming up without a skill",
    details:
      "A gap is a need that no skill met three times or more, and none meets today. With `--session` the single tasks of that session are listed too.",
    examples: [
      ["What is missing?", "metis-curate . gaps"],
      ["At the end of a session", "metis-curate . gaps --session s-42 --json"],
    ],
  });

  readonly session = Option.String("--session", { description: "Only tasks of this session" });
  readonly profile = Option.String("--profile", { description: "Only tasks matched with this profile" });

  protected override async performMatching({ matcher }: OpenedMatcher): Promise<number> {
    const outcome = await matcher.gaps({
      profile: parseProfile(this.profile),
      ...(this.session !== undefined && { sessionId: this.session }),
    });
    return this.show(outcome, writeGaps);
  }
}
