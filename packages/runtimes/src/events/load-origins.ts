import type { EventEnvelope } from "@metis-curate/core";
import { isRealCallId, isUniqueCallId } from "./call-ids.ts";
import { type KnownLoad, loadOf } from "./session-memory.ts";

/** More are not remembered: of the rest each session's own count. */
const LOADS_MAX = 500_000;

export interface LoadOfSession {
  readonly sessionId: string;
  readonly load: KnownLoad;
}

/** Which session a load was first told of, for those that hold the records of another one. */
export class LoadOrigins {
  private readonly sessions = new Map<string, string>();

  constructor(loads: Iterable<LoadOfSession>) {
    for (const { sessionId, load } of loads) this.note(sessionId, load);
  }

  add({ type, sessionId, timestampUs, payload }: EventEnvelope): void {
    if (type === "skill.loaded") this.note(sessionId, loadOf(payload, timestampUs));
  }

  /** The other session that has the load; null where there is none. */
  find(sessionId: string, load: KnownLoad): string | null {
    const key = keyOf(load);
    const origin = key === null ? undefined : this.sessions.get(key);
    return origin === undefined || origin === sessionId ? null : origin;
  }

  private note(sessionId: string, load: KnownLoad): void {
    const key = this.sessions.size < LOADS_MAX ? keyOf(load) : null;
    if (key !== null && !this.sessions.has(key)) this.sessions.set(key, sessionId);
  }
}

/** By its id where no two have one, else by what was loaded at which moment. */
function keyOf({ root, skill, atUs, toolUseId }: KnownLoad): string | null {
  if (toolUseId !== null && !isRealCallId(toolUseId)) return null;
  return toolUseId !== null && isUniqueCallId(toolUseId)
    ? `${toolUseId} ${skill}`
    : JSON.stringify([root, skill, atUs, toolUseId]);
}
