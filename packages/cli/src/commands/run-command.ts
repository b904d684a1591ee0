import { Command, Option } from "clipanion";
import { writeFailure } from "../context/output.ts";
import { savePlanFile } from "../plan-file/save-plan-file.ts";
import { writeList } from "../reports/write-list.ts";
import { writePlan } from "../reports/write-plan.ts";
import { writeRun } from "../reports/write-run.ts";
import { safeLines } from "../text/safe-text.ts";
import type { OpenedCurator } from "../wire/curator-opener.ts";
import { CuratorCommand, EXIT_DONE, EXIT_USAGE } from "./curator-command.ts";
import { exitCodeOfRun } from "./exit-code-of-run.ts";
import { runCandidates } from "./run-candidates.ts";
import { decideRunMode, decideTrigger } from "./run-options.ts";

/** How clipanion knows the command that has no word of its own on the command line. */
export const RUN_PATH = "(run)";

/** `metis-curate <workspace>`: the run, its preview and the list (CONTRACTS 10, 11). */
export class RunCommand extends CuratorCommand {
  static override paths = [[RUN_PATH]];
  static override usage = Command.Usage({
    category: "Curation",
    description: "Run the curator once, or preview it with --dry-run",
    details:
      "Archives stale skills, merges near-duplicates and patches failing ones, within the USD caps of the configuration. Only skills an agent wrote are touched, nothing is deleted, and `undo` reverses a run. The first time, look at `--dry-run` before.",
    examples: [
      ["See what a run would do, and what it could cost", "metis-curate . --dry-run"],
      ["Run once, without network and cost", "metis-curate . --model rules"],
      ["Every skill with its state and origin", "metis-curate . --list"],
      ["The global library, from a scheduler", "metis-curate --global --trigger scheduled"],
      [
        "Choose first, then do exactly that",
        "metis-curate . --plan-out plan.json && metis-curate . apply plan.json",
      ],
    ],
  });

  readonly dryRun = Option.Boolean("--dry-run", false, {
    description: "Plan only: no model call, no change, no event",
  });
  readonly list = Option.Boolean("--list", false, { description: "Show every skill; nothing is run" });
  readonly raw = Option.Boolean("--raw", false, { description: "With --list: print state.json as it is" });
  readonly model = Option.String("--model", {
    description: "rules, or anthropic:, openai: or openai-compatible: with a model's name",
  });
  readonly yes = Option.Boolean("--yes", false, { description: "Run although no preview was made yet" });
  readonly force = Option.Boolean("--force", false, {
    description: "Run once although curation is paused or disabled",
  });
  readonly trigger = Option.String("--trigger", {
    description: "explicit_cli (default), scheduled or session_ended",
  });
  readonly planOut = Option.String("--plan-out", {
    description: "Dry run that writes its candidates to a file for apply",
  });

  protected override modelOverride(): string | undefined {
    return this.model;
  }

  protected override validate(): void {
    decideRunMode(this);
    decideTrigger(this.trigger, this.force);
    if (this.planOut !== undefined) this.resolvePath("--plan-out", this.planOut);
  }

  protected override async perform(opened: OpenedCurator): Promise<number> {
    const mode = decideRunMode(this);
    switch (mode) {
      case "run":
        return this.runOnce(opened);
      case "plan":
        return this.preview(opened);
      case "list":
        return this.raw ? this.printState(opened) : this.show(await opened.curator.list(), writeList);
    }
  }

  private async runOnce({ curator }: OpenedCurator): Promise<number> {
    const trigger = decideTrigger(this.trigger, this.force);
    const options = { trigger, force: this.force, yes: this.yes };
    const outcome = await runCandidates(this.context, curator, options, this.json);
    const shown = this.show(outcome, writeRun);
    return outcome.ok ? exitCodeOfRun(outcome.value, trigger) : shown;
  }

  private async preview({ curator, rootKey, modelUsable }: OpenedCurator): Promise<number> {
    const outcome = await curator.plan();
    if (!outcome.ok) return this.refuse(outcome.refusal);
    if (this.planOut !== undefined) {
      const path = this.resolvePath("--plan-out", this.planOut);
      const failure = savePlanFile(this.context, path, rootKey, outcome.value);
      if (failure !== null) {
        writeFailure(this.context, this.json, failure);
        return EXIT_USAGE;
      }
    }
    const verb = this.planOut === undefined ? [] : ["apply", this.planOut];
    const model = modelUsable ? this.model : "rules";
    const next = model === undefined ? verb : [...verb, "--model", model];
    const after = { next, estimated: modelUsable };
    this.print(outcome.value, (page, report, view) => writePlan(page, report, view, after));
    return EXIT_DONE;
  }

  private printState({ curator }: OpenedCurator): number {
    const outcome = curator.rawState();
    if (!outcome.ok) return this.refuse(outcome.refusal);
    const text = this.context.stdoutIsTty ? safeLines(outcome.value) : outcome.value;
    this.context.stdout.write(text.endsWith("\n") ? text : `${text}\n`);
    return EXIT_DONE;
  }
}
