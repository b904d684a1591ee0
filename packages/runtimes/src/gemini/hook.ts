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
import { type Fields, fieldsOf, isFields, sizeOf, textField, timeUs } from "../observe/record-fields.ts";
import type { ToolAct } from "../observe/tool-use.ts";

/** Gemini CLI: the records of RUNTIMES 4.2. Its stdout must be JSON. */
export const geminiHook: HookRuntime = { translateHook, answer, showsNotices: true };

function answer(notice: string | null): string {
  return JSON.stringify(notice === null ? {} : { systemMessage: notice });
}

function translateHook(record: unknown): HookTranslation {
  if (!isFields(record)) return notUnderstood("?");
  const read = readFrame(record, {
    kind: ["hook_event_name"],
    session: ["session_id"],
    workspace: ["cwd"],
  });
  const frame = { ...read, atUs: timeUs(record["timestamp"]) };
  switch (frame.kind) {
    case "SessionStart":
      return understood(frame, [sessionStarted(frame, null)], "start");
    case "SessionEnd":
      return understood(frame, [sessionEnded(frame)], "end");
    case "AfterTool":
      return understood(frame, toolCall(record, frame));
    default:
      return notUnderstood(frame.kind);
  }
}

function toolCall(record: Fields, frame: HookFrame) {
  const name = textField(record, "tool_name") ?? "?";
  const response = fieldsOf(record["tool_response"]);
  return toolUse(frame, {
    id: textField(record, "tool_use_id", "call_id"),
    name,
    input: record["tool_input"],
    error: errorOf(response),
    outputSizeBytes: sizeOf(response["llmContent"]),
    latencyMs: 0,
    act: geminiAct(name, fieldsOf(record["tool_input"])),
  });
}

function errorOf({ error }: Fields): ToolErrorClass | null {
  if (error === undefined || error === null || error === false) return null;
  return classifyToolError(typeof error === "string" ? error : (textField(fieldsOf(error), "message") ?? ""));
}

export function geminiAct(name: string, input: Fields): ToolAct {
  const path = textField(input, "file_path", "absolute_path", "path") ?? "";
  switch (name) {
    case "activate_skill":
      return { kind: "load", skill: { name: textField(input, "name"), path: null } };
    case "read_file":
      return { kind: "read", paths: [path] };
    case "read_many_files": {
      const paths = input["paths"] ?? input["include"];
      return {
        kind: "read",
        paths: Array.isArray(paths) ? paths.filter((one) => typeof one === "string") : [],
      };
    }
    case "write_file":
      return { kind: "write", path, operation: "create", text: textField(input, "content") };
    case "replace":
      return { kind: "write", path, operation: "edit", text: null };
    case "run_shell_command":
      return { kind: "shell", command: textField(input, "command") ?? "" };
    default:
      return { kind: "other", sideEffects: "none" };
  }
}
