import type { ActReport, Outcome } from "@metis-curate/core";
import { Command } from "clipanion";
import type { OpenedCurator } from "../wire/curator-opener.ts";
import { SkillActCommand } from "./skill-act-command.ts";

/** `pin <skill>` (CONTRACTS 7.5). */
export class PinCommand extends SkillActCommand {
  static override paths = [["pin"]];
  static override usage = Command.Usage({
    category: "Skills",
    description: "Keep the curator away from a skill",
    details:
      "A pinned skill is never archived, merged or edited by a run. Any skill can be pinned, also one written by hand. No model is asked.",
    examples: [
      ["Pin one skill of a workspace", "metis-curate . pin release-notes"],
      ["Pin one skill of the global library", "metis-curate --global pin release-notes"],
    ],
  });

  protected override act(opened: OpenedCurator): Promise<Outcome<ActReport>> {
    return opened.curator.pin(this.skill);
  }
}
