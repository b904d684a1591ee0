import { findSidecarSkill } from "../roots/sidecar-entry.ts";
import type { SkippedSkill } from "../skills/skill.ts";
import { getSkillHistory } from "../trace/fold-root-history.ts";
import { activityOf, type SkillActivity } from "./activity.ts";
import { archivePass } from "./archive-pass.ts";
import type { LeftAlone, Selection } from "./candidate.ts";
import { consolidatePass } from "./consolidate-pass.ts";
import { editPass } from "./edit-pass.ts";
import { formatCount } from "./format-count.ts";
import { compareText } from "./order.ts";
import { Outcomes } from "./outcomes.ts";
import type { SelectionInput, SkillFacts } from "./selection-input.ts";
import { originForbids, touchability } from "./touchability.ts";

/**
 * Returns what a run would do and why it leaves the rest alone. Pure: equal snapshots give equal selections,
 * whatever their order. Every loaded skill is in exactly one candidate or once in `leftAlone`; shadowed
 * directories are listed there too, by their path, because their name belongs to another skill. Candidates come
 * in the order of CONTRACTS 6.5: archive, consolidate, edit, stalest first.
 */
export function select(input: SelectionInput): Selection {
  const outcomes = new Outcomes();
  const touchable = findTouchable(input, outcomes);
  const archives = archivePass(touchable, countTouchable(input), input, outcomes);
  const merges = consolidatePass(archives.survivors, archives.graph, input, outcomes);
  const edits = editPass(merges.survivors, input, outcomes);
  leaveActive(touchable, input, outcomes);
  const candidates = [...archives.candidates, ...merges.candidates, ...edits.candidates];
  return {
    candidates,
    leftAlone: leftAlone(input, new Set(candidates.flatMap(({ skills }) => skills)), outcomes),
    references: archives.graph.references,
    truncated: archives.truncated + merges.truncated + edits.truncated,
    massGuarded: archives.massGuarded,
  };
}

function findTouchable(input: SelectionInput, outcomes: Outcomes): readonly SkillFacts[] {
  const { lastCurationAtUs } = input.history;
  return input.library.skills.flatMap((skill) => {
    const name = skill.name;
    const history = getSkillHistory(input.history, name);
    const verdict = touchability(skill, history, findSidecarSkill(input.sidecar, name));
    if (!verdict.touchable) {
      outcomes.leave(name, verdict.reason, verdict.detail);
      return [];
    }
    const activity = activityOf(history, input.config, input.nowUs, lastCurationAtUs);
    return [{ name, skill, history, activity }];
  });
}

/** Touchable in the sense of CONTRACTS 5, by origin alone: what the mass guard's 20 % are taken of. */
function countTouchable(input: SelectionInput): number {
  return input.library.skills.filter(
    ({ name }) =>
      originForbids(getSkillHistory(input.history, name), findSidecarSkill(input.sidecar, name)) === null,
  ).length;
}

/** Whoever may be touched and was spoken of by no rule is in use. */
function leaveActive(touchable: readonly SkillFacts[], input: SelectionInput, outcomes: Outcomes): void {
  for (const { name, activity } of touchable) {
    if (outcomes.find(name) === undefined) outcomes.leave(name, "active", activeDetail(activity, input));
  }
}

function activeDetail({ idleDays, stale }: SkillActivity, { config }: SelectionInput): string {
  if (idleDays === null) return "no date of use is known";
  return stale
    ? `stale: idle ${formatCount(idleDays, "day")}, to be archived at ${config.archive_after_days}`
    : `idle ${formatCount(idleDays, "day")}, stale at ${config.stale_after_days}`;
}

function leftAlone(
  input: SelectionInput,
  chosen: ReadonlySet<string>,
  outcomes: Outcomes,
): readonly LeftAlone[] {
  const loaded = input.library.skills.flatMap(({ name }) =>
    chosen.has(name) ? [] : (outcomes.find(name) ?? []),
  );
  const shadowed = input.library.skipped
    .filter(({ diagnostic }) => diagnostic.kind === "shadowed")
    .map(shadow);
  return [...loaded, ...shadowed].sort((a, b) => compareText(a.skill, b.skill));
}

function shadow({ path, diagnostic }: SkippedSkill): LeftAlone {
  return { skill: path.replace(/\/SKILL\.md$/, ""), reason: "shadowed", detail: diagnostic.message };
}
