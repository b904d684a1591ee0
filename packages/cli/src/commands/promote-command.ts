import type { ActReport, Outcome } from "@metis-curate/core";
import { Command } from "clipanion";
import type { OpenedCurator } from "../wire/curator-opener.ts";
import { SkillActCommand } from "./skill-act-command.ts";

/** `promote <skill>` (CONTRACTS 13.5). */
export class PromoteCommand extends SkillActCommand {
  static override paths = [["promote"]];
  static override usage = Command.Usage({
    category: "Skills",
    description: "Make a draft an active skill",
    details:
      "Nothing is promoted by itself; `lifecycle` names the drafts that proved good. Promoting an archived skill restores it.",
    examples: [["Promote a draft", "metis-curate . promote release-notes"]],
  });

  protected override act(opened: OpenedCurator): Promise<Outcome<ActReport>> {
    return opened.curator.promote(this.skill);
  }
}
