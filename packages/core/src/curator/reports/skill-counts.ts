import type { ActivityReader, TraceStore } from "../../ports/trace-store.ts";
import { findSidecarSkill } from "../../roots/sidecar-entry.ts";
import { getSkillHistory } from "../../trace/index.ts";
import { ROOT_HISTORY_TYPES } from "../../trace/read-root-history.ts";
import { archivesOf } from "../archive-records.ts";
import type { CuratorDeps } from "../curator-deps.ts";
import { type LibraryView, readLibraryView } from "../library-view.ts";
import { done } from "../refusals.ts";
import type { Outcome } from "../skill-curator.ts";

/** How many skills a root holds now. */
export interface SkillCounts {
  /** Live ones. */
  readonly pinned: number;
  /** Names that lie in the archive alone. */
  readonly archived: number;
  /** Every live skill, stale ones and drafts too. */
  readonly active: number;
}

/** The bulk of a trace; none of them pins or archives anything. */
const ACTIVITY_TYPES: ReadonlySet<string> = new Set(["skill.loaded", "skill.feedback"]);

/** The events that counts depend on. */
export const COUNTED_TYPES: readonly string[] = ROOT_HISTORY_TYPES.filter(
  (type) => !ACTIVITY_TYPES.has(type),
);

/**
 * Counts the skills of a root without reading what was loaded when. `known` holds what was counted in views that
 * may be held. Refusals as `readLibraryView`.
 */
export async function countSkills(
  deps: CuratorDeps,
  known: WeakMap<LibraryView, SkillCounts> = new WeakMap(),
): Promise<Outcome<SkillCounts>> {
  const read = await readLibraryView({ ...deps, trace: withoutActivity(deps.trace) });
  if (!read.ok) return read;
  const counts = known.get(read.value) ?? countIn(deps, read.value);
  known.set(read.value, counts);
  return done(counts);
}

function countIn(deps: CuratorDeps, view: LibraryView): SkillCounts {
  const live = new Set(view.library.skills.map(({ name }) => name));
  const archived = new Set(
    archivesOf(deps, view)
      .filter(({ record, present, skill }) => present && record.kind === "archive" && !live.has(skill))
      .map(({ skill }) => skill),
  );
  return {
    pinned: [...live].filter((name) => isPinned(view, name)).length,
    archived: archived.size,
    active: live.size,
  };
}

function isPinned(view: LibraryView, name: string): boolean {
  return getSkillHistory(view.history, name).pinned || findSidecarSkill(view.sidecar, name)?.pinned === true;
}

function withoutActivity(trace: TraceStore): TraceStore {
  const scan: ActivityReader["scan"] = (types, window) => {
    const rest = types.filter((type) => !ACTIVITY_TYPES.has(type));
    return window === undefined ? trace.scan(rest) : trace.scan(rest, window);
  };
  return { ...trace, scan, scanLoads: noLoads };
}

async function* noLoads(): AsyncGenerator<never> {}
