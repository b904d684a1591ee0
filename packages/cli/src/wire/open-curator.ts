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
  type CuratorDeps,
  createCurator,
  createEventBus,
  createRootBackups,
} from "@metis-curate/core";
import { sqliteTraceBackup } from "@metis-curate/trace-sqlite";
import { chooseModel } from "./choose-model.ts";
import type { OpenCurator } from "./curator-opener.ts";
import { openRootParts, tracePath } from "./open-root-parts.ts";

/** Opens the curator of one root from its real parts: where adapters and core meet. */
export const openCurator: OpenCurator = async (options) => {
  const fs = nodeFileSystem();
  const parts = openRootParts(fs, options, { readOnly: false });
  if (!parts.ok) return parts;
  const { root, layout, config, trace } = parts.value;
  const clock = systemClock();
  const { logger } = options;
  const bus = createEventBus({ log: trace, mode: "lenient", logger });
  const model = chooseModel(config.model, options.env, config.base_url);
  const deps: CuratorDeps = {
    root,
    layout,
    config,
    fs,
    clock,
    ids: systemIds(clock),
    lock: databaseLock(),
    logger,
    runLog: fileRunLog(join(options.home, ".metis", "curator", "curator.log"), { clock, logger }),
    trace,
    isTraceAbsent: () => trace.isAbsent(),
    model,
    prices: buildPriceTable(config.prices),
    secrets: secretlintFinder(),
    wait: systemWait,
    announce: bus.announce,
    commandLine: options.commandLine,
  };
  const backups = createRootBackups({
    ...deps,
    traceBackup: sqliteTraceBackup(tracePath(options)),
    programVersion: options.programVersion ?? "unknown",
  });
  const opening = {
    curator: createCurator(deps),
    backups,
    rootKey: root.key,
    modelUsable: model.kind === "model",
  };
  return { ok: true, value: { ...opening, close: () => trace.close() } };
};
