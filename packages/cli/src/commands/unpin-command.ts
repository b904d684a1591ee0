import type { ActReport, Outcome } from "@metis-curate/core";
import { Command } from "clipanion";
import type { OpenedCurator } from "../wire/curator-opener.ts";
import { SkillActCommand } from "./skill-act-command.ts";

/** `unpin <skill>` (CONTRACTS 7.5). */
export class UnpinCommand extends SkillActCommand {
  static override paths = [["unpin"]];
  static override usage = Command.Usage({
    category: "Skills",
    description: "Let the curator look after a pinned skill again",
    details: "Its idle time starts anew, so the next run does not archive it at once.",
    examples: [["Unpin one skill", "metis-curate . unpin release-notes"]],
  });

  protected override act(opened: OpenedCurator): Promise<Outcome<ActReport>> {
    return opened.curator.unpin(this.skill);
  }
}
