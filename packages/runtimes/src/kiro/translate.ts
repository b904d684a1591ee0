import { isAbsolute } from "node:path";
import { translated, unknownRecord } from "../history/make-record.ts";
import { PendingCalls } from "../history/pending-calls.ts";
import {
  copiesOf,
  type HookFrame,
  safeId,
  safeVersion,
  sessionStarted,
  toolUse,
} from "../hook/make-translation.ts";
import type { Observation, ToolErrorClass } from "../observation.ts";
import { classifyToolError } from "../observe/error-class.ts";
import { type Fields, fieldsOf, isFields, sizeOf, textField, timeUs } from "../observe/record-fields.ts";
import type { HistoryRecord, RecordTranslator, Translation } from "../runtime.ts";
import { kiroAct, placeId } from "./hook.ts";

const SILENT: ReadonlySet<string> = new Set(["Clear", "Compaction", "ResetTo", "Summary"]);

/** Where a session file stands. */
export interface KiroSession {
  readonly id: string;
  readonly workspace: string | null;
}

/** Kiro CLI's sessions: `{version, kind, data}` a line; only prompts have a time (RUNTIMES 7.2). */
export function kiroTranslator(session: KiroSession): RecordTranslator {
  return new KiroTranslator(session);
}

class KiroTranslator implements RecordTranslator {
  private readonly pending = new PendingCalls();
  private readonly session: KiroSession;
  private atUs: number | null = null;
  private isStarted = false;

  constructor(session: KiroSession) {
    this.session = session;
  }

  translate({ record }: HistoryRecord): Translation {
    if (!isFields(record)) return unknownRecord(null, null);
    const kind = textField(record, "kind");
    const version = safeVersion(textField(record, "version"));
    const data = fieldsOf(record["data"]);
    switch (kind) {
      case "Prompt":
        this.atUs = timeUs(fieldsOf(data["meta"])["timestamp"]) ?? this.atUs;
        return translated(kind, version, this.start());
      case "AssistantMessage":
        for (const part of partsOf(data)) this.call(part);
        return translated(kind, version, this.start());
      case "ToolResults":
        return translated(
          kind,
          version,
          partsOf(data).flatMap((part) => this.result(part)),
        );
      default:
        return kind !== null && SILENT.has(kind) ? translated(kind, version) : unknownRecord(kind, version);
    }
  }

  end(): readonly Observation[] {
    return [];
  }

  private start(): readonly Observation[] {
    if (this.isStarted) return [];
    this.isStarted = true;
    return [sessionStarted(this.frame(), null)];
  }

  private call({ kind, data }: Part): void {
    const id = textField(data, "toolUseId");
    if (kind !== "toolUse" || id === null) return;
    const name = textField(data, "name") ?? "?";
    this.pending.add(id, { frame: this.frame(), name, input: data["input"], inForce: null });
  }

  private result({ kind, data }: Part): readonly Observation[] {
    const id = textField(data, "toolUseId");
    const call = kind === "toolResult" && id !== null ? this.pending.take(id) : null;
    if (call === null) return [];
    const copyOf = placeId(call.frame.workspace);
    const observations = toolUse(call.frame, {
      id,
      name: call.name,
      input: call.input,
      error: errorOf(data),
      outputSizeBytes: sizeOf(data["content"]),
      latencyMs: 0,
      act: kiroAct(call.name, fieldsOf(call.input)),
    });
    return copiesOf(copyOf, observations);
  }

  private frame(): HookFrame {
    const { id, workspace } = this.session;
    const place = workspace !== null && isAbsolute(workspace) ? workspace : null;
    return {
      kind: "?",
      sessionId: safeId(id),
      workspace: place,
      transcriptPath: null,
      turnId: null,
      atUs: this.atUs,
    };
  }
}

interface Part {
  readonly kind: unknown;
  readonly data: Fields;
}

function partsOf(data: Fields): readonly Part[] {
  const content = data["content"];
  if (!Array.isArray(content)) return [];
  return content.filter(isFields).map((part) => ({ kind: part["kind"], data: fieldsOf(part["data"]) }));
}

function errorOf(data: Fields): ToolErrorClass | null {
  if (data["status"] !== "error") return null;
  return classifyToolError(JSON.stringify(data["content"] ?? "") ?? "");
}
