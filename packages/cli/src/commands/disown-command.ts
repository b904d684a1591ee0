import type { ActReport, Outcome, SkillCurator } from "@metis-curate/core";
import { Command } from "clipanion";
import { SkillsActCommand } from "./skills-act-command.ts";

/** `disown <skill>…` (CONTRACTS 5). */
export class DisownCommand extends SkillsActCommand {
  static override paths = [["disown"]];
  static override usage = Command.Usage({
    category: "Skills",
    description: "Declare skills your own: the curator never touches them again",
    details: "The opposite of `adopt`.",
    examples: [["Disown one skill", "metis-curate . disown deploy"]],
  });

  protected override act(curator: SkillCurator, skill: string): Promise<Outcome<ActReport>> {
    return curator.disown(skill);
  }
}
