import type { EventEnvelope } from "../../events/envelope.ts";
import type { IndexFeedback, IndexScouted } from "../../ports/skill-index.ts";
import type { ActivityReader, StoredEvent } from "../../ports/trace-store.ts";
import type { Root } from "../../roots/root.ts";
import { correctedTimeUs } from "../../trace/event-time.ts";
import { eventRootKey, eventScope, type IsNearestRoot } from "../../trace/scope.ts";
import { FEEDBACK_OUTCOMES } from "../skill-matcher.ts";

/** Marks a task of which only a hash is kept. */
export const HASHED_TASK = "sha256:";

/** One `skill.matched` as recorded. */
export interface MatchRecord {
  readonly eventId: string;
  readonly sessionId: string;
  readonly atUs: number;
  /** Text, or `HASHED_TASK` and a hash; null when it was not kept. */
  readonly task: string | null;
  /** Null when none fitted. */
  readonly bestSkill: string | null;
  readonly bestScore: number;
  /** The first of `top`, fitting or not. */
  readonly closest: { readonly name: string; readonly score: number } | null;
  readonly profile: string | readonly string[] | null;
}

/** What the trace says about matching in one root, by insertion. */
export interface MatchingHistory {
  readonly matches: readonly MatchRecord[];
  readonly feedback: readonly IndexFeedback[];
  readonly scouted: readonly IndexScouted[];
}

export interface MatchingHistoryDeps {
  readonly nowUs: number;
  readonly realpath: (path: string) => string | null;
  readonly isNearestRoot: IsNearestRoot;
}

const TYPES = ["skill.matched", "skill.feedback", "skill.scouted"] as const;

/**
 * Reads matches, feedback and scouted skills of one root. Matches and scouted skills belong to the root they name;
 * feedback without one to the nearest root of its session (CONTRACTS 4.5, 13.1). Throws `TraceError`.
 */
export async function readMatchingHistory(
  trace: ActivityReader,
  root: Root,
  deps: MatchingHistoryDeps,
): Promise<MatchingHistory> {
  const stored: StoredEvent[] = [];
  for await (const batch of trace.scan(TYPES)) {
    stored.push(...batch.events.filter(({ event }) => (eventRootKey(event) ?? root.key) === root.key));
  }
  stored.sort((a, b) => a.position - b.position);
  const homeless = stored
    .filter(({ event }) => eventRootKey(event) === null)
    .map(({ event }) => event.sessionId);
  const workspaces = await trace.findSessionWorkspaces([...new Set(homeless)]);
  const isOurs = (event: EventEnvelope): boolean => {
    if (event.type !== "skill.feedback") return eventRootKey(event) === root.key;
    const path = workspaces.get(event.sessionId) ?? null;
    const workspace = path === null ? null : (deps.realpath(path) ?? path);
    return eventScope(event, workspace, root, deps.isNearestRoot).outcome;
  };
  const events = stored.map(({ event }) => event).filter(isOurs);
  return {
    matches: events.flatMap((event) => toMatch(event, deps.nowUs)),
    feedback: events.flatMap((event) => toFeedback(event, deps.nowUs)),
    scouted: events.flatMap((event) => toScouted(event, deps.nowUs)),
  };
}

function timeOf(event: EventEnvelope, nowUs: number): number {
  return correctedTimeUs(event, nowUs) ?? nowUs;
}

function toMatch(event: EventEnvelope, nowUs: number): readonly MatchRecord[] {
  if (event.type !== "skill.matched") return [];
  const { task, best_skill: bestSkill, best_score: bestScore, top, profile } = event.payload;
  return [
    {
      eventId: event.id,
      sessionId: event.sessionId,
      atUs: timeOf(event, nowUs),
      task: typeof task === "string" && task !== "" ? task : null,
      bestSkill: typeof bestSkill === "string" ? bestSkill : null,
      bestScore: typeof bestScore === "number" ? bestScore : 0,
      closest: Array.isArray(top) ? findClosest(top) : null,
      profile: decodeProfile(profile),
    },
  ];
}

function findClosest(top: readonly unknown[]): MatchRecord["closest"] {
  const first = top[0];
  if (typeof first !== "object" || first === null) return null;
  const { name, score } = first as Readonly<Record<string, unknown>>;
  return typeof name === "string" && typeof score === "number" ? { name, score } : null;
}

function decodeProfile(value: unknown): MatchRecord["profile"] {
  if (typeof value === "string") return value;
  return Array.isArray(value) ? value.filter((name) => typeof name === "string") : null;
}

function toFeedback(event: EventEnvelope, nowUs: number): readonly IndexFeedback[] {
  if (event.type !== "skill.feedback") return [];
  const { skill_id: skill, outcome, task } = event.payload;
  const known = FEEDBACK_OUTCOMES.find((one) => one === outcome);
  if (typeof skill !== "string" || known === undefined) return [];
  return [
    {
      eventId: event.id,
      skill,
      sessionId: event.sessionId,
      outcome: known,
      task: typeof task === "string" ? task : null,
      atUs: timeOf(event, nowUs),
    },
  ];
}

const STATUSES = ["new", "adopted", "dismissed"] as const;

function toScouted(event: EventEnvelope, nowUs: number): readonly IndexScouted[] {
  if (event.type !== "skill.scouted") return [];
  const {
    source_url: sourceUrl,
    name,
    description,
    relevance_score: score,
    status,
    matched_gap,
  } = event.payload;
  const known = STATUSES.find((one) => one === status);
  if (typeof sourceUrl !== "string" || typeof name !== "string" || known === undefined) return [];
  return [
    {
      sourceUrl,
      name,
      description: typeof description === "string" ? description : null,
      relevanceScore: typeof score === "number" ? score : 0,
      matchedGap: typeof matched_gap === "string" ? matched_gap : null,
      status: known,
      discoveredAtUs: timeOf(event, nowUs),
    },
  ];
}
