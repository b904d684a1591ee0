import type { Outcome } from "@metis-curate/core";
import type * as v from "valibot";
import type { McpPlace } from "../mcp-deps.ts";
import { type ArgumentFaultKinds, decodeArguments } from "./decode-arguments.ts";

/** What a client may assume of a tool; all four are always said. */
export interface ToolHints {
  /** Changes nothing but the server's own caches. */
  readonly readOnlyHint: boolean;
  /** Takes or replaces something, even if it can be put back. */
  readonly destructiveHint: boolean;
  /** A second call with the same arguments changes nothing more. */
  readonly idempotentHint: boolean;
  /** Reaches the network. */
  readonly openWorldHint: boolean;
}

export interface ToolProgress {
  readonly progress: number;
  readonly total: number;
  readonly message: string;
}

/** One call as a tool sees it. */
export interface ToolCall {
  readonly place: McpPlace;
  /** Aborted when the client cancels or goes away. */
  readonly signal: AbortSignal;
  /** Session of the connection; null where there is none, then every call is one of its own. */
  readonly sessionId: string | null;
  /** Does nothing unless the client asked for progress. */
  reportProgress(progress: ToolProgress): void;
}

export interface McpTool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly hints: ToolHints;
  /** The world is open as soon as the embedder is a remote one. */
  readonly embeds: boolean;
  readonly input: InputSchema;
  readonly output: v.GenericSchema;
  /** Defaults that clients are told of although the configuration decides. */
  readonly shownDefaults: Readonly<Record<string, unknown>>;
  /** Decodes the arguments and does the work. Never throws for what a client or a disk can cause. */
  call(args: unknown, call: ToolCall): Promise<Outcome<object>>;
}

/** The names of all arguments are known, so that a misspelt one is refused. */
export type InputSchema = v.StrictObjectSchema<v.ObjectEntries, undefined>;

interface ToolDefinition<Input extends InputSchema, Report extends object>
  extends Omit<McpTool, "call" | "embeds" | "input" | "output" | "shownDefaults"> {
  readonly embeds?: boolean;
  readonly shownDefaults?: McpTool["shownDefaults"];
  readonly input: Input;
  readonly output: v.GenericSchema<Report>;
  /** Kinds of their own for bad values of some arguments. */
  readonly faults?: ArgumentFaultKinds;
  run(args: v.InferOutput<Input>, call: ToolCall): Promise<Outcome<Report>>;
}

/** Makes a tool whose arguments are checked before it runs: refusal `invalid-arguments`, or a kind of `faults`. */
export function defineTool<Input extends InputSchema, Report extends object>(
  definition: ToolDefinition<Input, Report>,
): McpTool {
  const { name, title, description, hints, input, output, faults, run } = definition;
  return {
    name,
    title,
    description,
    hints,
    embeds: definition.embeds ?? false,
    shownDefaults: definition.shownDefaults ?? {},
    input,
    output,
    call: async (args, call) => {
      const decoded = decodeArguments(input, args, faults);
      return decoded.ok ? run(decoded.value, call) : decoded;
    },
  };
}

export const READS: ToolHints = {
  readOnlyHint: true,
  destructiveHint: false,
  idempotentHint: true,
  openWorldHint: false,
};
