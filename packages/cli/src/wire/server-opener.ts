import type { Outcome } from "@metis-curate/core";
import type { AccessPolicy, createCuratorApp } from "@metis-curate/server";
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

export interface OpenAppOptions extends OpenCuratorOptions {
  /** Version of the program, as the app shows it. */
  readonly version: string;
  /** Who may ask. Absent: whoever reaches it under a loopback name, without a token. */
  readonly access?: AccessPolicy;
}

/** An app over one root, with its trace open. */
export interface OpenedCuratorApp {
  readonly app: ReturnType<typeof createCuratorApp>;
  /** The served root: its key and the directory that holds its `.metis`. */
  readonly root: { readonly key: string; readonly path: string };
  /** Closes the trace. Called exactly once. */
  close(): void;
}

/** Opens the app of one root without listening, or refuses (bad config, unreadable trace, …). */
export type OpenCuratorApp = (options: OpenAppOptions) => Promise<Outcome<OpenedCuratorApp>>;

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
