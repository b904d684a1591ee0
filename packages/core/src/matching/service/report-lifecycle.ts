import { type LibraryView, readLibraryView, selectFrom } from "../../curator/library-view.ts";
import { done } from "../../curator/refusals.ts";
import type { Outcome } from "../../curator/skill-curator.ts";
import { findSidecarSkill } from "../../roots/sidecar-entry.ts";
import { activityOf } from "../../selection/activity.ts";
import type { Selection } from "../../selection/candidate.ts";
import { getSkillHistory } from "../../trace/fold-root-history.ts";
import { isoFromUs } from "../../trace/time.ts";
import { EFFECTIVENESS_START } from "../learning/learn-skills.ts";
import { roundShare } from "../scoring/score-skill.ts";
import type { LifecycleReport, LifecycleSkill } from "../skill-matcher.ts";
import { listGaps } from "./list-gaps.ts";
import type { MatchContext } from "./match-task.ts";
import { allRoots, type MatcherRoot } from "./matcher-deps.ts";

/** A draft is worth promoting above this effectiveness, over at least so many uses (CONTRACTS 13.5). */
export const PROMOTE_EFFECTIVENESS_MIN = 0.7;
export const PROMOTE_USES_MIN = 3;

type Lists = Omit<LifecycleReport, "candidates_restore" | "notices">;

/**
 * Returns every skill by its place in life, with what could be promoted, archived (by the rule of a run) or restored
 * (CONTRACTS 13.5). A name that two roots have is the first one's. Changes nothing. Refusals as `readLibraryView`.
 */
export async function reportLifecycle(context: MatchContext): Promise<Outcome<LifecycleReport>> {
  const lists: Lists[] = [];
  const seen = new Set<string>();
  for (const place of allRoots(context.deps)) {
    const read = await readLibraryView(place.curator);
    if (!read.ok) return read;
    lists.push(listsOf(place, read.value, seen));
    for (const { name } of read.value.library.skills) seen.add(name);
  }
  const gaps = await listGaps(context);
  const restores = gaps.ok ? gaps.value.gaps : [];
  return done({
    active: merge(lists, "active"),
    stale: merge(lists, "stale"),
    drafts: merge(lists, "drafts"),
    candidates_promote: merge(lists, "candidates_promote"),
    candidates_archive: merge(lists, "candidates_archive"),
    candidates_restore: restores.flatMap(({ restore, theme }) =>
      restore === null ? [] : [{ skill: restore, gap: theme }],
    ),
    archived: lists.reduce((sum, { archived }) => sum + archived, 0),
    notices: gaps.ok ? [] : [gaps.refusal.message],
  });
}

type ListName = Exclude<keyof Lists, "archived">;

function merge(lists: readonly Lists[], name: ListName): readonly LifecycleSkill[] {
  return lists.flatMap((one) => one[name]).sort((a, b) => (a.name < b.name ? -1 : 1));
}

function listsOf({ curator }: MatcherRoot, view: LibraryView, hidden: ReadonlySet<string>): Lists {
  const reasons = archiveReasons(selectFrom(curator, view, true));
  const rows = view.library.skills
    .filter(({ name }) => !hidden.has(name))
    .map(({ name }) => describeSkill(curator, view, name, reasons));
  return {
    active: rows.filter(({ state }) => state === "active"),
    stale: rows.filter(({ state }) => state === "stale"),
    drafts: rows.filter(({ state }) => state === "draft"),
    candidates_promote: rows.filter(
      ({ state, effectiveness, uses }) =>
        state === "draft" && effectiveness > PROMOTE_EFFECTIVENESS_MIN && uses >= PROMOTE_USES_MIN,
    ),
    candidates_archive: rows.filter(({ name }) => reasons.has(name)),
    archived: countArchived(view),
  };
}

function archiveReasons({ candidates }: Selection): ReadonlyMap<string, string> {
  return new Map(
    candidates
      .filter(({ action }) => action === "archive")
      .flatMap(({ skills, reason }) => skills.map((skill) => [skill, reason] as const)),
  );
}

function describeSkill(
  { config }: MatcherRoot["curator"],
  view: LibraryView,
  name: string,
  reasons: ReadonlyMap<string, string>,
): LifecycleSkill {
  const history = getSkillHistory(view.history, name);
  const activity = activityOf(history, config, view.nowUs, view.history.lastCurationAtUs);
  const isDraft = history.draft === true || findSidecarSkill(view.sidecar, name)?.draft === true;
  const effectiveness = history.effectiveness?.score ?? EFFECTIVENESS_START;
  const uses = history.effectiveness?.uses ?? 0;
  return {
    name,
    state: isDraft ? "draft" : activity.stale ? "stale" : "active",
    effectiveness: roundShare(effectiveness),
    uses,
    idle_days: activity.idleDays,
    last_loaded_at: activity.lastLoadedAtUs === null ? null : isoFromUs(activity.lastLoadedAtUs),
    reason: reasons.get(name) ?? describeUse(activity.idleDays, uses),
  };
}

function describeUse(idleDays: number | null, uses: number): string {
  const idle =
    idleDays === null ? "no date of use is known" : `idle ${idleDays} ${idleDays === 1 ? "day" : "days"}`;
  return uses === 0 ? idle : `${idle}, ${uses} ${uses === 1 ? "outcome" : "outcomes"}`;
}

function countArchived({ sidecar }: LibraryView): number {
  return Object.values(sidecar.skills).filter(({ archive_path: path }) => path !== null).length;
}
