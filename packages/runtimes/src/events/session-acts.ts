import { differInKind } from "./call-ids.ts";
import { actKey, callKey, type KnownSession } from "./session-memory.ts";
import type { ToolObservation } from "./tool-event.ts";

type KnownActs = Pick<KnownSession, "acts" | "calls">;

/** Everything that one session has done beside its loads, while events are made of what came after. */
export class SessionActs {
  private readonly acts: Set<string>;
  private readonly calls: Map<string, readonly string[]>;
  /** Calls that the session has under another id. */
  private readonly repeated = new Set<string>();
  private readonly isLive: boolean;

  constructor({ acts, calls }: KnownActs, isLive: boolean) {
    this.acts = new Set(acts);
    this.calls = new Map(calls);
    this.isLive = isLive;
  }

  all(): KnownActs {
    return { acts: this.acts, calls: this.calls };
  }

  /** What another session did, whose records this one holds too. */
  addEarlier({ acts, calls }: KnownActs): void {
    for (const act of acts) this.acts.add(act);
    for (const [key, ids] of calls) {
      this.calls.set(key, [...new Set([...(this.calls.get(key) ?? []), ...ids])]);
    }
  }

  /** Whether the session has no such act yet; it has then. `skill`: empty for a tool call. */
  isNew(type: string, toolUseId: string | null, skill: string): boolean {
    if (toolUseId === null) return true;
    const key = actKey(type, toolUseId, skill);
    if (this.acts.has(key)) return false;
    const other = this.isLive || skill === "" ? undefined : this.findOther(type, toolUseId, skill);
    if (other !== undefined) this.acts.delete(other);
    this.acts.add(key);
    return other === undefined;
  }

  /**
   * Whether the session has this call under an id of our own, or the other way round. Of a history each such id stands for
   * one call: live, several may have had the same.
   */
  isRepeated(observation: ToolObservation): boolean {
    const { toolUseId } = observation;
    if (observation.kind !== "tool-called") return this.repeated.has(toolUseId);
    const key = callKey(observation.toolName, observation.inputHash);
    const ids = this.calls.get(key) ?? [];
    if (ids.includes(toolUseId)) return false;
    const other = ids.find((id) => differInKind(id, toolUseId));
    if (other !== undefined) this.repeated.add(toolUseId);
    if (other === undefined) this.calls.set(key, [...ids, toolUseId]);
    else if (!this.isLive) this.calls.set(key, [...ids.filter((id) => id !== other), toolUseId]);
    return other !== undefined;
  }

  /** The same act under an id of another making. */
  private findOther(type: string, toolUseId: string, skill: string): string | undefined {
    const start = JSON.stringify([type]).slice(0, -1);
    return [...this.acts].find((key) => {
      if (!key.startsWith(start)) return false;
      const [otherType, otherId, otherSkill] = JSON.parse(key) as readonly [string, string, string];
      return otherType === type && otherSkill === skill && differInKind(otherId, toolUseId);
    });
  }
}
