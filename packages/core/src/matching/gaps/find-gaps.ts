import { createHash } from "node:crypto";
import { isoFromUs } from "../../trace/time.ts";
import { HASHED_TASK, type MatchRecord } from "../learning/matching-history.ts";
import type { GapAction, ProfileRequest, SkillGap } from "../skill-matcher.ts";
import { cutText } from "../terms/task-terms.ts";
import { clusterTasks, GAP_OCCURRENCES_MIN, type TaskCluster } from "./cluster-tasks.ts";

const SAMPLES_MAX = 3;
const SAMPLE_CHARACTERS_MAX = 200;
const THEME_WORDS = 4;
const ID_DIGITS = 12;
/** A need that so many sessions had is likely not only ours: somebody may have written the skill. */
const SCOUT_SESSIONS_MIN = 3;

export type UnmatchedRecord = MatchRecord & { readonly task: string; readonly id: string };

/** Unmatched tasks of which something was kept, narrowed to a session and a profile. */
export function unmatchedTasks(
  matches: readonly MatchRecord[],
  filter: { readonly sessionId?: string | undefined; readonly profile?: ProfileRequest | null | undefined },
): readonly UnmatchedRecord[] {
  const profile = filter.profile ?? null;
  return matches
    .filter(({ bestSkill }) => bestSkill === null)
    .filter(({ sessionId }) => filter.sessionId === undefined || sessionId === filter.sessionId)
    .filter((record) => profile === null || isSameProfile(record.profile, profile))
    .flatMap((record) =>
      record.task === null ? [] : [{ ...record, task: record.task, id: record.eventId }],
    );
}

function isSameProfile(recorded: MatchRecord["profile"], asked: ProfileRequest): boolean {
  if (typeof recorded === "string" || typeof asked === "string") return recorded === asked;
  if (recorded === null) return false;
  const wanted = new Set(asked);
  return recorded.length === wanted.size && recorded.every((name) => wanted.has(name));
}

export type GapCluster = TaskCluster<UnmatchedRecord>;

/** The clusters that are gaps: three tasks or more, most occurrences first, then the one seen last. */
export function gapClusters(unmatched: readonly UnmatchedRecord[]): readonly GapCluster[] {
  return clusterTasks(unmatched)
    .filter(({ tasks }) => tasks.length >= GAP_OCCURRENCES_MIN)
    .sort((a, b) => b.tasks.length - a.tasks.length || lastSeenUs(b) - lastSeenUs(a));
}

/** How a cluster would be answered now. */
export interface GapAnswer {
  readonly closest: { readonly name: string; readonly score: number } | null;
  readonly isNear: boolean;
  readonly restore: string | null;
}

export function describeCluster(cluster: GapCluster, answer: GapAnswer): SkillGap {
  const { tasks } = cluster;
  const sessions = new Set(tasks.map(({ sessionId }) => sessionId)).size;
  return {
    id: gapId(cluster),
    theme: themeOf(cluster),
    occurrences: tasks.length,
    sessions,
    first_seen: isoFromUs(firstSeenUs(cluster)),
    last_seen: isoFromUs(lastSeenUs(cluster)),
    samples: samplesOf(cluster),
    closest_skill: answer.closest,
    recommended_action: recommend(answer, sessions),
    restore: answer.restore,
  };
}

/** Extend what is near; look elsewhere for what many sessions miss; else write it. */
function recommend({ isNear }: GapAnswer, sessions: number): GapAction {
  if (isNear) return "evolve_skill";
  return sessions >= SCOUT_SESSIONS_MIN ? "scout_external" : "create_skill";
}

function gapId({ tasks }: GapCluster): string {
  const first = tasks[0]?.id ?? "";
  return `gap-${createHash("sha256").update(first, "utf8").digest("hex").slice(0, ID_DIGITS)}`;
}

export function themeOf({ words, tasks }: GapCluster): string {
  if (words.length > 0) return words.slice(0, THEME_WORDS).join(" ");
  return tasks[0]?.task.startsWith(HASHED_TASK) === true ? "(only hashes are kept)" : "(no words)";
}

function samplesOf({ tasks }: GapCluster): readonly string[] {
  const newest = [...new Set(tasks.map(({ task }) => task).reverse())];
  return newest.slice(0, SAMPLES_MAX).map((task) => cutText(task, SAMPLE_CHARACTERS_MAX));
}

function firstSeenUs({ tasks }: GapCluster): number {
  return tasks.reduce((least, { atUs }) => Math.min(least, atUs), Number.POSITIVE_INFINITY);
}

function lastSeenUs({ tasks }: GapCluster): number {
  return tasks.reduce((most, { atUs }) => Math.max(most, atUs), 0);
}
