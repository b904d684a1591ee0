/** A load that is in the trace, or about to be. */
export interface KnownLoad {
  readonly root: string;
  readonly skill: string;
  readonly atUs: number;
  readonly toolUseId: string | null;
  /** What the trace says of its time, where a history has it earlier. */
  readonly toldAtUs?: number;
  /** Whether its record was met since the trace was read. */
  readonly isRead?: boolean;
}

/** What the trace has of one session already. */
export interface KnownSession {
  /** Time of its `session.created`; null where there is none. */
  readonly createdAtUs: number | null;
  /** Told before anything of it was worth an event; null where it was not. */
  readonly model: string | null;
  readonly isEnded: boolean;
  /** In the order of their times. */
  readonly loads: readonly KnownLoad[];
  /** Type and tool use of every other event that has one, as `actKey` writes them. */
  readonly acts: ReadonlySet<string>;
  /** Ids of calls by what was called with what, as `callKey` writes it. */
  readonly calls: ReadonlyMap<string, readonly string[]>;
}

export const UNKNOWN_SESSION: KnownSession = {
  createdAtUs: null,
  model: null,
  isEnded: false,
  loads: [],
  acts: new Set(),
  calls: new Map(),
};

export function actKey(type: string, toolUseId: string, skill = ""): string {
  return JSON.stringify([type, toolUseId, skill]);
}

export function callKey(toolName: string, inputHash: string): string {
  return `${inputHash} ${toolName}`;
}

/** A row of the trace, as far as it tells what a session has. */
export interface SessionRow {
  readonly type: string;
  readonly timestamp_us: number;
  readonly payload_json: string;
}

/** The types that a session's memory is made of. */
export const SESSION_MEMORY_TYPES: readonly string[] = [
  "session.created",
  "session.ended",
  "skill.loaded",
  "skill.observed",
  "skill.created",
  "tool.called",
  "tool.completed",
  "tool.failed",
];

/**
 * Reads what the trace has of a session; a broken row is as if it were not there, and so is one of another runtime than
 * the given: two agents may call their sessions alike.
 */
export function rememberSession(rows: readonly SessionRow[], runtime?: string): KnownSession {
  let createdAtUs: number | null = null;
  let isEnded = false;
  const loads: KnownLoad[] = [];
  const acts = new Set<string>();
  const calls = new Map<string, readonly string[]>();
  for (const { type, timestamp_us: atUs, payload_json: json } of rows) {
    const payload = parsePayload(json);
    if (payload === null || isOfOther(payload, runtime)) continue;
    if (type === "session.created") createdAtUs = Math.min(createdAtUs ?? atUs, atUs);
    else if (type === "session.ended") isEnded = true;
    else if (type === "skill.loaded") loads.push(loadOf(payload, atUs));
    else if (typeof payload["tool_use_id"] === "string") {
      const skill = typeof payload["skill_id"] === "string" ? payload["skill_id"] : "";
      acts.add(actKey(type, payload["tool_use_id"], skill));
      if (type === "tool.called") noteCall(calls, payload, payload["tool_use_id"]);
    }
  }
  loads.sort((left, right) => left.atUs - right.atUs);
  return { createdAtUs, model: null, isEnded, loads, acts, calls };
}

/** Two readings of one session: what either knows. A load of the first may have taken another id since. */
export function joinSessions(left: KnownSession, right: KnownSession): KnownSession {
  const isIn = ({ root, skill, atUs }: KnownLoad) =>
    left.loads.some(
      (load) => load.root === root && load.skill === skill && (load.toldAtUs ?? load.atUs) === atUs,
    );
  const calls = new Map(left.calls);
  for (const [key, ids] of right.calls) calls.set(key, [...new Set([...(calls.get(key) ?? []), ...ids])]);
  return {
    createdAtUs: left.createdAtUs ?? right.createdAtUs,
    model: left.model,
    isEnded: left.isEnded || right.isEnded,
    loads: [...left.loads, ...right.loads.filter((load) => !isIn(load))].sort((a, b) => a.atUs - b.atUs),
    acts: new Set([...left.acts, ...right.acts]),
    calls,
  };
}

function isOfOther({ runtime: said }: Readonly<Record<string, unknown>>, runtime?: string): boolean {
  return runtime !== undefined && typeof said === "string" && said !== runtime;
}

function noteCall(
  calls: Map<string, readonly string[]>,
  { tool_name: name, input_hash: hash }: Readonly<Record<string, unknown>>,
  id: string,
): void {
  if (typeof name !== "string" || typeof hash !== "string") return;
  const key = callKey(name, hash);
  calls.set(key, [...(calls.get(key) ?? []), id]);
}

/** Reads the load of a `skill.loaded`, or what a write has of the same. */
export function loadOf(payload: Readonly<Record<string, unknown>>, atUs: number): KnownLoad {
  const text = (name: string) => (typeof payload[name] === "string" ? payload[name] : null);
  return {
    root: text("root") ?? "",
    skill: text("skill_id") ?? "",
    atUs,
    toolUseId: text("triggered_by_tool_use_id") ?? text("tool_use_id"),
  };
}

function parsePayload(json: string): Readonly<Record<string, unknown>> | null {
  try {
    const value: unknown = JSON.parse(json);
    return typeof value === "object" && value !== null && !Array.isArray(value)
      ? (value as Readonly<Record<string, unknown>>)
      : null;
  } catch {
    return null;
  }
}
