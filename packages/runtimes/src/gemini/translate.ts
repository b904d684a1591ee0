import { translated, unknownRecord } from "../history/make-record.ts";
import { type HookFrame, safeId, sessionStarted, toolUse } from "../hook/make-translation.ts";
import type { Observation } from "../observation.ts";
import { classifyToolError } from "../observe/error-class.ts";
import {
  type Fields,
  fieldsOf,
  isFields,
  latencyField,
  sizeOf,
  textField,
  timeUs,
} from "../observe/record-fields.ts";
import type { HistoryRecord, RecordTranslator, Translation } from "../runtime.ts";
import { geminiAct } from "./hook.ts";

const SILENT: ReadonlySet<string> = new Set(["error", "info", "system", "user", "warning"]);
const ENDED: ReadonlySet<unknown> = new Set(["success", "error", "cancelled"]);

/** Gemini CLI's chats: metadata first, then messages with their tool calls (RUNTIMES 4.2). */
export function geminiTranslator(workspace: string | null): RecordTranslator {
  return new GeminiTranslator(workspace);
}

class GeminiTranslator implements RecordTranslator {
  private readonly workspace: string | null;
  private sessionId: string | null = null;
  private isStarted = false;

  constructor(workspace: string | null) {
    this.workspace = workspace;
  }

  translate({ record }: HistoryRecord): Translation {
    if (!isFields(record)) return unknownRecord(null, null);
    const session = textField(record, "sessionId");
    if (session !== null && !("type" in record)) {
      this.sessionId = safeId(session);
      return translated("metadata", null);
    }
    if ("$set" in record || "$rewindTo" in record) return translated("change", null);
    const kind = textField(record, "type");
    const frame = this.frame(record);
    if (frame.sessionId === null) return unknownRecord(kind, null);
    if (kind === "gemini")
      return translated(kind, null, [...this.start(frame, record), ...calls(record, frame)]);
    return kind !== null && SILENT.has(kind) ? translated(kind, null) : unknownRecord(kind, null);
  }

  end(): readonly Observation[] {
    return [];
  }

  private start(frame: HookFrame, record: Fields): readonly Observation[] {
    if (this.isStarted) return [];
    this.isStarted = true;
    return [sessionStarted(frame, textField(record, "model"))];
  }

  private frame(record: Fields): HookFrame {
    const { sessionId, workspace } = this;
    const atUs = timeUs(record["timestamp"]);
    return { kind: "?", sessionId, workspace, transcriptPath: null, turnId: null, atUs };
  }
}

function calls(record: Fields, frame: HookFrame): readonly Observation[] {
  const listed = record["toolCalls"];
  return (Array.isArray(listed) ? listed.filter(isFields) : []).flatMap((call) => {
    if (!ENDED.has(call["status"])) return [];
    const name = textField(call, "name") ?? "?";
    return toolUse(
      { ...frame, atUs: timeUs(call["timestamp"]) ?? frame.atUs },
      {
        id: textField(call, "id"),
        name,
        input: call["args"],
        error: errorOf(call),
        outputSizeBytes: sizeOf(call["result"]),
        latencyMs: latencyField(call, "durationMs", "duration_ms"),
        act: geminiAct(name, fieldsOf(call["args"])),
      },
    );
  });
}

function errorOf(call: Fields) {
  if (call["status"] === "success") return null;
  if (call["status"] === "cancelled") return "cancelled";
  return classifyToolError(textOf(call["result"]) || (textField(call, "resultDisplay") ?? ""));
}

function textOf(result: unknown): string {
  return typeof result === "string" ? result : (JSON.stringify(result) ?? "");
}
