import type { ActReport, ListedSkill, Outcome, SkillCurator } from "@metis-curate/core";
import { Command } from "clipanion";
import { BulkActCommand } from "./bulk-act-command.ts";

/** `disown <skill>…`, `disown <pattern>…` (CONTRACTS 5, 14). */
export class DisownCommand extends BulkActCommand {
  static override paths = [["disown"]];
  static override usage = Command.Usage({
    category: "Skills",
    description: "Declare skills your own: the curator never touches them again",
    details: "The opposite of `adopt`. A pattern shows what it means and asks first.",
    examples: [
      ["Disown one skill", "metis-curate . disown deploy"],
      ["Disown by pattern, in a script", 'metis-curate . disown "dep*" --yes'],
    ],
  });
  protected override readonly verb = "disown";

  protected override findNote({ reason }: ListedSkill): string | null {
    return reason === "linked" || reason === "shadowed" ? "it is not maintained from here" : null;
  }

  protected override act(curator: SkillCurator, skill: string): Promise<Outcome<ActReport>> {
    return curator.disown(skill);
  }
}
