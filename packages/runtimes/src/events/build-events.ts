import { createHash } from "node:crypto";
import type { Actor, EventEnvelope, Payload, Sensitivity } from "@metis-curate/core";
import type { RuntimeName } from "../layouts/runtime-name.ts";
import type { Observation, SkillLoaded, SkillsChanged, SkillWritten } from "../observation.ts";
import { type Claim, draftSkillWrite } from "../provenance/skill-write.ts";
import type { ResolvedSkill, SkillResolver, UnresolvedReason } from "../resolve/skill-resolver.ts";
import { derivedEventId } from "./event-id.ts";
import { SessionActs } from "./session-acts.ts";
import { SessionLoads } from "./session-loads.ts";
import type { KnownLoad, KnownSession } from "./session-memory.ts";
import { type ToolObservation, toolEvent } from "./tool-event.ts";

const US_PER_S = 1_000_000;
const US_PER_MS = 1_000;
const HASH_DIGITS = 16;

/** What observations are made into events with. */
export interface EventPlace {
  readonly runtime: RuntimeName;
  readonly resolver: SkillResolver;
  readonly claim: Claim;
  /** For what has no time of its own; microseconds since the Unix epoch. */
  readonly nowUs: number;
  /** A record of a hook tells of the present text of a skill; one of a history of that of its time. */
  readonly isLive: boolean;
  /** Real path of a directory; null when there is nothing. */
  realpath(path: string): string | null;
  /**
   * What is known of another session that has this load or write: one that was forked or resumed into another file holds the
   * records of the first as its own. Null where there is none; absent where only one session is looked at.
   */
  findOrigin?(sessionId: string, load: KnownLoad, copyOf: string | null): KnownSession | null;
}

export interface BuiltEvents {
  readonly events: readonly EventEnvelope[];
  /** The session with these events in it. */
  readonly session: KnownSession;
  /** What led to no skill of ours. */
  readonly unresolved: readonly UnresolvedReason[];
}

/**
 * Returns the events of observations of one session (CONTRACTS 14). Acts that the session has already give none. Tool
 * calls are only told after a load of one of our skills, and belong to the last loaded; a session is told once it has
 * anything else.
 */
export function buildEvents(
  place: EventPlace,
  session: KnownSession,
  observations: readonly Observation[],
): BuiltEvents {
  const builder = new Builder(place, session);
  for (const observation of observations) builder.add(observation);
  return builder.built();
}

class Builder {
  private readonly place: EventPlace;
  private readonly events: EventEnvelope[] = [];
  private readonly unresolved: UnresolvedReason[] = [];
  private readonly loads: SessionLoads;
  private readonly acts: SessionActs;
  private createdAtUs: number | null;
  private isEnded: boolean;
  private model: string | null;

  constructor(place: EventPlace, known: KnownSession) {
    this.place = place;
    this.loads = new SessionLoads(known.loads, place.isLive);
    this.acts = new SessionActs(known, place.isLive);
    this.createdAtUs = known.createdAtUs;
    this.model = known.model;
    this.isEnded = known.isEnded;
  }

  built(): BuiltEvents {
    const { createdAtUs, model, isEnded } = this;
    const session = { createdAtUs, model, isEnded, loads: this.loads.all(), ...this.acts.all() };
    return { events: this.events, session, unresolved: this.unresolved };
  }

  add(observation: Observation): void {
    switch (observation.kind) {
      case "session-started":
        this.model ??= observation.model;
        break;
      case "session-ended":
        this.end(observation, observation.disposition);
        break;
      case "skill-loaded":
        this.load(observation);
        break;
      case "skill-written":
        this.write(observation, observation.path, observation.operation);
        break;
      case "skills-changed":
        if (observation.path !== null) this.write(observation, observation.path, "changed");
        break;
      case "tool-called":
      case "tool-succeeded":
      case "tool-failed":
        this.tool(observation);
        break;
    }
  }

  private load(observation: SkillLoaded): void {
    const { toolUseId, evidence } = observation;
    const skill = this.resolve(observation, observation.skill);
    if (skill === null) return;
    const atUs = this.timeOf(observation);
    const load = { root: skill.rootKey, skill: skill.skill, atUs, toolUseId };
    if (this.loads.has(load, evidence) || this.isOfOrigin(observation, load)) return;
    this.begin(observation);
    this.push(observation, "skill.loaded", "agent", "pseudonymous", {
      root: skill.rootKey,
      skill_id: skill.skill,
      skill_version: this.versionAt(skill, atUs),
      load_reason: "on_demand",
      load_size_tokens: skill.sizeTokens,
      source: skill.scope,
      triggered_by_tool_use_id: toolUseId,
      evidence,
      runtime: this.place.runtime,
    });
    this.loads.add(load);
  }

