import type { LoadEvent } from "../events/envelope.ts";
import type { StoredEvent } from "../ports/trace-store.ts";
import type { Root } from "../roots/root.ts";
import { correctedTimeUs } from "./event-time.ts";
import { eventSkill } from "./payload.ts";
import { eventRootKey, type LoadPlace, loadPlace } from "./scope.ts";

/** What is kept of a `skill.loaded`: nearly all of a trace is these, and their payloads say no more. */
export interface KeptLoad {
  readonly id: string;
  /** Corrected for clock skew, microseconds; null when no time of it can be believed (CONTRACTS 4.6). */
  readonly atUs: number | null;
  readonly sessionId: string;
  readonly place: LoadPlace;
}

/** The events of a trace that may count for one root; those that name another root are not kept. */
export class RootEvents {
  /** By skill, in the order they were added. */
  readonly loads = new Map<string, KeptLoad[]>();
  /** Everything but loads. */
  readonly others: StoredEvent[] = [];
  /** Sessions whose workspace decides what an event counts for. */
  readonly sessionIds = new Set<string>();
  readonly #sessions = new Map<string, string>();
  readonly #root: Root;
  readonly #nowUs: number;

  constructor(root: Root, nowUs: number) {
    this.#root = root;
    this.#nowUs = nowUs;
  }

  /** Any event that the fold reads. */
  add(stored: StoredEvent): void {
    const { event } = stored;
    if (event.type === "skill.loaded") {
      this.addLoad(event);
      return;
    }
    const owner = eventRootKey(event);
    if (owner !== null && owner !== this.#root.key) return;
    if (owner === null) this.sessionIds.add(event.sessionId);
    this.others.push(stored);
  }

  /** A `skill.loaded`, whose place in the order of insertion does not matter. */
  addLoad(event: LoadEvent): void {
    const owner = eventRootKey(event);
    const skill = eventSkill(event);
    if (skill === null || (owner !== null && owner !== this.#root.key)) return;
    const { id, sessionId } = event;
    const place = loadPlace(event);
    if (place === "session") this.sessionIds.add(sessionId);
    const load = { id, atUs: correctedTimeUs(event, this.#nowUs), sessionId: this.#same(sessionId), place };
    const before = this.loads.get(skill);
    if (before === undefined) this.loads.set(skill, [load]);
    else before.push(load);
  }

  /** A session has many loads, and each comes with a text of its own. */
  #same(sessionId: string): string {
    const before = this.#sessions.get(sessionId);
    if (before !== undefined) return before;
    this.#sessions.set(sessionId, sessionId);
    return sessionId;
  }
}
