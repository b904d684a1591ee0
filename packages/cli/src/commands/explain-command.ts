import { Command, Option } from "clipanion";
import { writeExplain } from "../reports/write-explain.ts";
import type { OpenedCurator } from "../wire/curator-opener.ts";
import { CuratorCommand } from "./curator-command.ts";

/** `explain <skill>`. */
export class ExplainCommand extends CuratorCommand {
  static override paths = [["explain"]];
  static override usage = Command.Usage({
    category: "Looking",
    description: "Say what a run would do with one skill, and why",
    details:
      "Lists the facts and rules in the order they apply, and what would change the outcome. Changes nothing.",
    examples: [["Why is this skill left alone?", "metis-curate . explain deploy"]],
  });

  readonly skill = Option.String({ name: "skill" });

  protected override async perform(opened: OpenedCurator): Promise<number> {
    return this.show(await opened.curator.explain(this.skill), writeExplain);
  }
}
