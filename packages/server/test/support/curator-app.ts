import {
  createLibraryReader,
  type EventEnvelope,
  type LibraryReader,
  type Payload,
  type TraceStore,
} from "@metis-curate/core";
import { type CuratorFixtureOptions, curatorFixture, patternFinder } from "@metis-curate/testkit";
import type { Hono } from "hono";
import { type CuratorAppDeps, createCuratorApp, LibraryUnavailable } from "../../src/index.ts";

export interface AppSetup extends CuratorFixtureOptions {
  readonly app?: Partial<CuratorAppDeps>;
}

export interface TestedApp {
  readonly app: Hono;
  readonly deps: CuratorAppDeps;
  readonly trace: TraceStore;
  readonly rootKey: string;
  readonly logged: readonly string[];
  /** Asks for a path and returns the status and the JSON body. */
  get(path: string, headers?: Readonly<Record<string, string>>): Promise<Answer>;
}

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Readonly<Record<string, unknown>>;
}

/** An app over one root in memory; now is 2026-06-01T00:00:00Z unless told. */
export function curatorApp(setup: AppSetup = {}): TestedApp {
  const { deps: curatorDeps, trace, clock } = curatorFixture(setup);
  const library = createLibraryReader(curatorDeps);
  const logged: string[] = [];
  const deps: CuratorAppDeps = {
    trace,
    root: curatorDeps.root,
    library,
    countSkills: () => countSkills(library),
    secrets: patternFinder(),
    clock,
    pricingVersion: "2026-05-08",
    version: "1.2.3",
    commandLine: "metis-curate .",
    logger: { log: (_level, message) => logged.push(message) },
    ...setup.app,
  };
  const app = createCuratorApp(deps);
  return {
    app,
    deps,
    trace,
    rootKey: curatorDeps.root.key,
    logged,
    get: async (path, headers = {}) => {
      const response = await app.request(path, { headers });
      const text = await response.text();
      return {
        status: response.status,
        headers: response.headers,
        body: text.startsWith("{") ? JSON.parse(text) : { text },
      };
    },
  };
}

async function countSkills(library: LibraryReader): ReturnType<CuratorAppDeps["countSkills"]> {
  const counts = await library.counts();
  if (!counts.ok) throw new LibraryUnavailable(counts.refusal);
  return counts.value;
}

/** An event of the trace at an ISO time. */
export function eventAt(
  id: string,
  at: string,
  type: string,
  payload: Payload,
  more: Partial<EventEnvelope> = {},
): EventEnvelope {
  return {
    id,
    timestampUs: Date.parse(at) * 1_000,
    sessionId: "session-1",
    turnId: null,
    parentEventId: null,
    type,
    actor: "agent",
    sensitivity: "pseudonymous",
    payload,
    ...more,
  };
}
