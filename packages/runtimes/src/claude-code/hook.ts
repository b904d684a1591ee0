import { type HookRuntime, type HookTranslation, notUnderstood } from "../hook/hook-runtime.ts";
import {
  type HookFrame,
  observed,
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

/** Claude Code: the records of RUNTIMES 1.2. */
export const claudeCodeHook: HookRuntime = { translateHook, answer, showsNotices: true };

/** The person sees the message; the model is told too, because a skill that went may be one it knew. */
function answer(notice: string | null): string {
  if (notice === null) return "";
  const output = { hookEventName: "SessionStart", additionalContext: notice };
  return JSON.stringify({ systemMessage: notice, hookSpecificOutput: output });
}

function translateHook(record: unknown): HookTranslation {
  if (!isFields(record)) return notUnderstood("?");
  const frame = readFrame(record, {
    kind: ["hook_event_name"],
    session: ["session_id"],
    workspace: ["cwd"],
    turn: ["prompt_id"],
  });
  switch (frame.kind) {
    case "SessionStart":
      return understood(frame, [sessionStarted(frame, textField(record, "model"))], "start");
    case "SessionEnd":
      return understood(frame, [sessionEnded(frame)], "end");
    case "PostToolUse":
    case "PostToolUseFailure":
      return understood(frame, toolCall(record, frame));
    case "UserPromptExpansion":
      return understood(frame, expansion(record, frame));
    case "ConfigChange":
      return understood(frame, configChange(record, frame));
    default:
      return notUnderstood(frame.kind);
  }
}

function toolCall(record: Fields, frame: HookFrame) {
  const name = textField(record, "tool_name") ?? "?";
  const input = fieldsOf(record["tool_input"]);
  const response = record["tool_response"];
  return toolUse(frame, {
    id: textField(record, "tool_use_id"),
    name,
    input: record["tool_input"],
    error: errorOf(record, frame),
    outputSizeBytes: sizeOf(response),
    latencyMs: latencyField(record, "duration_ms"),
    act: claudeCodeAct(name, input, fieldsOf(response)),
  });
}

function errorOf(record: Fields, { kind }: HookFrame) {
  if (kind === "PostToolUse") {
    return fieldsOf(record["tool_response"])["success"] === false ? "execution_error" : null;
  }
  if (record["is_interrupt"] === true) return "cancelled";
  return classifyToolError(textField(record, "error") ?? "");
}

export function claudeCodeAct(name: string, input: Fields, response: Fields): ToolAct {
  const path = textField(input, "file_path") ?? "";
  switch (name) {
    case "Skill":
      return { kind: "load", skill: { name: skillName(input, response), path: null } };
    case "Read":
      return { kind: "read", paths: [path] };
    case "Write": {
      const operation = response["type"] === "update" ? "edit" : "create";
      return { kind: "write", path, operation, text: textField(input, "content") };
    }
    case "Edit":
    case "MultiEdit":
      return { kind: "write", path, operation: "edit", text: null };
    case "Bash":
      return { kind: "shell", command: textField(input, "command") ?? "" };
    case "WebFetch":
    case "WebSearch":
      return { kind: "other", sideEffects: "network" };
    default:
      return { kind: "other", sideEffects: "none" };
  }
}

/** The first versions with skills called the argument `command`. */
function skillName(input: Fields, response: Fields): string | null {
  return textField(input, "skill", "command") ?? textField(response, "commandName");
}

/** Typing `/skill` bypasses the tool; a command that is no skill leads to none. */
function expansion(record: Fields, frame: HookFrame) {
  const name = textField(record, "command_name");
  if (name === null || record["expansion_type"] === "mcp_prompt") return [];
  return [
    {
      ...observed(frame, `slash:${name}:${frame.turnId ?? ""}`),
      kind: "skill-loaded" as const,
      skill: { name: name.replace(/^\//, ""), path: null },
      evidence: "slash" as const,
      toolUseId: null,
    },
  ];
}

function configChange(record: Fields, frame: HookFrame) {
  const path = textField(record, "file_path");
  if (record["source"] !== "skills" || path === null) return [];
  return [{ ...observed(frame, `changed:${path}`), kind: "skills-changed" as const, path }];
}
