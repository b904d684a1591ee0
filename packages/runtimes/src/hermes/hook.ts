import { type HookRuntime, type HookTranslation, notUnderstood } from "../hook/hook-runtime.ts";
import {
  type HookFrame,
  readFrame,
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

/** Hermes: the records of RUNTIMES 9.2. No answer of these hooks reaches the person. */
export const hermesHook: HookRuntime = { translateHook, answer: () => "", showsNotices: false };

function translateHook(record: unknown): HookTranslation {
  if (!isFields(record)) return notUnderstood("?");
  const frame = readFrame(record, {
    kind: ["hook_event_name"],
    session: ["session_id"],
    workspace: ["cwd"],
  });
  switch (frame.kind) {
    case "on_session_start":
      return understood(frame, [sessionStarted(frame, modelOf(record))], "start");
    case "on_session_finalize":
      return understood(frame, [sessionEnded(frame)], "end");
    case "post_tool_call":
      return understood(frame, toolCall(record, frame));
    default:
      return notUnderstood(frame.kind);
  }
}

function modelOf(record: Fields): string | null {
  return textField(record, "model") ?? textField(fieldsOf(record["extra"]), "model");
}

function toolCall(record: Fields, frame: HookFrame) {
  const extra = fieldsOf(record["extra"]);
  const name = textField(record, "tool_name") ?? "?";
  const result = extra["result"] ?? record["tool_response"];
  return toolUse(frame, {
    id: textField(extra, "tool_call_id") ?? textField(record, "tool_call_id", "tool_use_id"),
    name,
    input: record["tool_input"],
    error: hermesError(result),
    outputSizeBytes: sizeOf(result),
    latencyMs: latencyField(extra, "duration_ms"),
    act: hermesAct(name, fieldsOf(record["tool_input"])),
  });
}

/** A tool's result is a text that holds JSON, with `error` or `success: false` where it failed. */
export function hermesError(result: unknown): ToolErrorClass | null {
  const fields = typeof result === "string" ? fieldsOf(parseJson(result)) : fieldsOf(result);
  const message = textField(fields, "error");
  if (message === null && fields["success"] !== false) return null;
  return classifyToolError(message ?? "");
}

export function hermesAct(name: string, input: Fields): ToolAct {
  const path = textField(input, "path", "file_path") ?? "";
  switch (name) {
    case "skill_view":
      return { kind: "load", skill: { name: textField(input, "name"), path: null } };
    case "skill_manage":
      return skillManage(input);
    case "terminal":
      return { kind: "shell", command: textField(input, "command") ?? "" };
    case "read_file":
      return { kind: "read", paths: [path] };
    case "write_file":
      return { kind: "write", path, operation: "create", text: textField(input, "content") };
    case "patch":
      return { kind: "write", path, operation: "edit", text: null };
    default:
      return { kind: "other", sideEffects: "none" };
  }
}

/** Its path is not in the record; what it made shows in `.usage.json`, which `import` reads. */
function skillManage(input: Fields): ToolAct {
  return { kind: "other", sideEffects: textField(input, "action") === "list" ? "read" : "write" };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
