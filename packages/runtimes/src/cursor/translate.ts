import { placeCallId } from "../events/call-ids.ts";
import { translated, unknownRecord } from "../history/make-record.ts";
import { type HookFrame, safeId, sessionStarted, toolUse } from "../hook/make-translation.ts";
import type { Observation } from "../observation.ts";
import { type Fields, fieldsOf, isFields, textField } from "../observe/record-fields.ts";
import type { HistoryRecord, RecordTranslator, Translation } from "../runtime.ts";
import { cursorAct } from "./hook.ts";

const ROLES: ReadonlySet<string> = new Set(["assistant", "system", "tool", "user"]);
const NAMES: Readonly<Record<string, string>> = { read_file: "Read", ReadFile: "Read" };

/**
 * Cursor's transcripts: what the model asked for, without ids, times and results (RUNTIMES 6.2). So a call counts as one
 * that succeeded, and the file's own time is that of all its records.
 */
export function cursorTranslator(session: string, workspace: string | null, atUs: number): RecordTranslator {
  return new CursorTranslator({
    kind: "?",
    sessionId: safeId(session),
    workspace,
    transcriptPath: null,
    turnId: null,
    atUs,
  });
}

class CursorTranslator implements RecordTranslator {
  private readonly frame: HookFrame;
  private isStarted = false;

  constructor(frame: HookFrame) {
    this.frame = frame;
  }

  translate({ record, position }: HistoryRecord): Translation {
    if (!isFields(record)) return unknownRecord(null, null);
    const role = textField(record, "role");
    if (role === null || !ROLES.has(role)) return unknownRecord(role ?? textField(record, "type"), null);
    const { content } = fieldsOf(record["message"]);
    const parts = Array.isArray(content) ? content.filter(isFields) : [];
    const started = this.isStarted ? [] : [sessionStarted(this.frame, null)];
    this.isStarted = true;
    return translated(role, null, [
      ...started,
      ...parts.flatMap((part, at) => this.part(part, position, at)),
    ]);
  }

  end(): readonly Observation[] {
    return [];
  }

  private part(part: Fields, position: number, at: number): readonly Observation[] {
    if (part["type"] !== "tool_use") return [];
    const said = textField(part, "name") ?? "?";
    const name = NAMES[said] ?? said;
    const input = fieldsOf(part["input"]);
    const id = textField(part, "id") ?? placeCallId(position, at);
    const act = cursorAct(name, input);
    // Whether anything came of it the transcript does not say; a load and a write are what it is read for.
    if (act.kind === "other") return [];
    return toolUse(this.frame, {
      id,
      name,
      input,
      error: null,
      outputSizeBytes: 0,
      latencyMs: 0,
      act,
    }).filter(({ kind }) => kind === "skill-loaded" || kind === "skill-written");
  }
}
