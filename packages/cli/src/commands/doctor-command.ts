import { Command, Option } from "clipanion";
import { writeDoctor } from "../reports/write-doctor.ts";
import type { OpenedCurator } from "../wire/curator-opener.ts";
import { CuratorCommand, EXIT_FAILED } from "./curator-command.ts";

/** `doctor` (CONTRACTS 3). Exit 1 when a check failed, so that a script can ask. */
export class DoctorCommand extends CuratorCommand {
  static override paths = [["doctor"]];
  static override usage = Command.Usage({
    category: "Looking",
    description: "Check the trace, the state and the directories, and say how to fix them",
    details:
      "Exit code 1 when a check failed. `--reset-state` starts over with an empty state where neither the state nor the trace can be read; the old file is kept beside it.",
    examples: [
      ["Check a workspace", "metis-curate . doctor"],
      ["Start over with an empty state", "metis-curate . doctor --reset-state"],
    ],
  });

  readonly resetState = Option.Boolean("--reset-state", false, {
    description: "Replace a state that cannot be read or rebuilt by an empty one",
  });

  protected override async perform(opened: OpenedCurator): Promise<number> {
    const outcome = await opened.curator.doctor({ resetState: this.resetState });
    const exitCode = this.show(outcome, writeDoctor);
    if (!outcome.ok || outcome.value.checks.every((check) => check.ok)) return exitCode;
    return EXIT_FAILED;
  }
}
