import { parseRecord } from "../history/json-lines.ts";
import { latencyBetween, translated, unknownRecord } from "../history/make-record.ts";
import { PendingCalls } from "../history/pending-calls.ts";
import { type HookFrame, safeId, sessionStarted, toolUse } from "../hook/make-translation.ts";
import type { Observation } from "../observation.ts";
import {
  type Fields,
  fieldsOf,
  isFields,
  secondsUs,
  sizeOf,
  textField,
  timeUs,
} from "../observe/record-fields.ts";
import type { HistoryRecord, RecordTranslator, Translation } from "../runtime.ts";
import { hermesAct, hermesError } from "./hook.ts";

const ROLES: ReadonlySet<string> = new Set(["assistant", "session_meta", "system", "tool", "user"]);

/** Messages of Hermes: rows of `state.db`, and the lines of older session files (RUNTIMES 9.2). */
export function hermesTranslator(fileSession: string | null): RecordTranslator {
  return new HermesTranslator(fileSession);
}

class HermesTranslator implements RecordTranslator {
  private readonly pending = new PendingCalls();
  private readonly fileSession: string | null;
  private current: string | null = null;

  constructor(fileSession: string | null) {
    this.fileSession = fileSession;
  }

  translate({ record }: HistoryRecord): Translation {
    if (!isFields(record)) return unknownRecord(null, null);
    const message = messageOf(record);
    const role = textField(message, "role");
    const frame = this.frame(message);
    if (role === null || !ROLES.has(role) || frame.sessionId === null) return unknownRecord(role, null);
    const started = this.start(frame, message);
    if (role === "assistant") this.calls(message, frame);
    const results = role === "tool" ? this.result(message, frame) : [];
    return translated(role, null, [...started, ...results]);
  }

  end(): readonly Observation[] {
    return [];
  }

  private start(frame: HookFrame, message: Fields): readonly Observation[] {
    if (frame.sessionId === this.current) return [];
    this.current = frame.sessionId;
    return [sessionStarted(frame, textField(message, "model"))];
  }

  private calls(message: Fields, frame: HookFrame): void {
    const listed = message["tool_calls"];
    const calls = typeof listed === "string" ? parseRecord(listed) : listed;
    for (const call of Array.isArray(calls) ? calls.filter(isFields) : []) {
      const { name, input } = callOf(call);
      const id = textField(call, "id", "call_id");
      if (id !== null && name !== null)
        this.pending.add(`${frame.sessionId} ${id}`, { frame, name, input, inForce: null });
    }
  }

  private result(message: Fields, frame: HookFrame): readonly Observation[] {
    const id = textField(message, "tool_call_id");
    const call = id === null ? null : this.pending.take(`${frame.sessionId} ${id}`);
    if (call === null) return [];
    const { content } = message;
    return toolUse(
      { ...call.frame, atUs: frame.atUs ?? call.frame.atUs },
      {
        id,
        name: call.name,
        input: call.input,
        error: hermesError(content),
        outputSizeBytes: sizeOf(content),
        latencyMs: latencyBetween(call.frame.atUs, frame.atUs),
        act: hermesAct(call.name, fieldsOf(call.input)),
      },
    );
  }

  private frame(message: Fields): HookFrame {
    const session = textField(message, "session_id") ?? this.fileSession;
    return {
      kind: "?",
      sessionId: session === null ? null : safeId(session),
      workspace: textField(message, "cwd"),
      transcriptPath: null,
      turnId: null,
      atUs: timeOf(message["timestamp"]),
    };
  }
}

/** A row names its columns after their table. */
function messageOf(record: Fields): Fields {
  if (!("messages_role" in record)) return record;
  const message: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(record))
    message[name.replace(/^(?:messages|sessions)_/, "")] = value;
  return message;
}

function callOf(call: Fields): { readonly name: string | null; readonly input: unknown } {
  const made = isFields(call["function"]) ? call["function"] : call;
  const text = made["arguments"] ?? made["input"];
  return {
    name: textField(made, "name"),
    input: typeof text === "string" ? (parseRecord(text) ?? text) : text,
  };
}

/** Seconds since the epoch, with a fraction; files hold ISO-8601. */
function timeOf(value: unknown): number | null {
  return typeof value === "number" ? secondsUs(value) : timeUs(value);
}
