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
import { type Fields, fieldsOf, isFields, textField, timeUs } from "../observe/record-fields.ts";
import type { ToolAct } from "../observe/tool-use.ts";

/** OpenCode: the records that our own plugin makes (`plugin-text.ts`). It waits for no answer. */
export const opencodeHook: HookRuntime = { translateHook, answer: () => "", showsNotices: false };

function translateHook(record: unknown): HookTranslation {
  if (!isFields(record)) return notUnderstood("?");
  const properties = fieldsOf(record["properties"]);
  const named = {
    ...record,
    sessionID: textField(record, "sessionID") ?? textField(properties, "sessionID"),
  };
  const read = readFrame(named, {
    kind: ["type", "hook"],
    session: ["sessionID"],
    workspace: ["cwd"],
  });
  const frame = { ...read, atUs: timeUs(record["at"]) };
  const version = safeVersion(textField(properties, "version"));
  switch (frame.kind) {
    case "session.created":
      return understood(frame, [sessionStarted(frame, null)], "start", version);
    case "session.idle":
      return understood(frame, [], "turn", version);
    case "session.deleted":
      return understood(frame, [sessionEnded(frame)], "end", version);
    case "session.error":
      return understood(frame, [], "turn", version);
    case "tool.execute.after":
      return understood(frame, toolCall(record, frame), null, version);
    default:
      return notUnderstood(frame.kind);
  }
}

/** Version 1 tells of calls that succeeded only. */
function toolCall(record: Fields, frame: HookFrame) {
  const name = textField(record, "tool") ?? "?";
  const size = record["outputSizeBytes"];
  return toolUse(frame, {
    id: textField(record, "callID"),
    name,
    input: record["args"],
    error: null,
    outputSizeBytes: typeof size === "number" && Number.isInteger(size) && size >= 0 ? size : 0,
    latencyMs: 0,
    act: opencodeAct(name, fieldsOf(record["args"]), fieldsOf(record["metadata"])),
  });
}

export function opencodeAct(name: string, args: Fields, metadata: Fields): ToolAct {
  const path = textField(args, "filePath", "path") ?? "";
  switch (name) {
    case "skill":
      return {
        kind: "load",
        // The directory is what was loaded, where it is told; names may be two skills'.
        skill: { name: textField(args, "name", "id"), path: textField(metadata, "dir") },
      };
    case "read":
      return { kind: "read", paths: [path] };
    case "write":
      return {
        kind: "write",
        path,
        operation: metadata["exists"] === true ? "edit" : "create",
        text: textField(args, "content"),
      };
    case "edit":
      return { kind: "write", path, operation: "edit", text: null };
    case "patch":
      return { kind: "patch", patch: textField(args, "patchText") ?? "" };
    case "bash":
      return { kind: "shell", command: textField(args, "command") ?? "" };
    default:
      return { kind: "other", sideEffects: "none" };
  }
}
