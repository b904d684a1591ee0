import { type HookRuntime, type HookTranslation, notUnderstood } from "../hook/hook-runtime.ts";
import {
  type HookFrame,
  readFrame,
  sessionEnded,
  sessionStarted,
  toolUse,
  understood,
} from "../hook/make-translation.ts";
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

/** Goose: the records of RUNTIMES 5.2. No answer of a hook reaches the person there. */
export const gooseHook: HookRuntime = { translateHook, answer: () => "", showsNotices: false };

const WRITERS: Readonly<Record<string, "create" | "edit">> = {
  write: "create",
  create: "create",
  str_replace: "edit",
  insert: "edit",
  edit: "edit",
};

function translateHook(record: unknown): HookTranslation {
  if (!isFields(record)) return notUnderstood("?");
  const frame = readFrame(record, {
    kind: ["event", "hook_event_name"],
    session: ["session_id"],
    workspace: ["working_dir", "cwd"],
  });
  switch (frame.kind) {
    case "SessionStart":
      return understood(frame, [sessionStarted(frame, null)], "start");
    case "SessionEnd":
      return understood(frame, [sessionEnded(frame)], "end");
    case "PostToolUse":
    case "PostToolUseFailure":
      return understood(frame, toolCall(record, frame));
    default:
      return notUnderstood(frame.kind);
  }
}

function toolCall(record: Fields, frame: HookFrame) {
  const name = textField(record, "tool_name") ?? "?";
  const failed = frame.kind === "PostToolUseFailure";
  const message = textField(record, "error", "message") ?? "";
  return toolUse(frame, {
    id: textField(record, "tool_call_id", "tool_use_id"),
    name,
    input: record["tool_input"],
    error: failed ? classifyToolError(message) : null,
    outputSizeBytes: sizeOf(record["tool_output"] ?? record["tool_response"]),
    latencyMs: latencyField(record, "duration_ms"),
    act: gooseAct(name, fieldsOf(record["tool_input"])),
  });
}

/** Names stand behind that of their extension: `developer__shell`. */
export function gooseAct(name: string, input: Fields): ToolAct {
  const path = textField(input, "path", "file_path") ?? "";
  switch (name.slice(name.lastIndexOf("__") < 0 ? 0 : name.lastIndexOf("__") + 2)) {
    case "load_skill":
    case "loadSkill":
      return { kind: "load", skill: { name: skillName(textField(input, "name")), path: null } };
    case "shell":
      return { kind: "shell", command: textField(input, "command") ?? "" };
    case "write":
      return { kind: "write", path, operation: "create", text: textField(input, "content") };
    case "edit":
      return { kind: "write", path, operation: "edit", text: null };
    case "read":
      return { kind: "read", paths: [path] };
    case "text_editor":
      return textEditor(input, path);
    default:
      return { kind: "other", sideEffects: "none" };
  }
}

function textEditor(input: Fields, path: string): ToolAct {
  const command = textField(input, "command") ?? "";
  const operation = WRITERS[command];
  if (operation === undefined) return { kind: "read", paths: [path] };
  return {
    kind: "write",
    path,
    operation,
    text: operation === "create" ? textField(input, "file_text", "content") : null,
  };
}

/** `skill/a/file.md` is a file of the skill; another server's skill is `server__name`. */
function skillName(name: string | null): string | null {
  return name === null ? null : (name.split("/")[0] ?? name);
}
