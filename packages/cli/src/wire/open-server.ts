import { hostname } from "node:os";
import {
  databaseLock,
  nodeFileSystem,
  secretlintFinder,
  systemClock,
  systemIds,
  systemWait,
} from "@metis-curate/adapters";
import {
  buildPriceTable,
  type CuratorDeps,
  createLibraryReader,
  type FileSystem,
  type LibraryReader,
  type Outcome,
} from "@metis-curate/core";
import {
  type AccessPolicy,
  type CuratorAppDeps,
  createCuratorApp,
  isLoopbackName,
  LibraryUnavailable,
  type RunningServer,
  readOnlyFileSystem,
  ServeError,
  serve,
} from "@metis-curate/server";
import { chooseModel } from "./choose-model.ts";
import { openRootParts, type RootParts } from "./open-root-parts.ts";
import type { OpenAppOptions, OpenCuratorApp, OpenServer, OpenServerOptions } from "./server-opener.ts";
import { uncoveredFinder } from "./uncovered-finder.ts";

/** How long requests in flight may take to finish after the signal to stop. */
const STOP_GRACE_MS = 5_000;
/** A page waits no longer for another program's lock; every other request waits with it. */
const TRACE_TIMEOUT_MS = 2_000;

/** Serves one root for reading: neither its files nor the trace are opened for writing. */
export const openServer: OpenServer = async (options) => {
  const opened = await openCuratorApp({ ...options, access: accessOf(options) });
  if (!opened.ok) return opened;
  const { app, root, close: closeTrace } = opened.value;
  const server = await listen(app, options);
  if (!server.ok) {
    closeTrace();
    return server;
  }
  const { url, host, port } = server.value;
  const close = async (): Promise<void> => {
    await server.value.stop(STOP_GRACE_MS);
    closeTrace();
  };
  return { ok: true, value: { url, host, port, root, close } };
};

/** The app of one root, for reading, as another app can mount it; or a refusal (no such workspace, bad config, …). */
export const openCuratorApp: OpenCuratorApp = async (options) => {
  const fs = readOnlyFileSystem(nodeFileSystem());
  const parts = openRootParts(fs, options, { readOnly: true, timeoutMs: TRACE_TIMEOUT_MS });
  if (!parts.ok) return parts;
  const { root, trace } = parts.value;
  const app = createCuratorApp(appDeps(readingDeps(fs, parts.value, options), options));
  const close = (): void => trace.close();
  return { ok: true, value: { app, root: { key: root.key, path: root.base }, close } };
};

function readingDeps(fs: FileSystem, parts: RootParts, options: OpenAppOptions): CuratorDeps {
  const clock = systemClock();
  const { config, trace } = parts;
  return {
    ...parts,
    fs,
    clock,
    ids: systemIds(clock),
    lock: databaseLock(),
    logger: options.logger,
    runLog: { append: () => {} },
    isTraceAbsent: () => trace.isAbsent(),
    model: chooseModel(config.model, options.env, config.base_url),
    prices: buildPriceTable(config.prices),
    secrets: secretlintFinder(),
    findUncovered: uncoveredFinder(parts, options),
    wait: systemWait,
    announce: async () => {},
    commandLine: options.commandLine,
  };
}

function appDeps(deps: CuratorDeps, options: OpenAppOptions): CuratorAppDeps {
  const library = createLibraryReader(deps);
  return {
    trace: deps.trace,
    root: deps.root,
    library,
    countSkills: () => countSkills(library),
    secrets: deps.secrets,
    clock: deps.clock,
    pricingVersion: deps.prices.version,
    version: options.version,
    commandLine: options.commandLine,
    ...(options.access !== undefined && { access: options.access }),
    logger: deps.logger,
  };
}

async function countSkills(library: LibraryReader): ReturnType<CuratorAppDeps["countSkills"]> {
  const counts = await library.counts();
  if (!counts.ok) throw new LibraryUnavailable(counts.refusal);
  return counts.value;
}

/** Reachable from elsewhere, it answers under its addresses and the names of this machine. */
function accessOf({ host, token }: OpenServerOptions): AccessPolicy {
  return { hosts: isLoopbackName(host) ? "loopback" : [host, hostname()], token };
}

async function listen(
  app: ReturnType<typeof createCuratorApp>,
  { host, port }: OpenServerOptions,
): Promise<Outcome<RunningServer>> {
  try {
    return { ok: true, value: await serve(app, { host, port }) };
  } catch (error) {
    if (!(error instanceof ServeError)) throw error;
    return { ok: false, refusal: { kind: error.kind, message: error.message, exitCode: 3 } };
  }
}
