import { isAbsolute } from "node:path";
import { parseRecord } from "../history/json-lines.ts";
import { latencyBetween, translated, unknownRecord } from "../history/make-record.ts";
import { type HookFrame, safeId, safeVersion, sessionStarted, toolUse } from "../hook/make-translation.ts";
import type { Observation } from "../observation.ts";
import { classifyToolError } from "../observe/error-class.ts";
import { type Fields, fieldsOf, isFields, sizeOf, textField, timeUs } from "../observe/record-fields.ts";
import type { HistoryRecord, RecordTranslator, Translation } from "../runtime.ts";
import { opencodeAct } from "./hook.ts";

/** Parts of messages that say nothing of skills. */
const SILENT: ReadonlySet<string> = new Set([
  "agent",
  "compaction",
  "file",
  "patch",
  "reasoning",
  "retry",
  "snapshot",
  "step-finish",
  "step-start",
  "subtask",
  "text",
]);

/** OpenCode's parts: rows of `opencode.db`, and the files of versions before 1.2 (RUNTIMES 3.2). */
export function opencodeTranslator(): RecordTranslator {
  return new OpencodeTranslator();
}

class OpencodeTranslator implements RecordTranslator {
  private current: string | null = null;

  translate({ record }: HistoryRecord): Translation {
    if (!isFields(record)) return unknownRecord(null, null);
    const data = record["part_data"];
    const part = fieldsOf(typeof data === "string" ? parseRecord(data) : data);
    const kind = textField(part, "type");
    const version = safeVersion(textField(record, "session_version"));
    const frame = frameOf(record, part);
    if (kind === null || frame.sessionId === null) return unknownRecord(kind, version);
    const started = this.start(frame);
    if (kind === "tool") return translated(kind, version, [...started, ...toolPart(part, frame)]);
    return SILENT.has(kind) ? translated(kind, version, started) : unknownRecord(kind, version);
  }

  end(): readonly Observation[] {
    return [];
  }

  private start(frame: HookFrame): readonly Observation[] {
    if (frame.sessionId === this.current) return [];
    this.current = frame.sessionId;
    return [sessionStarted(frame, null)];
  }
}

function frameOf(record: Fields, part: Fields): HookFrame {
  const session = textField(record, "part_session_id") ?? textField(part, "sessionID");
  const message = textField(record, "part_message_id") ?? textField(part, "messageID");
  const workspace = textField(record, "session_directory");
  return {
    kind: "?",
    sessionId: session === null ? null : safeId(session),
    workspace: workspace !== null && isAbsolute(workspace) ? workspace : null,
    transcriptPath: null,
    turnId: message === null ? null : safeId(message),
    atUs: timeUs(record["part_time_created"]),
  };
}

/** A call that has not ended says nothing yet. */
function toolPart(part: Fields, frame: HookFrame): readonly Observation[] {
  const state = fieldsOf(part["state"]);
  const { status } = state;
  if (status !== "completed" && status !== "error") return [];
  const time = fieldsOf(state["time"]);
  const [startUs, endUs] = [timeUs(time["start"]), timeUs(time["end"])];
  const name = textField(part, "tool") ?? "?";
  const error = status === "error" ? classifyToolError(textField(state, "error") ?? "") : null;
  return toolUse(
    { ...frame, atUs: endUs ?? startUs ?? frame.atUs },
    {
      id: textField(part, "callID"),
      name,
      input: state["input"],
      error,
      outputSizeBytes: sizeOf(state["output"]),
      latencyMs: latencyBetween(startUs, endUs),
      act: opencodeAct(name, fieldsOf(state["input"]), fieldsOf(state["metadata"])),
    },
  );
}
