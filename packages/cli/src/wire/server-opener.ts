import type { Outcome } from "@metis-curate/core";
import type { OpenCuratorOptions } from "./curator-opener.ts";

export interface OpenServerOptions extends OpenCuratorOptions {
  /** Address or name to listen at. */
  readonly host: string;
  /** 0 takes any free one. */
  readonly port: number;
  /** What every request must prove to know; null when nothing is needed. */
  readonly token: string | null;
  /** Version of the program. */
  readonly version: string;
}

/** A server that answers. */
export interface OpenedServer {
  readonly url: string;
  readonly host: string;
  readonly port: number;
  /** The served root: its key and the directory that holds its `.metis`. */
  readonly root: { readonly key: string; readonly path: string };
  /** Takes no more requests, lets those in flight finish for a while, and closes the trace. Called exactly once. */
  close(): Promise<void>;
}

/** Starts to serve one root, or refuses (bad config, unreadable trace, port in use, …). */
export type OpenServer = (options: OpenServerOptions) => Promise<Outcome<OpenedServer>>;
