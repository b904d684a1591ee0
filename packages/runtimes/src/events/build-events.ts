import { createHash } from "node:crypto";
import type { Actor, EventEnvelope, Payload, Sensitivity } from "@metis-curate/core";
import type { RuntimeName } from "../layouts/runtime-name.ts";
import type { Observation, SkillLoaded, SkillsChanged, SkillWritten } from "../observation.ts";
import { type Claim, draftSkillWrite } from "../provenance/skill-write.ts";
import type { ResolvedSkill, SkillResolver, UnresolvedReason } from "../resolve/skill-resolver.ts";
import { derivedEventId } from "./event-id.ts";
import { actKey, type KnownLoad, type KnownSession } from "./session-memory.ts";

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
  private readonly acts: Set<string>;
  private createdAtUs: number | null;
  private isEnded: boolean;
  private model: string | null = null;

  constructor(place: EventPlace, known: KnownSession) {
    this.place = place;
    this.loads = [...known.loads];
    this.acts = new Set(known.acts);
    this.createdAtUs = known.createdAtUs;
    this.isEnded = known.isEnded;
  }

  built(): BuiltEvents {
    const { createdAtUs, isEnded, loads, acts } = this;
    const session = { createdAtUs, isEnded, loads, acts };
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

  private tool(
    observation: Extract<Observation, { readonly kind: "tool-called" | "tool-succeeded" | "tool-failed" }>,
  ): void {
    const { toolUseId } = observation;
    const atUs = this.timeOf(observation);
    const inForce = this.loads.findLast((load) => load.atUs <= atUs && load.toolUseId !== toolUseId);
    if (inForce === undefined || inForce.root === "") return;
    const common = { root: inForce.root, tool_use_id: toolUseId, runtime: this.place.runtime };
    const [type, actor, payload] = toolEvent(observation);
    if (!this.isNew(type, toolUseId, "")) return;
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

  private isKnownLoad(observation: SkillLoaded, { rootKey, skill }: ResolvedSkill): boolean {
    const atUs = this.timeOf(observation);
    return this.loads.some((load) => {
      if (load.root !== rootKey || load.skill !== skill) return false;
      if (load.toolUseId !== null && observation.toolUseId !== null) {
        return load.toolUseId === observation.toolUseId;
      }
      return Math.abs(load.atUs - atUs) <= SAME_LOAD_US;
    });
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

function toolEvent(
  observation: Extract<Observation, { readonly kind: "tool-called" | "tool-succeeded" | "tool-failed" }>,
): readonly [type: string, actor: Actor, payload: Payload] {
  switch (observation.kind) {
    case "tool-called": {
      const { toolName, inputHash, inputSizeBytes, sideEffects } = observation;
      const payload = {
        tool_name: toolName,
        input_hash: inputHash,
        input_size_bytes: inputSizeBytes,
        side_effects: sideEffects,
      };
      return ["tool.called", "agent", payload];
    }
    case "tool-succeeded": {
      const { outputSizeBytes, latencyMs } = observation;
      const sizes = { output_size_bytes: outputSizeBytes, latency_ms: latencyMs };
      return [
        "tool.completed",
        "tool",
        { success: true, ...sizes, files_modified: null, command_executed: null },
      ];
    }
    case "tool-failed": {
      const { errorClass, latencyMs } = observation;
      return ["tool.failed", "tool", { error_class: errorClass, error_message: "", latency_ms: latencyMs }];
    }
  }
}
