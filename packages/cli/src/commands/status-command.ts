import { Command } from "clipanion";
import { writeStatus } from "../reports/write-status.ts";
import type { OpenedCurator } from "../wire/curator-opener.ts";
import { CuratorCommand } from "./curator-command.ts";

/** `status` (CONTRACTS 10.7). */
export class StatusCommand extends CuratorCommand {
  static override paths = [["status"]];
  static override usage = Command.Usage({
    category: "Looking",
    description: "Show when the curator last ran, what it may spend, and what waits",
    details: "Changes nothing and waits for no lock.",
    examples: [
      ["Status of a workspace", "metis-curate . status"],
      ["For a script", "metis-curate . status --json"],
    ],
  });

  protected override async perform(opened: OpenedCurator): Promise<number> {
    return this.show(await opened.curator.status(), writeStatus);
  }
}
