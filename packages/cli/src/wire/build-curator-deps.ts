import { join } from "node:path";
import {
  databaseLock,
  fileRunLog,
  secretlintFinder,
  systemClock,
  systemIds,
  systemWait,
} from "@metis-curate/adapters";
import { buildPriceTable, type CuratorDeps, createEventBus, type FileSystem } from "@metis-curate/core";
import { chooseModel } from "./choose-model.ts";
import type { OpenCuratorOptions } from "./curator-opener.ts";
import type { RootParts } from "./open-root-parts.ts";
import { uncoveredFinder } from "./uncovered-finder.ts";

/** What a curator that may write needs, from the parts of its root and the real world. */
export function buildCuratorDeps(fs: FileSystem, parts: RootParts, options: OpenCuratorOptions): CuratorDeps {
  const { config, trace } = parts;
  const { logger } = options;
  const clock = systemClock();
  const bus = createEventBus({ log: trace, mode: "lenient", logger });
  return {
    ...parts,
    fs,
    clock,
    ids: systemIds(clock),
    lock: databaseLock(),
    logger,
    runLog: fileRunLog(join(options.home, ".metis", "curator", "curator.log"), { clock, logger }),
    isTraceAbsent: () => trace.isAbsent(),
    model: chooseModel(config.model, options.env, config.base_url),
    prices: buildPriceTable(config.prices),
    secrets: secretlintFinder(),
    findUncovered: uncoveredFinder(parts, options),
    wait: systemWait,
    announce: bus.announce,
    commandLine: options.commandLine,
  };
}
