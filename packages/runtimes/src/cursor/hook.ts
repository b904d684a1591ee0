import { isAbsolute } from "node:path";
import { type HookRuntime, type HookTranslation, notUnderstood } from "../hook/hook-runtime.ts";
import {
  type HookFrame,
  readFrame,
  safeVersion,
  sessionEnded,
  sessionStarted,
  toolUse,
  understood,
} from "../hook/make-translation.ts";
import type { ToolErrorClass } from "../observation.ts";
import { classifyToolError } from "../observe/error-class.ts";
import {
  type Fields,
  fieldsOf,
  isFields,
  latencyField,
  sizeOf,
  textField,
} from "../observe/record-fields.ts";
import type { ToolAct } from "../observe/tool-use.ts";

/** Cursor: the records of RUNTIMES 6.2. The e-mail address in them is never looked at. */
export const cursorHook: HookRuntime = { translateHook, answer, showsNotices: true };

function answer(notice: string | null): string {
  return notice === null ? "" : JSON.stringify({ additional_context: notice });
}

function translateHook(record: unknown): HookTranslation {
  if (!isFields(record)) return notUnderstood("?");
  const read = readFrame(record, {
    kind: ["hook_event_name"],
    session: ["conversation_id", "session_id"],
    workspace: ["cwd"],
    turn: ["generation_id"],
  });
  // Where it calls the hooks of Claude Code, names may be those of Claude Code.
  const kind = read.kind.charAt(0).toLowerCase() + read.kind.slice(1);
  const frame = { ...read, kind, workspace: read.workspace ?? firstRoot(record) };
  const version = safeVersion(textField(record, "cursor_version"));
  switch (frame.kind) {
    case "sessionStart":
      return understood(frame, [sessionStarted(frame, textField(record, "model"))], "start", version);
    case "sessionEnd":
      return understood(frame, [sessionEnded(frame, dispositionOf(record))], "end", version);
    case "postToolUse":
    case "postToolUseFailure":
      return understood(frame, toolCall(record, frame), null, version);
    default:
      return notUnderstood(frame.kind);
  }
}

/** Its command line gives an empty `cwd`. */
function firstRoot(record: Fields): string | null {
  const roots = record["workspace_roots"];
  const first: unknown = Array.isArray(roots) ? roots[0] : null;
  return typeof first === "string" && isAbsolute(first) ? first : null;
}

function dispositionOf(record: Fields): "completed" | "abandoned" | "error" {
  const said = textField(record, "final_status", "reason");
  if (said === "error") return "error";
  return said === "aborted" || said === "window_close" ? "abandoned" : "completed";
}

function toolCall(record: Fields, frame: HookFrame) {
  const name = textField(record, "tool_name") ?? "?";
  return toolUse(frame, {
    id: textField(record, "tool_use_id"),
    name,
    input: record["tool_input"],
    error: frame.kind === "postToolUse" ? null : errorOf(record),
    outputSizeBytes: sizeOf(record["tool_output"]),
    latencyMs: latencyField(record, "duration"),
    act: cursorAct(name, fieldsOf(record["tool_input"])),
  });
}

function errorOf(record: Fields): ToolErrorClass {
  if (record["is_interrupt"] === true) return "cancelled";
  const kind = textField(record, "failure_type");
  if (kind === "timeout" || kind === "permission_denied") return kind;
  return classifyToolError(textField(record, "error_message") ?? "");
}

export function cursorAct(name: string, input: Fields): ToolAct {
  const path = textField(input, "file_path", "path", "target_file") ?? "";
  switch (name) {
    case "Read":
      return { kind: "read", paths: [path] };
    case "Write": {
      const text = textField(input, "content", "contents");
      // One tool makes and edits; only what has the whole text can be the making.
      return { kind: "write", path, operation: text === null ? "edit" : "create", text };
    }
    case "Shell":
    case "Bash":
      return { kind: "shell", command: textField(input, "command") ?? "" };
    case "Delete":
      return { kind: "other", sideEffects: "write" };
    default:
      return { kind: "other", sideEffects: "none" };
  }
}
