import type { EventEnvelope } from "../../events/envelope.ts";
import { getSkillHistory, isoFromUs, type SkillHistory } from "../../trace/index.ts";
import { curatedAction, eventSignals, eventSkill, payloadText } from "../../trace/payload.ts";
import type { CuratorDeps } from "../curator-deps.ts";
import type { LibraryView } from "../library-view.ts";
import type { ListedSkill } from "../list-report.ts";

const DAY_US = 86_400_000_000;
const WEEK_US = 7 * DAY_US;

/** How many skills were in each state when a week ended; the last one has not ended and is now. */
export interface LibrarySize {
  /** The Monday (UTC) it begins on, `YYYY-MM-DD`. */
  readonly week: string;
  readonly active: number;
  readonly stale: number;
  readonly archived: number;
}

type SkillSizeState = "active" | "stale" | "archived" | "absent";

/**
 * The sizes of the library over the weeks that begin at `weekStartsUs`, of the skills it still knows: what lay in
 * the archive when, by the acts; what was stale, by the loads. A skill of unknown age was always there.
 */
export function librarySizes(
  deps: CuratorDeps,
  view: LibraryView,
  rows: readonly ListedSkill[],
  weekStartsUs: readonly number[],
): readonly LibrarySize[] {
  const moves = movesBySkill(view.history.acts);
  return weekStartsUs.map((startUs) => {
    const atUs = Math.min(startUs + WEEK_US, view.nowUs);
    const states = rows.map((row) =>
      atUs === view.nowUs
        ? stateNow(row)
        : stateAt(getSkillHistory(view.history, row.name), moves.get(row.name) ?? [], row, atUs, deps),
    );
    const count = (wanted: SkillSizeState): number => states.filter((state) => state === wanted).length;
    const week = isoFromUs(startUs).slice(0, "YYYY-MM-DD".length);
    return { week, active: count("active"), stale: count("stale"), archived: count("archived") };
  });
}

function stateNow({ state }: ListedSkill): SkillSizeState {
  return state === "draft" ? "active" : state;
}

function stateAt(
  history: SkillHistory,
  moves: readonly Move[],
  row: ListedSkill,
  atUs: number,
  { config }: CuratorDeps,
): SkillSizeState {
  const { createdAtUs } = history;
  if (createdAtUs !== null && createdAtUs > atUs) return "absent";
  if (isArchivedAt(moves, row, atUs)) return "archived";
  const usedUs = lastUseUs(history, atUs);
  return usedUs !== null && atUs - usedUs >= config.stale_after_days * DAY_US ? "stale" : "active";
}

interface Move {
  readonly atUs: number;
  readonly archives: boolean;
}

/** Without any recorded move before, a skill was where its first move took it from; without one, where it is. */
function isArchivedAt(moves: readonly Move[], row: ListedSkill, atUs: number): boolean {
  const last = moves.findLast((move) => move.atUs <= atUs);
  if (last !== undefined) return last.archives;
  const first = moves[0];
  return first === undefined ? row.state === "archived" : !first.archives;
}

function movesBySkill(acts: readonly EventEnvelope[]): ReadonlyMap<string, readonly Move[]> {
  const moves = new Map<string, Move[]>();
  for (const event of acts) {
    const skill = eventSkill(event);
    const archives = movesToArchive(event);
    if (skill === null || archives === null) continue;
    const own = moves.get(skill) ?? [];
    moves.set(skill, own);
    own.push({ atUs: event.timestampUs, archives });
  }
  return moves;
}

/** True into the archive, false out of it, null for acts that move nothing. */
function movesToArchive(event: EventEnvelope): boolean | null {
  const action = curatedAction(event);
  if (action === "archive") return true;
  const restored = payloadText(eventSignals(event), "restored_kind") ?? "archive";
  return action === "restore" && restored === "archive" ? false : null;
}

function lastUseUs({ loads, createdAtUs, lastTouchedAtUs }: SkillHistory, atUs: number): number | null {
  const loaded = loads.findLast((load) => load.atUs <= atUs)?.atUs ?? null;
  const known = [loaded, createdAtUs, lastTouchedAtUs].filter((us) => us !== null && us <= atUs);
  return known.length === 0 ? null : Math.max(...known.map((us) => us ?? 0));
}
