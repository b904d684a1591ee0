import { TOP_K_DEFAULT, TOP_K_MAX } from "@metis-curate/core";
import { Command, Option, UsageError } from "clipanion";
import { writeMatch } from "../reports/write-match.ts";
import type { OpenedMatcher } from "../wire/matcher-opener.ts";
import { MatcherCommand, parseProfile } from "./matcher-command.ts";

/** Bytes of a task on stdin that are read; the matcher looks at less. */
const STDIN_BYTES_MAX = 8_388_608;

/** `match <task>` (CONTRACTS 13.2). */
export class MatchCommand extends MatcherCommand {
  static override paths = [["match"]];
  static override usage = Command.Usage({
    category: "Matching",
    description: "Find the skill for a task, or say that none fits",
    details:
      "Looks through the workspace's library and the global one. A skill scores by how well it fits the task, by how it did before, and by the profile if one is given; below the threshold no skill fits, and the gap is remembered. The task may be quoted or not; `-` reads it from stdin.",
    examples: [
      ["Which skill is for this?", 'metis-curate . match "extract the tables of a PDF"'],
      ["For a script, five at most", 'metis-curate . match "roll back the release" --top-k 5 --json'],
      ["With what a profile expects", "metis-curate . match deploy the app --profile web"],
    ],
  });

  readonly profile = Option.String("--profile", {
    description: "Profile name, or names of skills with commas",
  });
  readonly topK = Option.String("--top-k", {
    description: `Skills to name, 1 to ${TOP_K_MAX} (${TOP_K_DEFAULT})`,
  });
  readonly session = Option.String("--session", { description: "Session the match belongs to" });
  readonly noRecord = Option.Boolean("--no-record", false, { description: "Leave no trace of this match" });
  readonly words = Option.Rest({ name: "task", required: 1 });

  protected override validate(): void {
    if (this.topK === undefined || /^\d{1,9}$/.test(this.topK)) return;
    throw new UsageError(`--top-k "${this.topK}" is not a whole number from 1 to ${TOP_K_MAX}`);
  }

  protected override async performMatching({ matcher }: OpenedMatcher): Promise<number> {
    const task = await this.task();
    const outcome = await matcher.match({
      task,
      profile: parseProfile(this.profile),
      isRecorded: !this.noRecord,
      ...(this.topK !== undefined && { topK: Number(this.topK) }),
      ...(this.session !== undefined && { sessionId: this.session }),
    });
    return this.show(outcome, writeMatch);
  }

  private async task(): Promise<string> {
    if (this.words.length !== 1 || this.words[0] !== "-") return this.words.join(" ");
    const chunks: Buffer[] = [];
    let size = 0;
    for await (const chunk of this.context.stdin) {
      const bytes = Buffer.from(chunk as Uint8Array | string);
      size += bytes.length;
      chunks.push(bytes);
      if (size > STDIN_BYTES_MAX) break;
    }
    return Buffer.concat(chunks).toString("utf8");
  }
}
