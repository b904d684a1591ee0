import { type HookRuntime, type HookTranslation, notUnderstood } from "../hook/hook-runtime.ts";
import { type HookFrame, readFrame, sessionStarted, toolUse, understood } from "../hook/make-translation.ts";
import type { ToolErrorClass } from "../observation.ts";
import { classifyToolError } from "../observe/error-class.ts";
import {
  type Fields,
  fieldsOf,
  hashOf,
  isFields,
  latencyField,
  sizeOf,
  textField,
} from "../observe/record-fields.ts";
import type { ToolAct } from "../observe/tool-use.ts";

/** Kiro CLI: the records of RUNTIMES 7.2, of both versions. What the first hook prints becomes context. */
export const kiroHook: HookRuntime = { translateHook, answer: (notice) => notice ?? "", showsNotices: true };

const ID_DIGITS = 24;

function translateHook(record: unknown): HookTranslation {
  if (!isFields(record)) return notUnderstood("?");
  const read = readFrame(record, {
    kind: ["hook_event_name", "trigger"],
    session: ["session_id", "conversation_id"],
    workspace: ["cwd"],
  });
  const frame = { ...read, sessionId: read.sessionId ?? placeId(read.workspace) };
  switch (frame.kind) {
    case "agentSpawn":
    case "SessionStart":
      return understood(frame, [sessionStarted(frame, null)], "start");
    case "stop":
    case "Stop":
      return understood(frame, [], "turn");
    case "postToolUse":
    case "PostToolUse":
      return understood(frame, toolCall(record, frame));
    default:
      return notUnderstood(frame.kind);
  }
}

/** Older versions name no session: all in one directory are one. */
export function placeId(workspace: string | null): string | null {
  return workspace === null ? null : `kiro-${hashOf(workspace).slice(0, ID_DIGITS)}`;
}

function toolCall(record: Fields, frame: HookFrame) {
  const name = textField(record, "tool_name") ?? "?";
  const response = record["tool_response"];
  return toolUse(frame, {
    id: textField(record, "tool_use_id", "toolUseId"),
    name,
    input: record["tool_input"],
    error: errorOf(fieldsOf(response)),
    outputSizeBytes: sizeOf(response),
    latencyMs: latencyField(record, "duration_ms"),
    act: kiroAct(name, fieldsOf(record["tool_input"])),
  });
}

function errorOf(response: Fields): ToolErrorClass | null {
  if (response["success"] !== false && response["status"] !== "error") return null;
  return classifyToolError(textField(response, "error", "message") ?? "");
}

export function kiroAct(name: string, input: Fields): ToolAct {
  const path = textField(input, "path", "file_path") ?? "";
  switch (name) {
    case "read":
    case "fs_read":
    case "readFile":
      return { kind: "read", paths: [path, ...operationPaths(input)] };
    case "write":
    case "fs_write":
    case "writeFile": {
      const isNew = textField(input, "command") === "create";
      const text = isNew ? textField(input, "file_text", "content") : null;
      return { kind: "write", path, operation: isNew ? "create" : "edit", text };
    }
    case "shell":
    case "execute_bash":
    case "executeBash":
      return { kind: "shell", command: textField(input, "command") ?? "" };
    default:
      return { kind: "other", sideEffects: "none" };
  }
}

function operationPaths(input: Fields): readonly string[] {
  const operations = input["operations"];
  if (!Array.isArray(operations)) return [];
  return operations.flatMap((operation: unknown) => textField(fieldsOf(operation), "path") ?? []);
}
