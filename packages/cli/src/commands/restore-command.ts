import type { ActReport, Outcome } from "@metis-curate/core";
import { Command, Option, UsageError } from "clipanion";
import { parseInstant } from "../text/format-time.ts";
import type { OpenedCurator } from "../wire/curator-opener.ts";
import { SkillActCommand } from "./skill-act-command.ts";

/** `restore <skill>` (CONTRACTS 7.2). */
export class RestoreCommand extends SkillActCommand {
  static override paths = [["restore"]];
  static override usage = Command.Usage({
    category: "Skills",
    description: "Bring a skill back from the archive, or an earlier version of it",
    details:
      "Takes a skill name (its newest archive) or an archive id of `--list`. With `--before` the newest snapshot older than that time replaces SKILL.md; the present one is kept as a snapshot first. A time without a zone is UTC.",
    examples: [
      ["Bring back an archived skill", "metis-curate . restore old-deploy"],
      ["Undo edits made since a day", "metis-curate . restore deploy --before 2026-11-30"],
    ],
  });

  readonly before = Option.String("--before", {
    description: "The newest version older than this ISO-8601 time",
  });

  protected override validate(): void {
    if (this.before !== undefined && parseInstant(this.before) === null) {
      throw new UsageError(
        `--before "${this.before}" is not an ISO-8601 time; write it like 2026-11-30T14:00:00Z`,
      );
    }
  }

  protected override act(opened: OpenedCurator): Promise<Outcome<ActReport>> {
    const before = this.before === undefined ? null : parseInstant(this.before);
    return opened.curator.restore(this.skill, before === null ? {} : { before });
  }
}
