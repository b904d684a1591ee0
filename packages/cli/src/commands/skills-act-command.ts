import type { ActReport, Outcome, SkillCurator } from "@metis-curate/core";
import { Option } from "clipanion";
import { writeFailure } from "../context/output.ts";
import type { Page } from "../text/page.ts";
import type { OpenedCurator } from "../wire/curator-opener.ts";
import { CuratorCommand, EXIT_DONE } from "./curator-command.ts";

interface RefusedAct {
  readonly skill: string;
  readonly kind: string;
  readonly message: string;
}

/** `--json` of an act on several skills. */
interface ActsReport {
  readonly acts: readonly ActReport[];
  readonly refused: readonly RefusedAct[];
}

/** A manual act on one or several skills: one that is refused does not stop the rest. */
export abstract class SkillsActCommand extends CuratorCommand {
  readonly skills = Option.Rest({ name: "skill", required: 1 });

  protected abstract act(curator: SkillCurator, skill: string): Promise<Outcome<ActReport>>;

  protected override perform(opened: OpenedCurator): Promise<number> {
    return this.actOn(opened, this.skills);
  }

  /** Acts on one after the other and returns the exit code, the highest of those that were refused. */
  protected async actOn(opened: OpenedCurator, skills: readonly string[]): Promise<number> {
    const acts: ActReport[] = [];
    const refused: RefusedAct[] = [];
    let exitCode = EXIT_DONE;
    for (const skill of new Set(skills)) {
      const outcome = await this.act(opened.curator, skill);
      if (outcome.ok) {
        acts.push(outcome.value);
        continue;
      }
      const { kind, message } = outcome.refusal;
      refused.push({ skill, kind, message });
      exitCode = Math.max(exitCode, outcome.refusal.exitCode);
    }
    this.print({ acts, refused }, writeActs);
    if (!this.json) for (const failure of refused) writeFailure(this.context, false, failure);
    return exitCode;
  }
}

function writeActs(page: Page, report: ActsReport): void {
  for (const act of report.acts) page.text(act.message);
}
