import { nodeFileSystem } from "@metis-curate/adapters";
import { createCurator, createRootBackups } from "@metis-curate/core";
import { sqliteTraceBackup } from "@metis-curate/trace-sqlite";
import { buildCuratorDeps } from "./build-curator-deps.ts";
import type { OpenCurator } from "./curator-opener.ts";
import { notingCurator } from "./noting-curator.ts";
import { openRootParts, tracePath } from "./open-root-parts.ts";

const US_PER_MS = 1_000;

/** Opens the curator of one root from its real parts: where adapters and core meet. */
export const openCurator: OpenCurator = async (options) => {
  const fs = nodeFileSystem();
  const parts = openRootParts(fs, options, { readOnly: false });
  if (!parts.ok) return parts;
  const { root, trace } = parts.value;
  const deps = buildCuratorDeps(fs, parts.value, options);
  const backups = createRootBackups({
    ...deps,
    traceBackup: sqliteTraceBackup(tracePath(options)),
    programVersion: options.programVersion ?? "unknown",
  });
  const opening = {
    curator: notingCurator(createCurator(deps), {
      home: options.home,
      root,
      nowMs: () => deps.clock.nowUs() / US_PER_MS,
    }),
    backups,
    rootKey: root.key,
    modelUsable: deps.model.kind === "model",
  };
  return { ok: true, value: { ...opening, close: () => trace.close() } };
};
