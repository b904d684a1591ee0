import { Command, Option } from "clipanion";
import { writeUndo } from "../reports/write-undo.ts";
import type { OpenedCurator } from "../wire/curator-opener.ts";
import { CuratorCommand, EXIT_FAILED } from "./curator-command.ts";

/** `undo <run-id>` (CONTRACTS 7.7). Exit 1 when something was left, so that a script can ask. */
export class UndoCommand extends CuratorCommand {
  static override paths = [["undo"]];
  static override usage = Command.Usage({
    category: "Curation",
    description: "Reverse the actions of one run",
    details:
      "Newest first. What was changed since is left and reported, and the exit code is 1. The run id is at the end of a run's report and in `history`.",
    examples: [["Undo a run", "metis-curate . undo 01KBB3M8Q5T5V0Z1N9XKQ2H7RD"]],
  });

  readonly runId = Option.String({ name: "run-id" });

  protected override async perform(opened: OpenedCurator): Promise<number> {
    const outcome = await opened.curator.undo(this.runId);
    const exitCode = this.show(outcome, writeUndo);
    return outcome.ok && outcome.value.left.length > 0 ? EXIT_FAILED : exitCode;
  }
}
