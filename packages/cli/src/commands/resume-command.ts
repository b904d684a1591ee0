import { Command } from "clipanion";
import type { OpenedCurator } from "../wire/curator-opener.ts";
import { CuratorCommand } from "./curator-command.ts";
import { writeAct } from "./skill-act-command.ts";

/** `resume` (CONTRACTS 10.3). */
export class ResumeCommand extends CuratorCommand {
  static override paths = [["resume"]];
  static override usage = Command.Usage({
    category: "Curation",
    description: "Allow runs again after pause",
    details: "Runs that were due meanwhile are not made up for.",
    examples: [["Resume a workspace", "metis-curate . resume"]],
  });

  protected override async perform(opened: OpenedCurator): Promise<number> {
    return this.show(await opened.curator.resume(), writeAct);
  }
}
