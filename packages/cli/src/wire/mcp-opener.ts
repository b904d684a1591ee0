import type { Readable, Writable } from "node:stream";
import type { Outcome } from "@metis-curate/core";
import type { OpenCuratorOptions } from "./curator-opener.ts";

/** How clients reach the server. */
export type McpChannel =
  | { readonly kind: "stdio"; readonly input: Readable; readonly output: Writable }
  | { readonly kind: "http"; readonly host: string; readonly port: number; readonly token: string | null };

export interface OpenMcpOptions extends OpenCuratorOptions {
  readonly channel: McpChannel;
  /** Version of the program. */
  readonly version: string;
}

/** An MCP server that answers. */
export interface OpenedMcp {
  /** Null over stdio. */
  readonly endpoint: { readonly url: string; readonly host: string; readonly port: number } | null;
  /** Skills directories that are served, the first wins on a name; empty until there is one. */
  readonly skillsDirs: readonly string[];
  /** Resolves when the only client is gone; never over HTTP. */
  readonly closed: Promise<void>;
  /** Lets the calls in flight finish for a while and closes everything. Called exactly once. */
  close(): Promise<void>;
}

/** Starts the MCP server over a workspace's library and the global one, or refuses (bad config, port in use, …). */
export type OpenMcp = (options: OpenMcpOptions) => Promise<Outcome<OpenedMcp>>;
