import { fitsGlobSegment, type ListedSkill, type Outcome, type ProposedSkill } from "@metis-curate/core";
import { Option, UsageError } from "clipanion";
import { askYesNo } from "../context/ask.ts";
import { pageFormat } from "../context/output.ts";
import { type BulkPreview, type PreviewedSkill, writeBulkPreview } from "../reports/write-bulk-preview.ts";
import { Page } from "../text/page.ts";
import type { OpenedCurator } from "../wire/curator-opener.ts";
import { EXIT_DONE, EXIT_USAGE } from "./curator-command.ts";
import { SkillsActCommand } from "./skills-act-command.ts";

/** An act on skills by name, which is done at once, or by patterns and other choices, which are shown first. */
export abstract class BulkActCommand extends SkillsActCommand {
  override readonly skills = Option.Rest({ name: "skill", required: 0 });
  readonly yes = Option.Boolean("--yes", false, { description: "Do it without asking" });
  readonly dryRun = Option.Boolean("--dry-run", false, { description: "Only show what would be done" });

  /** What is done, for messages: `adopt`. */
  protected abstract readonly verb: string;

  /** Why a skill that a pattern fits is passed over, or null. */
  protected abstract findNote(skill: ListedSkill): string | null;

  /** Whether the choice is among what is proposed. */
  protected choosesProposed(): boolean {
    return false;
  }

  protected override validate(): void {
    if (this.skills.length === 0 && !this.choosesProposed()) {
      throw new UsageError(
        `${this.verb} needs <skill>: write metis-curate <workspace> ${this.verb} <skill> ...`,
      );
    }
  }

  protected override async perform(opened: OpenedCurator): Promise<number> {
    const isPlain = !this.choosesProposed() && !this.skills.some(isPattern);
    if (isPlain && !this.dryRun) return this.actOn(opened, this.skills);
    const preview = await this.preview(opened);
    if (!preview.ok) return this.refuse(preview.refusal);
    const chosen = preview.value.skills.filter(({ note }) => note === null).map(({ skill }) => skill);
    if (this.dryRun) {
      this.print(preview.value, writeBulkPreview);
      return EXIT_DONE;
    }
    return chosen.length === 0
      ? this.reportNothing(preview.value)
      : this.confirm(opened, preview.value, chosen);
  }

  private reportNothing(preview: BulkPreview): number {
    if (this.json) this.print({ acts: [], refused: [] }, () => {});
    else this.print(preview, writeBulkPreview);
    return EXIT_DONE;
  }

  /** The preview goes to stderr, so that stdout has what was done and nothing else. */
  private async confirm(
    opened: OpenedCurator,
    preview: BulkPreview,
    chosen: readonly string[],
  ): Promise<number> {
    if (this.yes) return this.actOn(opened, chosen);
    if (!this.json) {
      const page = new Page(pageFormat(this.context));
      writeBulkPreview(page, preview);
      this.context.stderr.write(page.toString());
    }
    const count = chosen.length === 1 ? "1 skill" : `${chosen.length} skills`;
    const answer = this.json ? null : await askYesNo(this.context, `${this.verb} ${count}?`);
    if (answer === true) return this.actOn(opened, chosen);
    if (answer === false) {
      this.context.stderr.write("nothing was done\n");
      return EXIT_DONE;
    }
    const message = `nothing was done: nobody can be asked here; give --yes to ${this.verb} ${count}, or --dry-run to look`;
    return this.refuse({ kind: "needs-yes", message, exitCode: EXIT_USAGE });
  }

  private async preview(opened: OpenedCurator): Promise<Outcome<BulkPreview>> {
    if (this.choosesProposed()) return this.previewProposed(opened);
    const list = await opened.curator.list();
    if (!list.ok) return list;
    const live = list.value.skills.filter(({ state }) => state !== "archived");
    const empty = this.skills.find((word) => !live.some(({ name }) => fits(word, name)));
    if (empty !== undefined) return noFit(empty);
    const fitting = live.filter(({ name }) => this.skills.some((word) => fits(word, name)));
    const skills = fitting.map((skill): PreviewedSkill => {
      const isNamed = this.skills.includes(skill.name);
      return { skill: skill.name, about: skill.reason, note: isNamed ? null : this.findNote(skill) };
    });
    return { ok: true, value: { verb: this.verb, skills } };
  }

  private async previewProposed(opened: OpenedCurator): Promise<Outcome<BulkPreview>> {
    const report = await opened.curator.proposals();
    if (!report.ok) return report;
    const { proposed } = report.value;
    const empty = this.skills.find((word) => !proposed.some(({ skill }) => fits(word, skill)));
    if (empty !== undefined) return noFit(empty);
    const fitting = proposed.filter(
      ({ skill }) => this.skills.length === 0 || this.skills.some((word) => fits(word, skill)),
    );
    const skills = fitting.map((one) => ({
      skill: one.skill,
      about: describeProposed(one),
      note: this.skills.includes(one.skill) ? null : cautionText(one),
      proposed: one,
    }));
    return { ok: true, value: { verb: this.verb, skills } };
  }
}

function isPattern(word: string): boolean {
  return /[*?]/.test(word);
}

function fits(word: string, name: string): boolean {
  return isPattern(word) ? fitsGlobSegment(word.normalize("NFC"), name) : word.normalize("NFC") === name;
}

function noFit(word: string): Outcome<never> {
  const message = isPattern(word)
    ? `no skill fits the pattern "${word}"`
    : `no skill "${word}" is among them`;
  return { ok: false, refusal: { kind: "unknown-skill", message, exitCode: EXIT_USAGE } };
}

function describeProposed({ written, runtime, observed_at: at, path }: ProposedSkill): string {
  const when = at === null ? "" : ` on ${at.slice(0, 10)}`;
  return `${written} by ${runtime ?? "an agent"}${when} (${path})`;
}

function cautionText({ caution }: ProposedSkill): string | null {
  switch (caution) {
    case null:
      return null;
    case "changed-since":
      return "changed since by another hand: adopt it by its name";
    case "only-edited":
      return "only seen edited, a person may have made it: adopt it by its name";
  }
}
