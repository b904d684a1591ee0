import { isAbsolute, join } from "node:path";
import { latencyBetween, translated, unknownRecord } from "../history/make-record.ts";
import { type PendingCall, PendingCalls } from "../history/pending-calls.ts";
import {
  copiesOf,
  type HookFrame,
  observed,
  safeId,
  safeVersion,
  sessionStarted,
  toolUse,
} from "../hook/make-translation.ts";
import type { Observation, ToolErrorClass } from "../observation.ts";
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
import { claudeCodeAct } from "./hook.ts";

/** Records that say nothing of skills (RUNTIMES 1.2). */
const SILENT: ReadonlySet<string> = new Set([
  "agent-name",
  "ai-title",
  "attachment",
  "bridge-session",
  "cost-state",
  "custom-title",
  "file-history-delta",
  "file-history-snapshot",
  "frame-link",
  "last-prompt",
  "mode",
  "permission-mode",
  "pr-link",
  "progress",
  "queue-operation",
  "relocated",
  "result",
  "started",
  "summary",
  "system",
  "worktree-state",
]);
const COMMAND_NAME = /<command-name>\/?([^<\n]{1,200})<\/command-name>/;
const BASE_DIRECTORY = /^Base directory for this skill: ([^\r\n]{1,4096})/;
/** Tags of a slash command stand at the start of a record; further on somebody may quote them. */
const TAGS = /^\s*<command-(?:message|name|args)>/;
const TAGS_CHARACTERS = 10_000;

/** A skill that was named; its body, which says where it lies, follows as the next record or never. */
type Held =
  | { readonly kind: "call"; readonly id: string; finish(directory: string | null): readonly Observation[] }
  | { readonly kind: "slash"; finish(directory: string | null): readonly Observation[] };

/** Claude Code's transcripts: one record a line, one call over two records. */
export function claudeCodeTranslator(): RecordTranslator {
  return new ClaudeCodeTranslator();
}

class ClaudeCodeTranslator implements RecordTranslator {
  private readonly pending = new PendingCalls();
  private readonly started = new Set<string>();
  private held: Held | null = null;

  translate({ record, position }: HistoryRecord): Translation {
    if (!isFields(record)) return unknownRecord(null, null);
    const kind = textField(record, "type");
    const version = safeVersion(textField(record, "version"));
    if (kind === "assistant") return translated(kind, version, this.assistant(record));
    if (kind === "user") return translated(kind, version, this.user(record, position));
    if (kind !== null && (SILENT.has(kind) || kind.startsWith("artifact-"))) return translated(kind, version);
    return unknownRecord(kind, version);
  }

  end(): readonly Observation[] {
    return this.release(null);
  }

  private release(directory: string | null): readonly Observation[] {
    const { held } = this;
    this.held = null;
    // A command without a body is one of the program's own.
    if (held === null || (held.kind === "slash" && directory === null)) return [];
    return held.finish(directory);
  }

  private assistant(record: Fields): readonly Observation[] {
    const released = this.release(null);
    const frame = frameOf(record);
    if (frame.sessionId === null) return released;
    const message = fieldsOf(record["message"]);
    for (const part of listOf(message["content"])) {
      const id = textField(part, "id");
      if (part["type"] !== "tool_use" || id === null) continue;
      const name = textField(part, "name") ?? "?";
      this.pending.add(id, { frame, name, input: part["input"], inForce: skillInForce(record) });
    }
    return [...released, ...this.start(frame, textField(message, "model"))];
  }

  private start(frame: HookFrame, model: string | null): readonly Observation[] {
    if (frame.sessionId === null || this.started.has(frame.sessionId)) return [];
    this.started.add(frame.sessionId);
    return [sessionStarted(frame, model)];
  }

  private user(record: Fields, position: number): readonly Observation[] {
    const frame = frameOf(record);
    const content = fieldsOf(record["message"])["content"];
    const text = typeof content === "string" ? content : (textField(listOf(content)[0] ?? {}, "text") ?? "");
    if (record["isMeta"] === true) return this.body(record, text);
    const released = this.release(null);
    if (frame.sessionId === null) return released;
    const results = listOf(content).flatMap((part) => this.result(record, part, frame));
    this.holdSlash(frame, text, position, copyOf(record));
    return [...released, ...results];
  }

