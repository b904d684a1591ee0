import { isAbsolute } from "node:path";
import { generatedCallId } from "../events/call-ids.ts";
import type { CopyOf, Observation, ToolErrorClass } from "../observation.ts";
import { type Fields, hashOf, textField } from "../observe/record-fields.ts";
import { observeToolUse, type ToolAct, type ToolUse } from "../observe/tool-use.ts";
import { type HookMoment, type HookTranslation, notUnderstood } from "./hook-runtime.ts";

const ID_MAX = 200;
const KIND_MAX = 64;
const MODEL = /^[\w.:/@[\]+-]{1,128}$/;

/** What every record of a runtime's hook has, in our words. */
export interface HookFrame {
  readonly kind: string;
  readonly sessionId: string | null;
  readonly workspace: string | null;
  readonly transcriptPath: string | null;
  readonly turnId: string | null;
  readonly atUs: number | null;
}

/** Reads the frame of a record; names differ from runtime to runtime. */
export function readFrame(
  record: Fields,
  names: {
    readonly kind: readonly string[];
    readonly session: readonly string[];
    readonly workspace: readonly string[];
    readonly turn?: readonly string[];
  },
): HookFrame {
  const id = textField(record, ...names.session);
  const workspace = textField(record, ...names.workspace);
  const transcript = textField(record, "transcript_path");
  return {
    kind: (textField(record, ...names.kind) ?? "?").slice(0, KIND_MAX),
    sessionId: id === null ? null : safeId(id),
    workspace: workspace !== null && isAbsolute(workspace) ? workspace : null,
    transcriptPath: transcript !== null && isAbsolute(transcript) ? transcript : null,
    turnId: safeIdOrNull(textField(record, ...(names.turn ?? []))),
    atUs: null,
  };
}

/** An id as it is, where it looks like one; its hash where it might be somebody's text. */
export function safeId(id: string): string {
  return /^[\w.:/@-]+$/.test(id) && id.length <= ID_MAX ? id : hashOf(id);
}

function safeIdOrNull(id: string | null): string | null {
  return id === null ? null : safeId(id);
}

/** A record that was understood. */
export function understood(
  frame: HookFrame,
  observations: readonly Observation[],
  moment: HookMoment = null,
  version: string | null = null,
): HookTranslation {
  const { kind, sessionId, workspace, transcriptPath } = frame;
  if (sessionId === null) return notUnderstood(kind);
  return { observations, kind, version, understood: true, moment, sessionId, workspace, transcriptPath };
}

/** What all observations of a record share. */
export function observed(frame: HookFrame, key: string) {
  const { sessionId, atUs, turnId, workspace } = frame;
  return { sessionId: sessionId ?? "", key, atUs, turnId, workspace };
}

/** `model` as it is where it looks like a name; what a program writes in its place, such as `<synthetic>`, is none. */
export function sessionStarted(frame: HookFrame, model: string | null): Observation {
  const name = model !== null && MODEL.test(model) ? model : null;
  return { ...observed(frame, "start"), kind: "session-started", model: name };
}

export function sessionEnded(
  frame: HookFrame,
  disposition: "completed" | "abandoned" | "error" = "completed",
): Observation {
  return { ...observed(frame, "end"), kind: "session-ended", disposition };
}

/** A finished tool call in a frame. `id` null: the runtime gives none, so its arguments stand for it. */
export function toolUse(
  frame: HookFrame,
  call: {
    readonly id: string | null;
    readonly name: string;
    readonly input: unknown;
    readonly error: ToolErrorClass | null;
    readonly outputSizeBytes: number;
    readonly latencyMs: number;
    readonly act: ToolAct;
    readonly inForce?: string | null;
  },
): readonly Observation[] {
  const { sessionId, atUs, turnId, workspace } = frame;
  const id =
    call.id === null ? generatedCallId(hashOf([frame.turnId, call.name, call.input])) : safeId(call.id);
  const use: ToolUse = {
    sessionId: sessionId ?? "",
    atUs,
    turnId,
    workspace,
    toolUseId: id,
    toolName: call.name,
    input: call.input,
    error: call.error,
    outputSizeBytes: call.outputSizeBytes,
    latencyMs: call.latencyMs,
    act: call.act,
    inForce: call.inForce ?? null,
  };
  return observeToolUse(use);
}

/** The same observations, of records that may be copies of another session's. */
export function copiesOf(copyOf: CopyOf, observations: readonly Observation[]): readonly Observation[] {
  if (copyOf === null) return observations;
  return observations.map((one) =>
    one.kind === "skill-loaded" || one.kind === "skill-written" ? { ...one, copyOf } : one,
  );
}

/** A version of a runtime, where the text looks like one. */
export function safeVersion(text: string | null): string | null {
  return text !== null && /^[\w.+-]{1,40}$/.test(text) ? text : null;
}
