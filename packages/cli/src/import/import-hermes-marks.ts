import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import type { EventEnvelope } from "@metis-curate/core";
import {
  derivedEventId,
  draftMarkEvents,
  type HermesMark,
  hermesDirectory,
  type MarkEvent,
  parseHermesMarks,
  type ResolvedSkill,
  type SkillResolver,
} from "@metis-curate/runtimes";
import type { HookPlace } from "../hook/hook-place.ts";
import { type ImportTarget, markKey } from "./import-target.ts";

const RUNTIME = "hermes";
/** Marks belong to no session; they stand in one of their own. */
export const MARKS_SESSION = "hermes-marks";
const FILE_BYTES_MAX = 64 * 1024 * 1024;

export interface MarksReport {
  /** Skills that Hermes has marks of. */
  readonly marks: number;
  /** Marks of skills that are not there, or are in no library. */
  readonly unresolved: number;
  /** New events by type. */
  readonly events: Readonly<Record<string, number>>;
  /** Files and entries of an unknown shape. */
  readonly unread: readonly string[];
}

/** Reads what Hermes itself knows of its skills into the trace (CONTRACTS 14); what is there already is left alone. */
export function importHermesMarks(
  place: HookPlace,
  resolver: SkillResolver,
  target: ImportTarget,
  nowUs: number,
): MarksReport {
  const skills = join(hermesDirectory(place), "skills");
  const { marks, unread } = parseHermesMarks({
    usage: readText(join(skills, ".usage.json")),
    bundledManifest: readText(join(skills, ".bundled_manifest")),
    hubLock: readText(join(skills, ".hub", "lock.json")),
  });
  const known = target.marks(MARKS_SESSION);
  const found = marks.map((mark) => ({ mark, skill: resolveMark(resolver, mark) }));
  const events = found.flatMap(({ mark, skill }) =>
    skill === null ? [] : draftMarkEvents(mark, skill, nowUs).map((event) => toEvent(event, skill)),
  );
  const fresh = events.filter(({ type, payload }) => !known.has(markKey(type, payload)));
  if (fresh.length > 0) target.append(fresh);
  return {
    marks: marks.length,
    unresolved: found.filter(({ skill }) => skill === null).length,
    events: countByType(fresh),
    unread,
  };
}

/** Node 20 has no `Map.groupBy`. */
function countByType(events: readonly EventEnvelope[]): Readonly<Record<string, number>> {
  const counts = new Map<string, number>();
  for (const { type } of events) counts.set(type, (counts.get(type) ?? 0) + 1);
  return Object.fromEntries(counts);
}

function resolveMark(resolver: SkillResolver, { skill: name }: HermesMark): ResolvedSkill | null {
  const found = resolver.resolve({ runtime: RUNTIME, skill: { name, path: null }, workspace: null });
  return found.kind === "skill" ? found : null;
}

function toEvent({ type, actor, atUs, key, payload }: MarkEvent, skill: ResolvedSkill): EventEnvelope {
  const parts = {
    runtime: RUNTIME,
    sessionId: MARKS_SESSION,
    key: `${skill.rootKey}/${skill.skill}/${key}`,
    type,
    atUs,
  };
  return {
    id: derivedEventId(parts),
    timestampUs: atUs,
    sessionId: MARKS_SESSION,
    turnId: null,
    parentEventId: null,
    type,
    actor,
    sensitivity: "pseudonymous",
    payload: { ...payload, mark: key },
  };
}

function readText(path: string): string | null {
  try {
    return statSync(path).size > FILE_BYTES_MAX ? "" : readFileSync(path, "utf8");
  } catch {
    return null;
  }
}
