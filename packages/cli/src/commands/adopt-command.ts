import type { ActReport, Outcome, SkillCurator } from "@metis-curate/core";
import { Command } from "clipanion";
import { SkillsActCommand } from "./skills-act-command.ts";

/** `adopt <skill>…` (CONTRACTS 5). */
export class AdoptCommand extends SkillsActCommand {
  static override paths = [["adopt"]];
  static override usage = Command.Usage({
    category: "Skills",
    description: "Let the curator look after skills it would leave alone",
    details:
      "For skills written by hand, imported, or edited since. The present file becomes the baseline. `disown` takes it back.",
    examples: [["Adopt two skills", "metis-curate . adopt deploy release-notes"]],
  });

  protected override act(curator: SkillCurator, skill: string): Promise<Outcome<ActReport>> {
    return curator.adopt(skill);
  }
}
