import type { AuxiliaryModel, ModelAnswer, ModelRequest, TokenUsage } from "@metis-curate/core";
import { DEFAULT_USAGE, NO_USAGE } from "./usages.ts";

/** What a script may give: a whole answer, the text of one, or a value that becomes its JSON. */
export type ScriptedAnswer = ModelAnswer | string | Readonly<Record<string, unknown>>;

export type Script = (
  request: ModelRequest,
  index: number,
  signal?: AbortSignal,
) => ScriptedAnswer | Promise<ScriptedAnswer>;

export interface ScriptedModelOptions {
  /** Default `anthropic:claude-haiku-4-5`. */
  readonly id?: string;
  /** Default false. */
  readonly free?: boolean;
  /** One function for all calls, or one entry per call; a call after the last entry is a test's bug and throws. */
  readonly answers: Script | readonly (Script | ScriptedAnswer)[];
  /** Billed for text answers; default `DEFAULT_USAGE`, nothing for a free model. */
  readonly usage?: TokenUsage | ((request: ModelRequest) => TokenUsage);
  /** Upper bound of a call; default: what it will be billed. */
  readonly estimate?: TokenUsage | ((request: ModelRequest) => TokenUsage);
  readonly groups?: AuxiliaryModel["groups"];
}

export interface ScriptedModel extends AuxiliaryModel {
  /** Every request so far, in order. */
  readonly requests: readonly ModelRequest[];
}

/** A model that answers from a script and records every request. */
export function scriptedModel(options: ScriptedModelOptions): ScriptedModel {
  const requests: ModelRequest[] = [];
  const free = options.free ?? false;
  const usage = options.usage ?? (free ? NO_USAGE : DEFAULT_USAGE);
  const usageOf = (request: ModelRequest) => (typeof usage === "function" ? usage(request) : usage);
  return {
    id: options.id ?? "anthropic:claude-haiku-4-5",
    free,
    requests,
    async ask(request, signal) {
      const index = requests.length;
      requests.push(request);
      const scripted = await nextAnswer(options.answers, index, request, signal);
      return toModelAnswer(scripted, usageOf(request));
    },
    estimate(request) {
      const estimate = options.estimate ?? usageOf(request);
      return typeof estimate === "function" ? estimate(request) : estimate;
    },
    ...(options.groups === undefined ? {} : { groups: options.groups }),
  };
}

function nextAnswer(
  answers: ScriptedModelOptions["answers"],
  index: number,
  request: ModelRequest,
  signal: AbortSignal | undefined,
): ScriptedAnswer | Promise<ScriptedAnswer> {
  const entry = typeof answers === "function" ? answers : answers[index];
  if (entry === undefined) throw new Error(`scripted model has no answer for call ${index + 1}`);
  return typeof entry === "function" ? entry(request, index, signal) : entry;
}

function toModelAnswer(scripted: ScriptedAnswer, usage: TokenUsage): ModelAnswer {
  if (typeof scripted === "string") return { kind: "answer", text: scripted, usage, truncated: false };
  if (isModelAnswer(scripted)) return scripted;
  return { kind: "answer", text: JSON.stringify(scripted), usage, truncated: false };
}

function isModelAnswer(scripted: Exclude<ScriptedAnswer, string>): scripted is ModelAnswer {
  return scripted["kind" as keyof typeof scripted] !== undefined;
}
