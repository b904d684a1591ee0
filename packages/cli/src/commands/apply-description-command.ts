import type { ActReport, Outcome } from "@metis-curate/core";
import { Command } from "clipanion";
import type { OpenedCurator } from "../wire/curator-opener.ts";
import { SkillActCommand } from "./skill-act-command.ts";

/** `apply-description <skill>` (CONTRACTS 7.4). */
export class ApplyDescriptionCommand extends SkillActCommand {
  static override paths = [["apply-description"]];
  static override usage = Command.Usage({
    category: "Skills",
    description: "Write the description that a merge suggested into SKILL.md",
    details:
      "A run never changes a frontmatter; it shows a better description, and this command writes it. Only that value changes. The file as it was is kept: `undo` and `restore --before` bring it back.",
    examples: [["After a merge suggested one", "metis-curate . apply-description release-notes"]],
  });

  protected override act(opened: OpenedCurator): Promise<Outcome<ActReport>> {
    return opened.curator.applyDescription(this.skill);
  }
}
