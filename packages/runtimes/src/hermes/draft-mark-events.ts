import type { Payload } from "@metis-curate/core";
import { draftSkillWrite, type EventDraft } from "../provenance/skill-write.ts";
import type { ResolvedSkill } from "../resolve/skill-resolver.ts";
import type { HermesMark } from "./marks.ts";

/** An event that a mark stands for; the same mark gives the same key, so that an import twice writes it once. */
export interface MarkEvent extends EventDraft {
  /** Microseconds since the Unix epoch. */
  readonly atUs: number;
  readonly key: string;
}

const RUNTIME = "hermes";
/** The file is as Hermes left it when it was not written later than this after the last mark. */
const WRITE_TOLERANCE_MS = 60_000;

/**
 * Returns what a mark of Hermes means for one skill of its directory (CONTRACTS 14): uses and views are loads, patches
 * are writes, `created_by: "agent"` gives provenance, bundled and hub skills are imported, pinned stays pinned.
 * `nowUs` stands for what has no time.
 */
export function draftMarkEvents(mark: HermesMark, skill: ResolvedSkill, nowUs: number): readonly MarkEvent[] {
  return [
    ...originEvents(mark, skill, nowUs),
    ...loadEvents(mark, skill),
    ...patchEvents(mark, skill),
    ...(mark.pinned ? [pinEvent(mark, skill, nowUs)] : []),
  ];
}

function originEvents(mark: HermesMark, skill: ResolvedSkill, nowUs: number): readonly MarkEvent[] {
  const source = mark.imported ? "imported" : mark.byAgent ? "auto_generated" : null;
  if (source === null) return [];
  const atUs = mark.createdAtUs ?? nowUs;
  const payload = {
    root: skill.rootKey,
    skill_id: skill.skill,
    ...textOf(mark, skill),
    source,
    size_tokens: skill.sizeTokens,
    runtime: RUNTIME,
  };
  return [{ type: "skill.created", actor: "agent", atUs, key: `created:${source}`, payload }];
}

/** What was written after Hermes' last mark is another hand's: then the skill counts as edited by hand. */
function textOf({ createdAtUs, lastPatchedAtUs }: HermesMark, skill: ResolvedSkill): Payload {
  const lastUs = Math.max(createdAtUs ?? 0, lastPatchedAtUs ?? 0);
  const { modifiedAtMs, version, fileHash } = skill;
  const isAsLeft = modifiedAtMs !== null && modifiedAtMs <= lastUs / 1_000 + WRITE_TOLERANCE_MS;
  if (!isAsLeft || fileHash === null) return { skill_version: "unknown" };
  return { skill_version: version, file_hash: fileHash };
}

function loadEvents(mark: HermesMark, skill: ResolvedSkill): readonly MarkEvent[] {
  const times = new Set([mark.lastUsedAtUs, mark.lastViewedAtUs]);
  return [...times].flatMap((atUs) => {
    if (atUs === null) return [];
    const isPresent = skill.modifiedAtMs !== null && skill.modifiedAtMs * 1_000 <= atUs;
    const payload = {
      root: skill.rootKey,
      skill_id: skill.skill,
      skill_version: isPresent ? skill.version : "unknown",
      load_reason: "on_demand",
      load_size_tokens: skill.sizeTokens,
      source: skill.scope,
      triggered_by_tool_use_id: null,
      evidence: "tool",
      runtime: RUNTIME,
    };
    return [{ type: "skill.loaded", actor: "agent" as const, atUs, key: `loaded:${atUs}`, payload }];
  });
}

function patchEvents({ lastPatchedAtUs: atUs }: HermesMark, skill: ResolvedSkill): readonly MarkEvent[] {
  if (atUs === null) return [];
  const draft = draftSkillWrite({
    runtime: RUNTIME,
    skill,
    operation: "edit",
    evidence: "tool",
    atUs,
    claim: "ask",
  });
  return [{ ...draft, atUs, key: `patched:${atUs}` }];
}

/** One pin for good: who unpins the skill here is not overruled by the next import. */
function pinEvent({ createdAtUs }: HermesMark, skill: ResolvedSkill, nowUs: number): MarkEvent {
  const payload = {
    root: skill.rootKey,
    curator_run_id: `hermes-pin-${skill.skill}`,
    skill_id: skill.skill,
    action: "pin",
    source: skill.scope,
    skill_version_before: skill.version,
    skill_version_after: skill.version,
    consolidated_from: [],
    archive_path: null,
    curator_kind: "manual",
    curator_model: null,
    curator_cost_usd: "0",
    curator_pricing_version: null,
    curator_latency_ms: 0,
    rationale: "pinned in Hermes",
    signals: { pinned_by: RUNTIME },
  };
  return { type: "skill.curated", actor: "system", atUs: createdAtUs ?? nowUs, key: "pinned", payload };
}
