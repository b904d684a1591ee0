import { basename } from "node:path";
import type { Evidence, Observation, SideEffects, SkillReference, ToolErrorClass } from "../observation.ts";
import { hashSkillText } from "../provenance/skill-write.ts";
import { listPatchedFiles } from "./patched-files.ts";
import { hashOf, sizeOf } from "./record-fields.ts";
import { findShellSkills } from "./shell-skills.ts";

/** Anything else is somebody's text. */
const NAME = /^[\w.:/@-]{1,128}$/;

/** What a finished tool call did, as far as skills are concerned. */
export type ToolAct =
  /** The agent's own skill tool. */
  | { readonly kind: "load"; readonly skill: SkillReference; readonly evidence?: Evidence }
  | { readonly kind: "read"; readonly paths: readonly string[] }
  | {
      readonly kind: "write";
      readonly path: string;
      readonly operation: "create" | "edit";
      readonly text: string | null;
    }
  | { readonly kind: "patch"; readonly patch: string }
  | { readonly kind: "shell"; readonly command: string | readonly string[] }
  | { readonly kind: "other"; readonly sideEffects: SideEffects };

/** One finished tool call of any runtime, before what is private is dropped. */
export interface ToolUse {
  readonly sessionId: string;
  readonly atUs: number | null;
  readonly turnId: string | null;
  readonly workspace: string | null;
  readonly toolUseId: string;
  readonly toolName: string;
  readonly input: unknown;
  /** Null: it succeeded. */
  readonly error: ToolErrorClass | null;
  readonly outputSizeBytes: number;
  readonly latencyMs: number;
  readonly act: ToolAct;
  /** The skill that the runtime says was in force. */
  readonly inForce?: string | null;
}

/**
 * Returns what a tool call says: the skills it loaded, read or wrote where it succeeded, and that it was called. The
 * arguments are hashed and measured, and go nowhere (CONTRACTS 14).
 */
export function observeToolUse(use: ToolUse): readonly Observation[] {
  return [...(use.error === null ? skillsOf(use) : []), ...callOf(use)];
}

function callOf(use: ToolUse): readonly Observation[] {
  const { toolUseId, latencyMs, inForce = null } = use;
  const called: Observation = {
    ...common(use, `call:${toolUseId}`),
    kind: "tool-called",
    inForce,
    toolUseId,
    toolName: NAME.test(use.toolName) ? use.toolName : "?",
    inputHash: hashOf(use.input),
    inputSizeBytes: sizeOf(use.input),
    sideEffects: sideEffectsOf(use.act),
  };
  const end = { ...common(use, `end:${toolUseId}`), inForce };
  const ended: Observation =
    use.error === null
      ? { ...end, kind: "tool-succeeded", toolUseId, outputSizeBytes: use.outputSizeBytes, latencyMs }
      : { ...end, kind: "tool-failed", toolUseId, errorClass: use.error, latencyMs };
  return [called, ended];
}

function skillsOf(use: ToolUse): readonly Observation[] {
  const { act } = use;
  switch (act.kind) {
    case "load":
      return [loaded(use, act.skill, act.evidence ?? "tool")];
    case "read":
      return act.paths.filter(isSkillFile).map((path) => loaded(use, byPath(path), "inferred-read"));
    case "write":
      return [written(use, act.path, act.operation, act.text)];
    case "patch":
      return listPatchedFiles(act.patch).map((file) => written(use, file.path, file.operation, file.text));
    case "shell": {
      const { read, written: files } = findShellSkills(act.command);
      return [
        ...read.map((path) => loaded(use, byPath(path), "inferred-read")),
        // Whether it was there before, nobody can tell.
        ...files.map((path) => written(use, path, "edit", null)),
      ];
    }
    case "other":
      return [];
  }
}

function loaded(use: ToolUse, skill: SkillReference, evidence: Evidence): Observation {
  const { toolUseId } = use;
  const key = `load:${toolUseId}:${skill.path ?? skill.name ?? ""}`;
  return { ...common(use, key), kind: "skill-loaded", skill, evidence, toolUseId };
}

function written(use: ToolUse, path: string, operation: "create" | "edit", text: string | null): Observation {
  const { toolUseId } = use;
  const hashes = text !== null && isSkillFile(path) ? hashSkillText(text) : null;
  const common_ = common(use, `write:${toolUseId}:${path}`);
  return { ...common_, kind: "skill-written", path, operation, toolUseId, written: hashes };
}

function common({ sessionId, atUs, turnId, workspace }: ToolUse, key: string) {
  return { sessionId, key, atUs, turnId, workspace };
}

function byPath(path: string): SkillReference {
  return { name: null, path };
}

function isSkillFile(path: string): boolean {
  return basename(path) === "SKILL.md";
}

function sideEffectsOf(act: ToolAct): SideEffects {
  switch (act.kind) {
    case "load":
    case "read":
      return "read";
    case "write":
    case "patch":
      return "write";
    case "shell":
      return "execute";
    case "other":
      return act.sideEffects;
  }
}
