import { Command } from "clipanion";
import type { OpenedCurator } from "../wire/curator-opener.ts";
import { CuratorCommand } from "./curator-command.ts";
import { writeAct } from "./skill-act-command.ts";

/** `pause` (CONTRACTS 10.3). */
export class PauseCommand extends CuratorCommand {
  static override paths = [["pause"]];
  static override usage = Command.Usage({
    category: "Curation",
    description: "Stop all runs on this root until resume",
    details: "Manual acts such as pin and restore still work; `--force` runs once anyway.",
    examples: [["Pause a workspace", "metis-curate . pause"]],
  });

  protected override async perform(opened: OpenedCurator): Promise<number> {
    return this.show(await opened.curator.pause(), writeAct);
  }
}