  /** The skill is in force here too, and what the other session has done since is not done again. */
  private isOfOrigin(observation: SkillLoaded, load: KnownLoad): boolean {
    const origin = this.findOrigin(observation, load);
    if (origin === null) return false;
    this.loads.addEarlier(load);
    this.acts.addEarlier(origin);
    return true;
  }

  private findOrigin(observation: SkillLoaded | SkillWritten | SkillsChanged, act: KnownLoad) {
    const { sessionId, atUs } = observation;
    const copyOf = ("copyOf" in observation ? observation.copyOf : null) ?? null;
    return atUs === null ? null : (this.place.findOrigin?.(sessionId, act, copyOf) ?? null);
  }

  private write(
    observation: SkillWritten | SkillsChanged,
    path: string,
    operation: "create" | "edit" | "changed",
  ): void {
    const { runtime, claim, isLive } = this.place;
    const skill = this.resolve(observation, { name: null, path });
    if (skill === null) return;
    const toolUseId = observation.kind === "skill-written" ? observation.toolUseId : null;
    const draft = draftSkillWrite({
      runtime,
      skill,
      operation,
      evidence: observation.kind === "skill-written" ? "tool" : "inferred-read",
      atUs: isLive ? null : observation.atUs,
      written: observation.kind === "skill-written" ? (observation.written ?? null) : null,
      claim,
    });
    const payload = toolUseId === null ? draft.payload : { ...draft.payload, tool_use_id: toolUseId };
    const act = { root: skill.rootKey, skill: skill.skill, atUs: this.timeOf(observation), toolUseId };
    if (!this.acts.isNew(draft.type, toolUseId, skill.skill) || this.findOrigin(observation, act) !== null)
      return;
    this.begin(observation);
    this.push(observation, draft.type, draft.actor, "pseudonymous", payload);
  }

  private tool(observation: ToolObservation): void {
    const { toolUseId } = observation;
    if (this.loads.isEarlierCall(toolUseId)) return;
    const atUs = this.timeOf(observation);
    const inForce = this.loads.inForce(atUs, toolUseId, observation.inForce ?? null);
    if (inForce === undefined || inForce.root === "") return;
    if (this.acts.isRepeated(observation)) return;
    const common = { root: inForce.root, tool_use_id: toolUseId, runtime: this.place.runtime };
    const [type, actor, payload] = toolEvent(observation);
    if (!this.acts.isNew(type, toolUseId, "")) return;
    this.begin(observation);
    this.push(observation, type, actor, "private", { ...common, ...payload });
  }

  /** Once for a session that has anything; where it worked is the real directory. */
  private begin(observation: Observation): void {
    if (this.createdAtUs !== null) return;
    const workspace = observation.workspace ?? "";
    const path = workspace === "" ? "" : (this.place.realpath(workspace) ?? workspace);
    const hash = createHash("sha256").update(path, "utf8").digest("hex").slice(0, HASH_DIGITS);
    this.createdAtUs = this.timeOf(observation);
    this.push({ ...observation, key: "session" }, "session.created", "system", "pseudonymous", {
      workspace_path: path,
      workspace_hash: hash,
      initial_active_model: this.model,
      routing_policy_version: null,
      runtime: this.place.runtime,
    });
  }

  private end(observation: Observation, disposition: string): void {
    if (this.createdAtUs === null || this.isEnded) return;
    this.isEnded = true;
    const seconds = Math.max(0, (this.timeOf(observation) - this.createdAtUs) / US_PER_S);
    this.push(observation, "session.ended", "system", "pseudonymous", {
      disposition,
      turn_count: 0,
      total_cost_usd: "0",
      duration_seconds: Math.round(seconds),
      runtime: this.place.runtime,
    });
  }

  private resolve(observation: Observation, skill: SkillLoaded["skill"]): ResolvedSkill | null {
    const { runtime, resolver } = this.place;
    const found = resolver.resolve({ runtime, skill, workspace: observation.workspace });
    if (found.kind === "skill") return found;
    this.unresolved.push(found.reason);
    return null;
  }

  /** What the skill said then: known live, and where the file was not written since. */
  private versionAt(skill: ResolvedSkill, atUs: number): string {
    if (this.place.isLive) return skill.version;
    const isSame = skill.modifiedAtMs !== null && skill.modifiedAtMs * US_PER_MS <= atUs;
    return isSame ? skill.version : "unknown";
  }

  private timeOf({ atUs }: Observation): number {
    return atUs ?? this.place.nowUs;
  }

  private push(
    observation: Observation,
    type: string,
    actor: Actor,
    sensitivity: Sensitivity,
    payload: Payload,
  ): void {
    const { sessionId, key, turnId } = observation;
    const timestampUs = this.timeOf(observation);
    const { runtime } = this.place;
    const id = derivedEventId({ runtime, sessionId, key, type, atUs: timestampUs });
    this.events.push({
      id,
      timestampUs,
      sessionId,
      turnId,
      parentEventId: null,
      type,
      actor,
      sensitivity,
      payload,
    });
  }
}
