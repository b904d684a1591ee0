import type { SkillLoaded } from "../observation.ts";
import { differInKind, tellsCallsApart } from "./call-ids.ts";
import type { KnownLoad } from "./session-memory.ts";

/** A slash command has no id: the same skill within so long is the same load. */
const SAME_LOAD_US = 5_000_000;

/** The loads of one session while events are made of what came after. */
export class SessionLoads {
  private loads: KnownLoad[];
  /** Calls that loaded a skill before; whatever they gave is in the trace. */
  private readonly earlierCalls: Set<string | null>;
  private readonly isLive: boolean;

  constructor(loads: readonly KnownLoad[], isLive: boolean) {
    this.loads = [...loads];
    this.earlierCalls = new Set(loads.map(({ toolUseId }) => toolUseId));
    this.isLive = isLive;
  }

  all(): readonly KnownLoad[] {
    return this.loads;
  }

  isEarlierCall(toolUseId: string): boolean {
    return this.earlierCalls.has(toolUseId);
  }

  add(load: KnownLoad): void {
    const at = this.loads.findLastIndex(({ atUs }) => atUs <= load.atUs) + 1;
    this.loads.splice(at, 0, { ...load, isRead: true });
  }

  /** A load of another session whose records this one holds too. */
  addEarlier(load: KnownLoad): void {
    this.add(load);
    this.earlierCalls.add(load.toolUseId);
  }

  /** Where records of a history have one time, their order counts: a load whose record is still to come is later. */
  private isBefore(load: KnownLoad, atUs: number): boolean {
    if (load.atUs !== atUs) return load.atUs < atUs;
    return this.isLive || load.isRead === true;
  }

  /** The load that the runtime names, else the last before. */
  inForce(atUs: number, toolUseId: string, named: string | null): KnownLoad | undefined {
    const isBefore = (load: KnownLoad) => load.toolUseId !== toolUseId && this.isBefore(load, atUs);
    const name = named?.normalize("NFC");
    const own = this.loads.findLast((load) => load.skill === name && isBefore(load));
    return own ?? this.loads.findLast(isBefore);
  }

  /**
   * Whether the session has this load, also under another id: a runtime may give its hooks none and its transcript one,
   * or the other way round. Of a history each load that is there stands for one record, and is as early as that: a hook is
   * called afterwards, and what failed in between was under it already.
   */
  has(asked: KnownLoad, evidence: SkillLoaded["evidence"]): boolean {
    const call = this.findCall(asked, evidence);
    const at = call >= 0 ? call : this.findOther(asked);
    const found = this.loads[at];
    if (found === undefined) return false;
    if (!this.isLive) this.settle(at, found, asked);
    return true;
  }

  private settle(at: number, found: KnownLoad, asked: KnownLoad): void {
    this.earlierCalls.add(asked.toolUseId);
    const isNamed = asked.toolUseId !== null && found.toolUseId !== null;
    this.loads.splice(at, 1);
    this.add({
      ...found,
      toolUseId: isNamed ? asked.toolUseId : found.toolUseId,
      atUs: Math.min(found.atUs, asked.atUs),
      toldAtUs: found.toldAtUs ?? found.atUs,
    });
  }

  /** A skill tool loads one skill: where it was found may differ, by name live and by directory afterwards. */
  private findCall({ root, skill, toolUseId }: KnownLoad, evidence: SkillLoaded["evidence"]): number {
    if (toolUseId === null || !tellsCallsApart(toolUseId)) return -1;
    return this.loads.findIndex(
      (load) =>
        load.toolUseId === toolUseId && load.skill === skill && (load.root === root || evidence === "tool"),
    );
  }

  private findOther({ root, skill, atUs, toolUseId }: KnownLoad): number {
    const isSame = (load: KnownLoad) => load.root === root && load.skill === skill;
    const isNear = (load: KnownLoad) => Math.abs(load.atUs - atUs) <= SAME_LOAD_US;
    const near = this.loads.findIndex(
      (load) => isSame(load) && isNear(load) && !areTwoCalls(load.toolUseId, toolUseId),
    );
    if (near >= 0 || this.isLive || toolUseId === null) return near;
    return this.loads.findIndex(
      (load) => isSame(load) && load.toolUseId !== null && differInKind(load.toolUseId, toolUseId),
    );
  }
}

function areTwoCalls(left: string | null, right: string | null): boolean {
  if (left === null || right === null) return false;
  return !differInKind(left, right) && tellsCallsApart(left) && left !== right;
}
