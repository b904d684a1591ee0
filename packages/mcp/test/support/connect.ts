import { Client, type ClientOptions } from "@modelcontextprotocol/client";
import { InMemoryTransport } from "@modelcontextprotocol/server";
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import type { McpDeps } from "../../src/index.ts";
import { createMcpServer, createServing } from "../../src/server/create-mcp-server.ts";

/** The protocols of 2025, which begin with a handshake, and the one of 2026. */
export const ERAS = ["legacy", "auto"] as const;
export type Era = (typeof ERAS)[number];

/** A client of the SDK that is connected to a server of ours in the same process. */
export async function connect(
  deps: McpDeps,
  era: Era = "auto",
  options: ClientOptions = {},
): Promise<Client> {
  const [theirs, ours] = InMemoryTransport.createLinkedPair();
  const serving = createServing(deps);
  const sessionId = deps.newSessionId();
  serveStdio(() => createMcpServer(serving, sessionId), { transport: ours });
  const client = new Client(
    { name: "test", version: "1" },
    { ...options, versionNegotiation: { mode: era } },
  );
  await client.connect(theirs);
  return client;
}

/** Clients that know the output schemas. */
const listed = new WeakSet<Client>();

export interface Called {
  readonly isError: boolean;
  readonly report: Record<string, unknown>;
  /** The text beside the structured content. */
  readonly text: string;
}

/** Calls a tool. The client checks what comes back against the output schema. */
export async function call(
  client: Client,
  name: string,
  args: Record<string, unknown> = {},
): Promise<Called> {
  if (!listed.has(client)) await client.listTools();
  listed.add(client);
  const result = await client.callTool({ name, arguments: args });
  const [content] = result.content;
  return {
    isError: result.isError === true,
    report: Object(result.structuredContent),
    text: content?.type === "text" ? content.text : "",
  };
}