  /** What was handed to the model of a skill; other notes of the program pass by. */
  private body(record: Fields, text: string): readonly Observation[] {
    const { held } = this;
    if (held === null) return [];
    const source = textField(record, "sourceToolUseID");
    if (held.kind === "call" && source !== null && source !== held.id) return [];
    const directory = BASE_DIRECTORY.exec(text)?.[1]?.trim() ?? null;
    if (directory !== null && isAbsolute(directory)) return this.release(directory);
    this.held = null;
    return held.finish(null);
  }

  private result(record: Fields, part: Fields, frame: HookFrame): readonly Observation[] {
    const id = textField(part, "tool_use_id");
    const call = part["type"] === "tool_result" && id !== null ? this.pending.take(id) : null;
    if (call === null || id === null) return [];
    const finish = (directory: string | null) => finishCall({ id, call, record, part, frame, directory });
    if (call.name !== "Skill" || errorOf(record, part) !== null) return finish(null);
    // Of several results in one record each is a load of its own.
    const released = this.release(null);
    this.held = { kind: "call", id, finish };
    return released;
  }

  /** Typing `/name`; the program's own commands look the same and are followed by no body. */
  private holdSlash(frame: HookFrame, text: string, position: number, origin: string | null): void {
    if (!TAGS.test(text)) return;
    const name = COMMAND_NAME.exec(text.slice(0, TAGS_CHARACTERS))?.[1]?.trim();
    if (name === undefined || this.held !== null) return;
    const key = `slash:${name}:${frame.turnId ?? position}`;
    this.held = {
      kind: "slash",
      finish: (directory) => [
        {
          ...observed(frame, key),
          kind: "skill-loaded",
          skill: { name, path: directory },
          evidence: "slash",
          toolUseId: null,
          copyOf: origin,
        },
      ],
    };
  }
}

function finishCall(ended: {
  readonly id: string;
  readonly call: PendingCall;
  readonly record: Fields;
  readonly part: Fields;
  readonly frame: HookFrame;
  readonly directory: string | null;
}): readonly Observation[] {
  const { id, call, record, part, frame, directory } = ended;
  const response = record["toolUseResult"] ?? part["content"];
  const act = claudeCodeAct(call.name, fieldsOf(call.input), fieldsOf(record["toolUseResult"]));
  const isLoad = act.kind === "load" && directory !== null;
  const observations = toolUse(
    { ...call.frame, atUs: frame.atUs ?? call.frame.atUs },
    {
      id,
      name: call.name,
      input: call.input,
      error: errorOf(record, part),
      outputSizeBytes: sizeOf(response),
      latencyMs:
        latencyField(fieldsOf(record["toolUseResult"]), "durationMs", "duration_ms") ||
        latencyBetween(call.frame.atUs, frame.atUs),
      act: isLoad ? { ...act, skill: { name: act.skill.name, path: join(directory, "SKILL.md") } } : act,
      inForce: call.inForce,
    },
  );
  return copiesOf(copyOf(record), observations);
}

/** A fork says of each record of its past whose it was. */
function copyOf(record: Fields): string | null {
  const session = textField(fieldsOf(record["forkedFrom"]), "sessionId");
  return session === null ? null : safeId(session);
}

function errorOf(record: Fields, part: Fields): ToolErrorClass | null {
  const content = part["content"];
  const text = typeof content === "string" ? content : (textField(listOf(content)[0] ?? {}, "text") ?? "");
  const isRejected = text.startsWith("<tool_use_error>");
  const failed = part["is_error"] === true || fieldsOf(record["toolUseResult"])["success"] === false;
  if (!failed && !isRejected) return null;
  if (/^The user doesn't want to|^\[Request interrupted/.test(text)) return "user_denied";
  if (text.startsWith("<tool_use_error>Unknown skill")) return "not_found";
  return classifyToolError(text);
}

/** `plugin:skill` is a plugin's: none of ours has the name. */
function skillInForce(record: Fields): string | null {
  return textField(record, "attributionPlugin") === null ? textField(record, "attributionSkill") : null;
}

function frameOf(record: Fields): HookFrame {
  const session = textField(record, "sessionId");
  const turn = textField(record, "promptId");
  const workspace = textField(record, "cwd");
  return {
    kind: textField(record, "type") ?? "?",
    sessionId: session === null ? null : safeId(session),
    workspace: workspace !== null && isAbsolute(workspace) ? workspace : null,
    transcriptPath: null,
    turnId: turn === null ? null : safeId(turn),
    atUs: timeUs(record["timestamp"]),
  };
}

function listOf(value: unknown): readonly Fields[] {
  return Array.isArray(value) ? value.filter(isFields) : [];
}
