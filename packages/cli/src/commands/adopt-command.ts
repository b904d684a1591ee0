import type { ActReport, ListedSkill, Outcome, SkillCurator } from "@metis-curate/core";
import { Command, Option } from "clipanion";
import { BulkActCommand } from "./bulk-act-command.ts";

/** `adopt <skill>…`, `adopt <pattern>…`, `adopt --proposed` (CONTRACTS 5, 14). */
export class AdoptCommand extends BulkActCommand {
  static override paths = [["adopt"]];
  static override usage = Command.Usage({
    category: "Skills",
    description: "Let the curator look after skills it would leave alone",
    details:
      "For skills written by hand, imported, or edited since. The present file becomes the baseline. `disown` takes it back. A pattern, or `--proposed` for what an agent was seen writing, shows what it means and asks first.",
    examples: [
      ["Adopt two skills", "metis-curate . adopt deploy release-notes"],
      ["Look at what an agent wrote", "metis-curate . adopt --proposed --dry-run"],
      ["Adopt by pattern, in a script", 'metis-curate . adopt "dep*" --yes'],
    ],
  });
  readonly proposed = Option.Boolean("--proposed", false, {
    description: "Those that an agent was seen writing",
  });
  protected override readonly verb = "adopt";

  protected override choosesProposed(): boolean {
    return this.proposed;
  }

  protected override findNote({ touchable, reason }: ListedSkill): string | null {
    if (reason === "linked" || reason === "shadowed") return "it is not maintained from here";
    return touchable && reason !== "hand-edited" ? "curated already" : null;
  }

  protected override act(curator: SkillCurator, skill: string): Promise<Outcome<ActReport>> {
    return curator.adopt(skill);
  }
}
