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

/** Codex: the records of RUNTIMES 2.2. What a person names with `$skill` is only in its transcripts. */
export const codexHook: HookRuntime = { translateHook, answer, showsNotices: true };

/** Codex takes no unknown key. */
function answer(notice: string | null): string {
  return notice === null ? "" : JSON.stringify({ systemMessage: notice });
}

/** In a line of its own before the command's output, which may speak of exit codes too. */
const EXIT_CODE = /^(?:process |command )?exit(?:ed)?(?: with)?(?: exit)? code:?\s+(-?\d+)/im;
const OUTPUT = /^Output:\s*$/m;
const HEAD_CHARACTERS = 2_000;
const EXIT_NAMES = ["exit_code", "exitCode"] as const;

function translateHook(record: unknown): HookTranslation {
  if (!isFields(record)) return notUnderstood("?");
  const frame = readFrame(record, {
    kind: ["hook_event_name"],
    session: ["session_id"],
    workspace: ["cwd"],
    turn: ["turn_id"],
  });
  switch (frame.kind) {
    case "SessionStart":
      return understood(frame, [sessionStarted(frame, textField(record, "model"))], "start");
    case "SessionEnd":
      return understood(frame, [sessionEnded(frame)], "end");
    case "PostToolUse":
      return understood(frame, toolCall(record, frame));
    default:
      return notUnderstood(frame.kind);
  }
}

function toolCall(record: Fields, frame: HookFrame) {
  const name = textField(record, "tool_name") ?? "?";
  const response = record["tool_response"];
  return toolUse(frame, {
    id: textField(record, "tool_use_id"),
    name,
    input: record["tool_input"],
    error: codexError(response),
    outputSizeBytes: sizeOf(response),
    latencyMs: latencyField(record, "duration_ms"),
    act: codexAct(name, record["tool_input"]),
  });
}

export function codexAct(name: string, toolInput: unknown): ToolAct {
  const input = fieldsOf(toolInput);
  const command = input["command"] ?? input["cmd"];
  if (name === "apply_patch") {
    return { kind: "patch", patch: textField(input, "command", "input", "patch") ?? textOf(toolInput) };
  }
  if (Array.isArray(command) && command.every((word): word is string => typeof word === "string")) {
    return { kind: "shell", command };
  }
  if (typeof command === "string") return { kind: "shell", command };
  return { kind: "other", sideEffects: "none" };
}

/** The hook fires for a command that failed too, and says so only in what the command gave back. */
export function codexError(response: unknown): ToolErrorClass | null {
  const fields = fieldsOf(response);
  const code = EXIT_NAMES.map((name) => fields[name]).find((value) => typeof value === "number");
  const text = textOf(response) || (textField(fields, "output", "stderr") ?? "");
  const [head = ""] = text.slice(0, HEAD_CHARACTERS).split(OUTPUT);
  const said = code ?? Number(EXIT_CODE.exec(head)?.[1] ?? 0);
  if (fields["success"] === false || said !== 0) return classifyToolError(text);
  return null;
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}
