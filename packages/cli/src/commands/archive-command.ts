import type { ActReport, Outcome } from "@metis-curate/core";
import { Command, Option } from "clipanion";
import type { OpenedCurator } from "../wire/curator-opener.ts";
import { SkillActCommand } from "./skill-act-command.ts";

/** `archive <skill>` (CONTRACTS 5, 7.1). */
export class ArchiveCommand extends SkillActCommand {
  static override paths = [["archive"]];
  static override usage = Command.Usage({
    category: "Skills",
    description: "Move a skill to the archive",
    details:
      "The whole directory is moved, nothing is deleted; `restore` brings it back. A pinned skill or one written by hand needs `--force`.",
    examples: [
      ["Archive one skill", 'metis-curate . archive old-deploy --reason "replaced by deploy"'],
      ["Archive a skill written by hand", "metis-curate . archive old-deploy --force"],
    ],
  });

  readonly force = Option.Boolean("--force", false, {
    description: "Also a pinned skill or one written by hand",
  });
  readonly reason = Option.String("--reason", { description: "Why, for the history" });

  protected override act(opened: OpenedCurator): Promise<Outcome<ActReport>> {
    return opened.curator.archive(this.skill, {
      force: this.force,
      ...(this.reason !== undefined && { reason: this.reason }),
    });
  }
}
