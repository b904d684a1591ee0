import { isAbsolute } from "node:path";
import { parseRecord } from "../history/json-lines.ts";
import { latencyBetween, translated, unknownRecord } from "../history/make-record.ts";
import { PendingCalls } from "../history/pending-calls.ts";
import {
  copiesOf,
  type HookFrame,
  observed,
  safeId,
  safeVersion,
  sessionStarted,
  toolUse,
} from "../hook/make-translation.ts";
import type { Observation } from "../observation.ts";
import { type Fields, fieldsOf, isFields, sizeOf, textField, timeUs } from "../observe/record-fields.ts";
import type { ToolAct } from "../observe/tool-use.ts";
import type { HistoryRecord, RecordTranslator, Translation } from "../runtime.ts";
import { codexAct, codexError } from "./hook.ts";

const SILENT: ReadonlySet<string> = new Set(["compacted", "event_msg", "ghost_snapshot", "world_state"]);
const CALLS: ReadonlySet<string> = new Set(["function_call", "custom_tool_call", "local_shell_call"]);
const RESULTS: ReadonlySet<string> = new Set(["function_call_output", "custom_tool_call_output"]);
/** What a person names with `$name` is handed over with its path at the start. */
const INJECTED = /^\s*<skill>\s*<name>([^<\n]{1,200})<\/name>\s*<path>([^<\n]{1,4096})<\/path>/;
const PATCH = "*** Begin Patch";
/** Command lines in a program of code mode. */
const COMMAND_IN_CODE =
  /\b(?:cmd|command)["']?\s*:\s*("(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|`(?:[^`\\]|\\.)*`)/g;
const COMMANDS_MAX = 200;
/** A new session writes what it goes on from before anything of its own. */
const COPIED_WITHIN_US = 5_000_000;
const CODE_CHARACTERS = 200_000;

/** Codex' rollouts: `{timestamp, type, payload}` a line, one call over two of them (RUNTIMES 2.2). */
export function codexTranslator(): RecordTranslator {
  return new CodexTranslator();
}

class CodexTranslator implements RecordTranslator {
  private readonly pending = new PendingCalls();
  private sessionId: string | null = null;
  private workspace: string | null = null;
  private turnId: string | null = null;
  private version: string | null = null;
  private isStarted = false;
  private startUs: number | null = null;
  /** The session that this one goes on from; its records stand here anew, with the time at which they were copied. */
  private parentId: string | null = null;

  translate({ record, position }: HistoryRecord): Translation {
    if (!isFields(record)) return unknownRecord(null, this.version);
    const kind = textField(record, "type");
    const payload = fieldsOf(record["payload"]);
    switch (kind) {
      case "session_meta":
        return this.meta(record, payload);
      case "turn_context":
        return this.turn(record, payload);
      case "response_item":
        return this.item(record, payload, position);
      default:
        return kind !== null && SILENT.has(kind)
          ? translated(kind, this.version)
          : unknownRecord(kind, this.version);
    }
  }

  end(): readonly Observation[] {
    return [];
  }

  /** A rollout that continues another one holds that one's records too, its own stand first. */
  private meta(record: Fields, payload: Fields): Translation {
    const id = textField(payload, "id");
    const parent = this.sessionId === null ? textField(payload, "forked_from_id") : id;
    if (parent !== null) this.parentId ??= safeId(parent);
    this.startUs ??= timeUs(record["timestamp"]);
    this.version ??= safeVersion(textField(payload, "cli_version"));
    if (this.sessionId === null && id !== null) this.sessionId = safeId(id);
    this.work(payload);
    return id === null
      ? unknownRecord("session_meta", this.version)
      : translated("session_meta", this.version);
  }

  private turn(record: Fields, payload: Fields): Translation {
    const turn = textField(payload, "turn_id");
    this.turnId = turn === null ? null : safeId(turn);
    this.work(payload);
    const frame = this.frame(record);
    const isFirst = !this.isStarted && frame.sessionId !== null;
    this.isStarted ||= isFirst;
    const started = isFirst ? [sessionStarted(frame, textField(payload, "model"))] : [];
    return translated("turn_context", this.version, started);
  }

  private work(payload: Fields): void {
    const cwd = textField(payload, "cwd");
    if (cwd !== null && isAbsolute(cwd)) this.workspace = cwd;
  }

  private item(record: Fields, payload: Fields, position: number): Translation {
    const kind = textField(payload, "type");
    const frame = this.frame(record);
    if (frame.sessionId === null) return unknownRecord(kind, this.version);
    if (kind === "message")
      return translated(kind, this.version, injected(payload, frame, position, this.copyOf(frame)));
    if (kind !== null && CALLS.has(kind)) this.call(payload, frame);
    if (kind !== null && RESULTS.has(kind))
      return translated(kind, this.version, this.result(payload, frame));
    return translated(kind, this.version);
  }

  private call(payload: Fields, frame: HookFrame): void {
    const id = textField(payload, "call_id", "id");
    if (id === null) return;
    const name = textField(payload, "name") ?? "local_shell";
    this.pending.add(id, { frame, name, input: inputOf(payload), inForce: null });
  }

  private result(payload: Fields, frame: HookFrame): readonly Observation[] {
    const id = textField(payload, "call_id");
    const call = id === null ? null : this.pending.take(id);
    if (call === null) return [];
    const { output } = payload;
    const observations = toolUse(
      { ...call.frame, atUs: frame.atUs ?? call.frame.atUs },
      {
        id,
        name: call.name,
        input: call.input,
        error: codexError(responseOf(output)),
        outputSizeBytes: sizeOf(output),
        latencyMs: latencyBetween(call.frame.atUs, frame.atUs),
        act: actOf(call.name, call.input),
      },
    );
    return copiesOf(this.copyOf(frame), observations);
  }

  private copyOf({ atUs }: HookFrame): string | null {
    const { startUs } = this;
    return atUs !== null && startUs !== null && atUs - startUs <= COPIED_WITHIN_US ? this.parentId : null;
  }

  private frame(record: Fields): HookFrame {
    const { sessionId, workspace, turnId } = this;
    return {
      kind: "?",
      sessionId,
      workspace,
      transcriptPath: null,
      turnId,
      atUs: timeUs(record["timestamp"]),
    };
  }
}

function injected(
  payload: Fields,
  frame: HookFrame,
  position: number,
  copyOf: string | null,
): readonly Observation[] {
  if (payload["role"] !== "user") return [];
  const content = payload["content"];
  const texts = Array.isArray(content) ? content.map((part) => textField(fieldsOf(part), "text") ?? "") : [];
  return texts.flatMap((text, at) => {
    const [, name, path] = INJECTED.exec(text) ?? [];
    if (name === undefined || path === undefined) return [];
    const key = `injected:${position}:${at}`;
    const skill = { name: name.trim(), path: path.trim() };
    return [
      {
        ...observed(frame, key),
        kind: "skill-loaded" as const,
        skill,
        evidence: "injected" as const,
        toolUseId: null,
        copyOf,
      },
    ];
  });
}

/** Arguments are JSON in a text; those of code mode are a program. */
function inputOf(payload: Fields): unknown {
  const text = textField(payload, "arguments", "input");
  if (text === null) return payload["action"] ?? null;
  const parsed = parseRecord(text);
  return isFields(parsed) ? parsed : text;
}

function actOf(name: string, input: unknown): ToolAct {
  if (typeof input === "string") return freeFormAct(name, input);
  const fields = fieldsOf(input);
  const command = fields["cmd"] ?? fields["command"];
  const text = Array.isArray(command) ? command.join(" ") : textField(fields, "cmd", "command");
  if (text?.includes(PATCH)) return { kind: "patch", patch: text };
  const directory = textField(fields, "workdir", "working_directory");
  const line = Array.isArray(command) ? command.map((word) => quote(String(word))).join(" ") : command;
  if (typeof line === "string" && directory !== null) {
    return { kind: "shell", command: `cd ${quote(directory)} && ${line}` };
  }
  return codexAct(name, input);
}

function quote(word: string): string {
  return `'${word.replaceAll("'", "'\\''")}'`;
}

function freeFormAct(name: string, input: string): ToolAct {
  if (name === "apply_patch" || input.includes(PATCH)) return { kind: "patch", patch: unescaped(input) };
  const found = [...input.slice(0, CODE_CHARACTERS).matchAll(COMMAND_IN_CODE)].slice(0, COMMANDS_MAX);
  if (found.length === 0) return { kind: "shell", command: input };
  return { kind: "shell", command: found.map(([, literal = ""]) => textOfLiteral(literal)).join("\n") };
}

/** A patch within a program stands there with its line ends escaped. */
function unescaped(input: string): string {
  return /\*\*\* Begin Patch\r?\n/.test(input) ? input : input.replaceAll("\\n", "\n");
}

function textOfLiteral(literal: string): string {
  const body = literal.slice(1, -1);
  return body.replace(/\\([\s\S])/g, (_, character: string) =>
    character === "n" ? "\n" : character === "t" ? "\t" : character,
  );
}

/** Older versions wrap the output and its exit code in JSON, newer ones have it in parts. */
function responseOf(output: unknown): unknown {
  if (Array.isArray(output)) return output.map((part) => textField(fieldsOf(part), "text") ?? "").join("\n");
  const parsed = typeof output === "string" && output.startsWith("{") ? parseRecord(output) : output;
  if (!isFields(parsed)) return output;
  const metadata = fieldsOf(parsed["metadata"]);
  return { ...parsed, exit_code: metadata["exit_code"] ?? parsed["exit_code"] };
}
