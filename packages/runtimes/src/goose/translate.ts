import { isAbsolute } from "node:path";
import { parseRecord } from "../history/json-lines.ts";
import { latencyBetween, translated, unknownRecord } from "../history/make-record.ts";
import { PendingCalls } from "../history/pending-calls.ts";
import { type HookFrame, safeId, sessionStarted, toolUse } from "../hook/make-translation.ts";
import type { Observation, ToolErrorClass } from "../observation.ts";
import { classifyToolError } from "../observe/error-class.ts";
import { type Fields, fieldsOf, isFields, sizeOf, textField, timeUs } from "../observe/record-fields.ts";
import type { HistoryRecord, RecordTranslator, Translation } from "../runtime.ts";
import { gooseAct } from "./hook.ts";

const ROLES: ReadonlySet<string> = new Set(["assistant", "system", "tool", "user"]);

/** Goose's messages: rows of `sessions.db`, and the lines of older session files (RUNTIMES 5.2). */
export function gooseTranslator(fileSession: string | null): RecordTranslator {
  return new GooseTranslator(fileSession);
}

class GooseTranslator implements RecordTranslator {
  private readonly pending = new PendingCalls();
  private readonly fileSession: string | null;
  private fileWorkspace: string | null = null;
  private current: string | null = null;

  constructor(fileSession: string | null) {
    this.fileSession = fileSession;
  }

  translate({ record }: HistoryRecord): Translation {
    if (!isFields(record)) return unknownRecord(null, null);
    const role = textField(record, "messages_role", "role");
    if (role === null && textField(record, "working_dir") !== null) {
      this.fileWorkspace = textField(record, "working_dir");
      return translated("metadata", null);
    }
    const frame = this.frame(record);
    if (role === null || !ROLES.has(role) || frame.sessionId === null) return unknownRecord(role, null);
    const content = contentOf(record);
    if (content === null) return unknownRecord(role, null);
    const started = this.start(frame);
    const found = content.flatMap((part) => this.part(part, frame));
    return translated(role, null, [...started, ...found]);
  }

  end(): readonly Observation[] {
    return [];
  }

  private start(frame: HookFrame): readonly Observation[] {
    if (frame.sessionId === this.current) return [];
    this.current = frame.sessionId;
    return [sessionStarted(frame, null)];
  }

  private part(part: Fields, frame: HookFrame): readonly Observation[] {
    const id = textField(part, "id");
    if (id === null) return [];
    const key = `${frame.sessionId} ${id}`;
    if (part["type"] === "toolRequest") {
      const call = fieldsOf(part["toolCall"]);
      const value = isFields(call["value"]) ? call["value"] : call;
      const name = textField(value, "name");
      if (name !== null) this.pending.add(key, { frame, name, input: value["arguments"], inForce: null });
      return [];
    }
    const call = part["type"] === "toolResponse" ? this.pending.take(key) : null;
    if (call === null) return [];
    const result = fieldsOf(part["toolResult"]);
    return toolUse(
      { ...call.frame, atUs: frame.atUs ?? call.frame.atUs },
      {
        id,
        name: call.name,
        input: call.input,
        error: errorOf(result),
        outputSizeBytes: sizeOf(result["value"] ?? result),
        latencyMs: latencyBetween(call.frame.atUs, frame.atUs),
        act: gooseAct(call.name, fieldsOf(call.input)),
      },
    );
  }

  private frame(record: Fields): HookFrame {
    const session = textField(record, "messages_session_id") ?? this.fileSession;
    const workspace = textField(record, "sessions_working_dir") ?? this.fileWorkspace;
    return {
      kind: "?",
      sessionId: session === null ? null : safeId(session),
      workspace: workspace !== null && isAbsolute(workspace) ? workspace : null,
      transcriptPath: null,
      turnId: null,
      atUs: timeUs(record["messages_created_timestamp"] ?? record["created"] ?? record["messages_timestamp"]),
    };
  }
}

function contentOf(record: Fields): readonly Fields[] | null {
  const raw = record["messages_content_json"] ?? record["content"];
  const content = typeof raw === "string" ? parseRecord(raw) : raw;
  return Array.isArray(content) ? content.filter(isFields) : null;
}

/** A failed call, or one whose result says of itself that it is an error. */
function errorOf(result: Fields): ToolErrorClass | null {
  const value = fieldsOf(result["value"]);
  const isFailed = result["status"] === "error" || value["isError"] === true || value["is_error"] === true;
  if (!isFailed) return null;
  return classifyToolError(textField(result, "error") ?? JSON.stringify(value["content"] ?? "") ?? "");
}
