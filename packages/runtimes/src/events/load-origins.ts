import type { EventEnvelope } from "@metis-curate/core";
import { isRealCallId, isUniqueCallId, tellsCallsApart } from "./call-ids.ts";
import { type KnownLoad, type KnownSession, loadOf } from "./session-memory.ts";

/** More are not remembered: of the rest each session's own count. */
const LOADS_MAX = 500_000;

/** A turn may take so long from its prompt to a load; clocks may differ by so much. */
const TURN_MAX_US = 3_600_000_000;
const CLOCKS_US = 5_000_000;
/** Between what a hook tells of a call and what its transcript says. */
const SAME_CALL_US = 60_000_000;

/** What is told of a skill: that it was loaded, or written. */
export const ORIGIN_TYPES: readonly string[] = ["skill.loaded", "skill.observed", "skill.created"];

/** A load, or a write, which has the same parts. */
export interface LoadOfSession {
  readonly sessionId: string;
  readonly load: KnownLoad;
}

interface Origin {
  readonly sessionId: string;
  readonly atUs: number;
}

/** Which session a load or a write was first told of, for those that hold the records of another one. */
export class LoadOrigins {
  private readonly origins = new Map<string, Origin>();

  constructor(loads: Iterable<LoadOfSession>) {
    for (const { sessionId, load } of loads) this.note(sessionId, load);
  }

  add({ type, sessionId, timestampUs, payload }: EventEnvelope): void {
    if (ORIGIN_TYPES.includes(type)) this.note(sessionId, loadOf(payload, timestampUs));
  }

  /**
   * The other session that has the load; null where there is none. `isCopied`: a record of it says that it may be copied;
   * only then may its times differ.
   */
  find(sessionId: string, load: KnownLoad, isCopied: boolean): string | null {
    const key = keyOf(load);
    const origin = key === null ? undefined : this.origins.get(key);
    if (origin === undefined || origin.sessionId === sessionId) return null;
    const isSame = isCopied || Math.abs(origin.atUs - load.atUs) <= SAME_CALL_US;
    return isSame ? origin.sessionId : null;
  }

  private note(sessionId: string, load: KnownLoad): void {
    const key = this.origins.size < LOADS_MAX ? keyOf(load) : null;
    if (key !== null && !this.origins.has(key)) this.origins.set(key, { sessionId, atUs: load.atUs });
  }
}

/** By its id where no two have one, else by what was loaded at which moment. */
function keyOf({ root, skill, atUs, toolUseId }: KnownLoad): string | null {
  if (toolUseId !== null && !isRealCallId(toolUseId)) return null;
  return toolUseId !== null && isUniqueCallId(toolUseId)
    ? `${toolUseId} ${skill}`
    : JSON.stringify([root, skill, atUs, toolUseId]);
}

/**
 * Returns the other session where it has the load too, null otherwise. One under the same id, or without one as well,
 * stands for every copy of it; one under an id of what was called stands for one, told live after the prompt whose time is
 * all that the history has.
 */
export function takeCopied(session: KnownSession, asked: KnownLoad): KnownSession | null {
  const at = session.loads.findIndex(({ root, skill, atUs, toolUseId }) => {
    if (root !== asked.root || skill !== asked.skill) return false;
    if (toolUseId === asked.toolUseId) return true;
    if (toolUseId === null || asked.toolUseId === null) return false;
    const laterUs = atUs - asked.atUs;
    return !tellsCallsApart(toolUseId) && laterUs >= -CLOCKS_US && laterUs <= TURN_MAX_US;
  });
  if (at < 0) return null;
  return {
    ...session,
    loads: session.loads.map((load, n) => (n === at ? { ...load, toolUseId: asked.toolUseId } : load)),
  };
}
