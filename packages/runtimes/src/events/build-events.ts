import { createHash } from "node:crypto";
import type { Actor, EventEnvelope, Payload, Sensitivity } from "@metis-curate/core";
import type { RuntimeName } from "../layouts/runtime-name.ts";
import type { Observation, SkillLoaded, SkillsChanged, SkillWritten } from "../observation.ts";
import { type Claim, draftSkillWrite } from "../provenance/skill-write.ts";
import type { ResolvedSkill, SkillResolver, UnresolvedReason } from "../resolve/skill-resolver.ts";
import { isGeneratedCallId } from "./call-ids.ts";
import { derivedEventId } from "./event-id.ts";
import { actKey, callKey, type KnownLoad, type KnownSession } from "./session-memory.ts";
import { type ToolObservation, toolEvent } from "./tool-event.ts";

/** A slash command has no id: the same skill within so long is the same load. */
const SAME_LOAD_US = 5_000_000;
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
  private readonly loads: KnownLoad[];
  /** Calls that loaded a skill before; whatever they gave is in the trace. */
  private readonly loadCalls: ReadonlySet<string | null>;
  private readonly acts: Set<string>;
  private readonly calls: Map<string, readonly string[]>;
  /** Calls that the session has under another id. */
  private readonly repeated = new Set<string>();
  private createdAtUs: number | null;
  private isEnded: boolean;
  private model: string | null;

  constructor(place: EventPlace, known: KnownSession) {
    this.place = place;
    this.loads = [...known.loads];
    this.loadCalls = new Set(known.loads.map(({ toolUseId }) => toolUseId));
    this.acts = new Set(known.acts);
    this.calls = new Map(known.calls);
    this.createdAtUs = known.createdAtUs;
    this.model = known.model;
    this.isEnded = known.isEnded;
  }

  built(): BuiltEvents {
    const { createdAtUs, model, isEnded, loads, acts, calls } = this;
    const session = { createdAtUs, model, isEnded, loads, acts, calls };
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
    if (skill === null || this.isKnownLoad(observation, skill)) return;
    const atUs = this.timeOf(observation);
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
    this.loads.push({ root: skill.rootKey, skill: skill.skill, atUs, toolUseId });
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
    if (!this.isNew(draft.type, toolUseId, skill.skill)) return;
    this.begin(observation);
    this.push(observation, draft.type, draft.actor, "pseudonymous", payload);
  }

  private tool(observation: ToolObservation): void {
    const { toolUseId } = observation;
    if (this.loadCalls.has(toolUseId)) return;
    const atUs = this.timeOf(observation);
    const inForce = this.loadInForce(atUs, toolUseId, observation.inForce ?? null);
    if (inForce === undefined || inForce.root === "") return;
    if (this.isRepeated(observation)) return;
    const common = { root: inForce.root, tool_use_id: toolUseId, runtime: this.place.runtime };
    const [type, actor, payload] = toolEvent(observation);
    if (!this.isNew(type, toolUseId, "")) return;
    this.push(observation, type, actor, "private", { ...common, ...payload });
  }

  /** The load that the runtime names, else the last before. */
  private loadInForce(atUs: number, toolUseId: string, named: string | null): KnownLoad | undefined {
    const isBefore = (load: KnownLoad) => load.atUs <= atUs && load.toolUseId !== toolUseId;
    const name = named?.normalize("NFC");
    const own = this.loads.findLast((load) => load.skill === name && isBefore(load));
    return own ?? this.loads.findLast(isBefore);
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

  private isKnownLoad(observation: SkillLoaded, { rootKey, skill }: ResolvedSkill): boolean {
    const atUs = this.timeOf(observation);
    return this.loads.some((load) => {
      if (load.root !== rootKey || load.skill !== skill) return false;
      if (isRealId(load.toolUseId) && isRealId(observation.toolUseId)) {
        return load.toolUseId === observation.toolUseId;
      }
      return Math.abs(load.atUs - atUs) <= SAME_LOAD_US;
    });
  }

  /** Whether the session has this call under an id of our own, or the other way round. */
  private isRepeated(observation: ToolObservation): boolean {
    const { toolUseId } = observation;
    if (observation.kind !== "tool-called") return this.repeated.has(toolUseId);
    const key = callKey(observation.toolName, observation.inputHash);
    const ids = this.calls.get(key) ?? [];
    const isSame = ids.some((id) => id !== toolUseId && (!isRealId(id) || !isRealId(toolUseId)));
    if (isSame) this.repeated.add(toolUseId);
    else if (!ids.includes(toolUseId)) this.calls.set(key, [...ids, toolUseId]);
    return isSame;
  }

  private isNew(type: string, toolUseId: string | null, skill: string): boolean {
    if (toolUseId === null) return true;
    const key = actKey(type, toolUseId, skill);
    if (this.acts.has(key)) return false;
    this.acts.add(key);
    return true;
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

function isRealId(id: string | null): boolean {
  return id !== null && !isGeneratedCallId(id);
}
