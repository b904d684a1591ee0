import type { Actor, Payload } from "@metis-curate/core";
import type { RuntimeName } from "../layouts/runtime-name.ts";
import type { Evidence } from "../observation.ts";
import type { ResolvedSkill } from "../resolve/skill-resolver.ts";

const SKILL_FILE = "SKILL.md";
/** A file written just before its record says so: clocks and file systems round. */
const WRITE_TOLERANCE_MS = 5_000;

/** What `curator.claim` of the person's own configuration says; a repository has no say (CONTRACTS 11). */
export type Claim = "ask" | "auto";

/** A write of an agent's own file tool, its skill resolved. */
export interface SkillWrite {
  readonly runtime: RuntimeName;
  readonly skill: ResolvedSkill;
  /** `changed`: the runtime says that a file changed, not by whose hand. */
  readonly operation: "create" | "edit" | "changed";
  readonly evidence: Evidence;
  /** Microseconds since the Unix epoch; null for now, as with a hook. */
  readonly atUs: number | null;
  readonly claim: Claim;
}

/** An event without what every event has: id, time, session. */
export interface EventDraft {
  readonly type: string;
  readonly actor: Actor;
  readonly payload: Payload;
}

/**
 * Returns the event of a write (CONTRACTS 14). `skill.observed`, which is no provenance: people ask their agents to write
 * skills for them. With `claim: auto` the making of a SKILL.md gives `skill.created(auto_generated)` instead; an edit
 * never does, because what it was made from may be a person's. A hash is only told where the file is known to be as it
 * was written; so what a person changed since an old transcript counts as edited by hand.
 */
export function draftSkillWrite(write: SkillWrite): EventDraft {
  const { skill, operation, runtime, evidence, claim } = write;
  const isCreation = operation === "create" && skill.file === SKILL_FILE;
  const isAsWritten = operation !== "changed" && isPresentText(write);
  const common = {
    root: skill.rootKey,
    skill_id: skill.skill,
    skill_version: isAsWritten ? skill.version : "unknown",
    ...(isAsWritten && skill.fileHash !== null ? { file_hash: skill.fileHash } : {}),
    evidence,
    runtime,
  };
  if (isCreation && claim === "auto") {
    const payload = { ...common, source: "auto_generated", size_tokens: skill.sizeTokens };
    return { type: "skill.created", actor: "agent", payload };
  }
  const path = skill.path === "" ? skill.file : `${skill.path}/${skill.file}`;
  const seen = operation === "create" && !isCreation ? "edit" : operation;
  return { type: "skill.observed", actor: "system", payload: { ...common, path, operation: seen } };
}

function isPresentText({ atUs, skill }: SkillWrite): boolean {
  if (skill.modifiedAtMs === null) return false;
  return atUs === null || skill.modifiedAtMs <= atUs / 1_000 + WRITE_TOLERANCE_MS;
}
