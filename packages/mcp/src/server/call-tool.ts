import type { Outcome, Redactor, Refusal } from "@metis-curate/core";
import type { CallToolResult } from "@modelcontextprotocol/server";
import type { McpDeps } from "../mcp-deps.ts";
import type { McpTool, ToolCall } from "../tools/tool.ts";

/** Longest line that a client is sent for a failure. */
const MESSAGE_CHARACTERS_MAX = 1_000;

export interface CallContext {
  readonly deps: McpDeps;
  readonly redactor: Redactor;
}

/**
 * Calls a tool and returns its result: the report as structured content and as its JSON, without secrets; a refusal as
 * `isError` with `kind` and `message`. Never throws: a bug is `internal` here and its message in the log.
 */
export async function callTool(
  tool: McpTool,
  args: unknown,
  call: Omit<ToolCall, "place">,
  { deps, redactor }: CallContext,
): Promise<CallToolResult> {
  try {
    const opened = await deps.open();
    const outcome: Outcome<object> = opened.ok
      ? await tool.call(args, { ...call, place: opened.value })
      : opened;
    if (!outcome.ok) return failed(await redactor.text(outcome.refusal.message), outcome.refusal.kind);
    return result({ ...(await redactObject(redactor, outcome.value)) });
  } catch (error) {
    if (call.signal.aborted) return failed("cancelled", "cancelled");
    const message = error instanceof Error ? error.message : String(error);
    deps.logger.log("error", `${tool.name}: ${message}`);
    return failed("internal error; the server's log says more", "internal");
  }
}

async function redactObject(redactor: Redactor, value: object): Promise<Record<string, unknown>> {
  const json = await redactor.json(value);
  return typeof json === "object" && json !== null ? { ...json } : {};
}

function result(report: Record<string, unknown>): CallToolResult {
  return { content: [{ type: "text", text: JSON.stringify(report) }], structuredContent: report };
}

function failed(message: string, kind: Refusal["kind"]): CallToolResult {
  const cut =
    message.length <= MESSAGE_CHARACTERS_MAX ? message : `${message.slice(0, MESSAGE_CHARACTERS_MAX - 1)}…`;
  return { ...result({ kind, message: cut }), isError: true };
}
