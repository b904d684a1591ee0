import { mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { SecretFinder } from "@metis-curate/core";
import { type CassetteRequest, cassetteKey, formatCassette, parseCassette } from "./cassette.ts";
import { CassetteError } from "./cassette-error.ts";
import { findLeaks } from "./find-leaks.ts";

/** The part of `fetch` that the vendors' SDKs use. */
export type FetchLike = (input: string | URL | Request, init?: RequestInit) => Promise<Response>;

export interface RecordingOptions {
  /** Directory of the recordings, one file each. Made when absent. */
  readonly directory: string;
  readonly secrets: SecretFinder;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** What reaches the provider; default the global one. */
  readonly fetch?: FetchLike;
}

const ERROR_STATUS_MIN = 400;

/**
 * Returns a `fetch` that asks the provider and keeps every successful answer. It reads everything that would be
 * written for secrets first and stores no request header. Throws `CassetteError` `in-ci` at once where `CI` is
 * set; a call throws `secret-found` when something must not be written, and then nothing is.
 */
export function recordingFetch(options: RecordingOptions): FetchLike {
  const { directory, secrets, env, fetch: ask = globalThis.fetch } = options;
  if (isCi(env)) {
    throw new CassetteError(
      "in-ci",
      "CI is set: answers are recorded on a developer's machine only; replay them",
    );
  }
  return async (input, init) => {
    const request = await readCall(input, init);
    const response = await ask(input, init);
    if (response.status >= ERROR_STATUS_MIN) return response;
    const body = await response.text();
    const key = cassetteKey(request);
    const leaks = await findLeaks(
      { path: request.path, request: request.bodyText, response: body },
      secrets,
      env,
    );
    if (leaks.length > 0) {
      const list = leaks.map(({ kind, place }) => `${kind} in the ${place}`).join("; ");
      throw new CassetteError(
        "secret-found",
        `${key} is not recorded: ${list}; take it out and record again`,
      );
    }
    writeCassette(directory, key, formatCassette(request, response, body));
    return new Response(body, { status: response.status, headers: response.headers });
  };
}

/**
 * Returns a `fetch` that answers from recordings and never uses the network. A call throws `CassetteError`
 * `not-recorded` when there is none, `bad-cassette` when it cannot be read.
 */
export function replayingFetch(directory: string): FetchLike {
  return async (input, init) => {
    const request = await readCall(input, init);
    const file = join(directory, `${cassetteKey(request)}.json`);
    const text = readText(file);
    if (text === null) {
      const called = `${request.method} ${request.path} with a body of ${request.bodyText.length} characters`;
      throw new CassetteError(
        "not-recorded",
        `no recording ${file} of ${called}; record it with a key, without CI`,
      );
    }
    const cassette = parseCassette(text);
    if (cassette === null)
      throw new CassetteError("bad-cassette", `${file} is no recording; record it again`);
    const { status, headers, body } = cassette.response;
    return new Response(body, { status, headers });
  };
}

function isCi({ CI: ci = "" }: Readonly<Record<string, string | undefined>>): boolean {
  return ci !== "" && ci !== "0" && ci.toLowerCase() !== "false";
}

async function readCall(input: string | URL | Request, init?: RequestInit): Promise<CassetteRequest> {
  const request = input instanceof Request ? input.clone() : new Request(String(input), init);
  const { pathname, search } = new URL(request.url);
  return { method: request.method, path: pathname + search, bodyText: await request.text() };
}

/** A reader never sees half a recording. */
function writeCassette(directory: string, key: string, text: string): void {
  mkdirSync(directory, { recursive: true });
  const file = join(directory, `${key}.json`);
  writeFileSync(`${file}.new`, text);
  renameSync(`${file}.new`, file);
}

function readText(file: string): string | null {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw error;
  }
}
