import type { Actor, Payload } from "@metis-curate/core";
import { skillFileHash, skillSizeTokens, skillVersion, splitSkillText } from "@metis-curate/core/light";
import type { RuntimeName } from "../layouts/runtime-name.ts";
import type { Evidence, WrittenText } from "../observation.ts";
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
  /** Of the text that was written to SKILL.md, where the record holds all of it. */
  readonly written?: WrittenText | null;
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
 * never does, because what it was made from may be a person's. A hash is only told where the text is in the record, or
 * the file is known to be as it was written; so what a person changed since an old transcript counts as edited by hand.
 */
export function draftSkillWrite(write: SkillWrite): EventDraft {
  const { skill, operation, runtime, evidence, claim } = write;
  const isCreation = operation === "create" && skill.file === SKILL_FILE;
  const text = textOf(write);
  const common = {
    root: skill.rootKey,
    skill_id: skill.skill,
    skill_version: text?.version ?? "unknown",
    ...(text === null ? {} : { file_hash: text.fileHash }),
    evidence,
    runtime,
  };
  if (isCreation && claim === "auto") {
    const size = text?.sizeTokens ?? skill.sizeTokens;
    const payload = { ...common, source: "auto_generated", size_tokens: size };
    return { type: "skill.created", actor: "agent", payload };
  }
  const path = skill.path === "" ? skill.file : `${skill.path}/${skill.file}`;
  const seen = operation === "create" && !isCreation ? "edit" : operation;
  return { type: "skill.observed", actor: "system", payload: { ...common, path, operation: seen } };
}

/** What SKILL.md was after the write; null when nobody can tell. */
function textOf(write: SkillWrite): WrittenText | null {
  const { written, operation, skill } = write;
  if (operation === "changed") return null;
  if (written !== undefined && written !== null && skill.file === SKILL_FILE) return written;
  if (!isPresentText(write) || skill.fileHash === null) return null;
  return { version: skill.version, fileHash: skill.fileHash, sizeTokens: skill.sizeTokens };
}

/** Returns the hashes of a whole SKILL.md; the text itself goes nowhere. Null when it is not the text of a skill. */
export function hashSkillText(text: string): WrittenText | null {
  const bytes = new TextEncoder().encode(text);
  const split = splitSkillText(bytes);
  if (split.kind !== "split") return null;
  const { body } = split.text;
  return {
    version: skillVersion(body),
    fileHash: skillFileHash(bytes),
    sizeTokens: skillSizeTokens(body),
  };
}

function isPresentText({ atUs, skill }: SkillWrite): boolean {
  if (skill.modifiedAtMs === null) return false;
  return atUs === null || skill.modifiedAtMs <= atUs / 1_000 + WRITE_TOLERANCE_MS;
}
