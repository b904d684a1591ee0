import { Command, Option } from "clipanion";
import { writeFailure } from "../context/output.ts";
import { loadPlanFile } from "../plan-file/load-plan-file.ts";
import { writeRun } from "../reports/write-run.ts";
import type { OpenedCurator } from "../wire/curator-opener.ts";
import { CuratorCommand, EXIT_USAGE } from "./curator-command.ts";
import { exitCodeOfRun } from "./exit-code-of-run.ts";
import { runCandidates } from "./run-candidates.ts";

/** `apply <plan>` (CONTRACTS 10.5). */
export class ApplyCommand extends CuratorCommand {
  static override paths = [["apply"]];
  static override usage = Command.Usage({
    category: "Curation",
    description: "Run only the candidates of a plan file",
    details:
      "The file is written by `--plan-out`; candidates may be taken out of it with an editor. What changed since it was written is left alone and reported.",
    examples: [["Apply a plan", "metis-curate . apply plan.json"]],
  });

  readonly plan = Option.String({ name: "plan" });
  readonly model = Option.String("--model", {
    description: "rules, or anthropic:, openai: or openai-compatible: with a model's name",
  });
  readonly force = Option.Boolean("--force", false, {
    description: "Run once although curation is paused or disabled",
  });

  protected override modelOverride(): string | undefined {
    return this.model;
  }

  protected override async perform({ curator, rootKey }: OpenedCurator): Promise<number> {
    const path = this.resolvePath("<plan>", this.plan);
    const loaded = loadPlanFile(this.context, path, rootKey);
    if (!loaded.ok) {
      writeFailure(this.context, this.json, loaded.failure);
      return EXIT_USAGE;
    }
    const options = { trigger: "explicit_cli", force: this.force, yes: true, plan: loaded.plan } as const;
    const outcome = await runCandidates(this.context, curator, options, this.json);
    const shown = this.show(outcome, writeRun);
    return outcome.ok ? exitCodeOfRun(outcome.value, "explicit_cli") : shown;
  }
}
