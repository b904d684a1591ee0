import { Command, Option, UsageError } from "clipanion";
import { writeHistory } from "../reports/write-history.ts";
import type { OpenedCurator } from "../wire/curator-opener.ts";
import { CuratorCommand } from "./curator-command.ts";

const LIMIT_DEFAULT = 20;
const LIMIT_MAX = 1_000;

/** `history [<skill>]`. */
export class HistoryCommand extends CuratorCommand {
  static override paths = [["history"]];
  static override usage = Command.Usage({
    category: "Looking",
    description: "Show what was done, newest first, with the changes to SKILL.md",
    details: "A change is shown while its snapshot lies in the archive.",
    examples: [
      ["The last 20 actions", "metis-curate . history"],
      ["Everything about one skill", "metis-curate . history deploy --limit 1000"],
    ],
  });

  readonly limit = Option.String("--limit", {
    description: `How many actions, 1 to ${LIMIT_MAX} (${LIMIT_DEFAULT})`,
  });
  readonly skill = Option.String({ name: "skill", required: false });

  protected override validate(): void {
    if (this.limit === undefined || parseLimit(this.limit) !== null) return;
    throw new UsageError(`--limit "${this.limit}" is not a whole number from 1 to ${LIMIT_MAX}`);
  }

  protected override async perform(opened: OpenedCurator): Promise<number> {
    const limit = (this.limit === undefined ? null : parseLimit(this.limit)) ?? LIMIT_DEFAULT;
    const outcome = await opened.curator.history({
      limit,
      ...(this.skill !== undefined && { skill: this.skill }),
    });
    return this.show(outcome, writeHistory);
  }
}

function parseLimit(text: string): number | null {
  const limit = /^\d{1,4}$/.test(text) ? Number(text) : 0;
  return limit >= 1 && limit <= LIMIT_MAX ? limit : null;
}
