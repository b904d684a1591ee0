/** What a server needs of an app. */
export interface ServedApp {
  fetch(request: Request): Response | Promise<Response>;
}

export interface ServeOptions {
  /** Address or name to listen at. */
  readonly host: string;
  /** 0 takes any free one. */
  readonly port: number;
  /** Largest body that is read, default `BODY_BYTES_MAX`; enforced under Bun, elsewhere by the app. */
  readonly bodyBytesMax?: number;
  /** Seconds without a byte before a connection is closed, default 30, at most 255. */
  readonly idleSeconds?: number;
}

/** Enough for a server that is only read. */
export const BODY_BYTES_MAX = 1_024;
export const IDLE_SECONDS = 30;

export interface RunningServer {
  readonly host: string;
  /** The one it listens at. */
  readonly port: number;
  /** `http://127.0.0.1:8423/`. */
  readonly url: string;
  /** Takes no more requests, lets those in flight finish for up to `graceMs`, then cuts them off. Harmless when repeated. */
  stop(graceMs: number): Promise<void>;
}

export type ServeErrorKind = "port-in-use" | "permission-denied" | "no-such-address" | "other";

/** Why a server could not listen; `message` is one line. */
export class ServeError extends Error {
  override readonly name = "ServeError";
  readonly kind: ServeErrorKind;

  constructor(kind: ServeErrorKind, message: string, cause: unknown) {
    super(message, { cause });
    this.kind = kind;
  }
}

/** Returns what a runtime threw when it was to listen as a `ServeError`. */
export function toServeError({ host, port }: ServeOptions, error: unknown): ServeError {
  const code = typeof error === "object" && error !== null && "code" in error ? error.code : null;
  const where = formatAuthority(host, port);
  switch (code) {
    case "EADDRINUSE":
      return new ServeError(
        "port-in-use",
        `${where} is in use; stop what listens there, or use --port`,
        error,
      );
    case "EACCES":
    case "EPERM":
      return new ServeError(
        "permission-denied",
        `you may not listen at ${where}; use --port above 1023`,
        error,
      );
    case "EADDRNOTAVAIL":
    case "ENOTFOUND":
    case "EAI_AGAIN":
      return new ServeError("no-such-address", `this machine has no address ${host}; check --host`, error);
    default: {
      const detail = error instanceof Error ? error.message : String(error);
      return new ServeError("other", `cannot listen at ${where}: ${detail}`, error);
    }
  }
}

/** `127.0.0.1:8423`, `[::1]:8423`. */
export function formatAuthority(host: string, port: number): string {
  return host.includes(":") ? `[${host}]:${port}` : `${host}:${port}`;
}
