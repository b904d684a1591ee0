import { join } from "node:path";
import {
  databaseLock,
  fileRunLog,
  nodeFileSystem,
  secretlintFinder,
  systemClock,
  systemIds,
  systemWait,
} from "@metis-curate/adapters";
import {
  buildPriceTable,
  type CuratorConfig,
  createCurator,
  createEventBus,
  type FileSystem,
  FileSystemError,
  findLayout,
  mergeConfig,
  type Outcome,
  openRoot,
  type Root,
  readConfigLayers,
  TraceError,
} from "@metis-curate/core";
import { type DeferredTrace, deferredSqliteTrace } from "@metis-curate/trace-sqlite";
import { chooseLayout } from "./choose-layout.ts";
import { chooseModel } from "./choose-model.ts";
import type { OpenCurator, OpenCuratorOptions } from "./curator-opener.ts";

/** Opens the curator of one root from its real parts: the only place where adapters and core meet. */
export const openCurator: OpenCurator = async (options) => {
  const fs = nodeFileSystem();
  const base = baseOf(fs, options);
  const choice = chooseLayout(base, options);
  if (!choice.ok) return choice;
  const opened = openRoot(fs, {
    target: options.global || options.workspace === null ? "global" : { workspace: options.workspace },
    home: options.home,
    layoutName: choice.value.name,
    layouts: choice.value.layouts,
  });
  if (opened.kind !== "root") return refuse(opened.kind, opened.message, 2);
  const layout = findLayout(choice.value.name, choice.value.layouts);
  if (layout === undefined) return refuse("unknown-layout", `no layout ${choice.value.name}`, 2);
  const config = readConfig(fs, options, opened.root);
  if (!config.ok) return config;
  const trace = openTrace(options);
  if (!trace.ok) return trace;
  const clock = systemClock();
  const { logger } = options;
  const bus = createEventBus({ log: trace.value, mode: "lenient", logger });
  const model = chooseModel(config.value.model, options.env, config.value.base_url);
  const curator = createCurator({
    root: opened.root,
    layout,
    config: config.value,
    fs,
    clock,
    ids: systemIds(clock),
    lock: databaseLock(),
    logger,
    runLog: fileRunLog(join(options.home, ".metis", "curator", "curator.log"), { clock, logger }),
    trace: trace.value,
    isTraceAbsent: () => trace.value.isAbsent(),
    model,
    prices: buildPriceTable(config.value.prices),
    secrets: secretlintFinder(),
    wait: systemWait,
    announce: bus.announce,
    commandLine: options.commandLine,
  });
  const opening = { curator, rootKey: opened.root.key, modelUsable: model.kind === "model" };
  return { ok: true, value: { ...opening, close: () => trace.value.close() } };
};

function baseOf(fs: FileSystem, { global, workspace, home }: OpenCuratorOptions): string {
  const path = global || workspace === null ? home : workspace;
  try {
    return fs.realpath(path);
  } catch (error) {
    if (error instanceof FileSystemError) return path;
    throw error;
  }
}

function readConfig(fs: FileSystem, options: OpenCuratorOptions, root: Root): Outcome<CuratorConfig> {
  const read = readConfigLayers(fs, {
    home: options.home,
    workspace: root.scope === "workspace" ? root.base : null,
    ...(options.configPath === undefined ? {} : { explicitPath: options.configPath }),
  });
  const flags = {
    kind: "flags" as const,
    path: "--model",
    content: { values: { model: options.modelOverride } },
  };
  const merged = mergeConfig([...read.layers, flags]);
  const errors = [...read.errors, ...(merged.ok ? [] : merged.errors)];
  if (errors.length > 0 || !merged.ok) {
    const lines = errors.map(({ message }) => message);
    for (const line of lines.slice(0, -1)) options.logger.log("error", line);
    return refuse("bad-config", lines.at(-1) ?? "the configuration cannot be used", 2);
  }
  for (const notice of merged.notices) options.logger.log("warning", notice);
  return { ok: true, value: merged.config };
}

/** The default trace may be made at the first write; a path that was given must exist. */
function openTrace({ dbPath, home, logger }: OpenCuratorOptions): Outcome<DeferredTrace> {
  const path = dbPath ?? join(home, ".metis", "metis.db");
  const trace = deferredSqliteTrace(path, { mayCreate: dbPath === undefined, logger });
  if (dbPath !== undefined && trace.isAbsent()) {
    return refuse("no-trace", `no trace at ${dbPath}; check --db-path`, 3);
  }
  try {
    trace.open();
    return { ok: true, value: trace };
  } catch (error) {
    if (error instanceof TraceError) return refuse("no-trace", error.message, 3);
    throw error;
  }
}

function refuse(kind: string, message: string, exitCode: 2 | 3): Outcome<never> {
  return { ok: false, refusal: { kind, message, exitCode } };
}
