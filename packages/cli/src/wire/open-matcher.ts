import { join } from "node:path";
import { nodeFileSystem } from "@metis-curate/adapters";
import {
  type CuratorDeps,
  createCurator,
  createMatcher,
  type FileSystem,
  type Layout,
  type MatcherDeps,
  type MatcherRoot,
  type MatchingConfig,
  mergeMatchingConfig,
  type Outcome,
  openRoot,
  readConfigLayers,
} from "@metis-curate/core";
import { openSkillIndex } from "@metis-curate/skill-index";
import { buildCuratorDeps } from "./build-curator-deps.ts";
import { chooseEmbedder } from "./choose-embedder.ts";
import type { OpenCuratorOptions } from "./curator-opener.ts";
import type { OpenMatcher } from "./matcher-opener.ts";
import { openRootParts, type RootParts } from "./open-root-parts.ts";
import { openScout } from "./open-scout.ts";
import { uncoveredFinder } from "./uncovered-finder.ts";

const INDEX_FILE = "index.db";

/**
 * Opens the matcher of a workspace and the global library from their real parts. A workspace without a skills directory
 * is matched over the global library alone.
 */
export const openMatcher: OpenMatcher = async (options) => {
  const fs = nodeFileSystem();
  const parts = openMainParts(fs, options);
  if (!parts.ok) return parts;
  const config = readMatchingConfig(fs, options, parts.value);
  if (!config.ok) {
    parts.value.trace.close();
    return config;
  }
  const main = buildCuratorDeps(fs, parts.value, options);
  const deps: MatcherDeps = {
    main: withIndex(main),
    others: otherRoots(fs, main, parts.value.layouts, options).map(withIndex),
    config: config.value,
    embedder: chooseEmbedder(config.value, options.env),
    agentBases: [options.home],
  };
  const matcher = createMatcher(deps);
  const curators = [deps.main, ...deps.others].map(({ curator }) => ({
    rootKey: curator.root.key,
    curator: createCurator(curator),
  }));
  const close = (): void => {
    matcher.close();
    parts.value.trace.close();
  };
  const scout = () => openScout(fs, options, deps, matcher);
  return { ok: true, value: { matcher, curators, deps, scout, close } };
};

function openMainParts(fs: FileSystem, options: OpenCuratorOptions): Outcome<RootParts> {
  const parts = openRootParts(fs, options, { readOnly: false });
  if (parts.ok || parts.refusal.kind !== "no-skills-directory" || options.global) return parts;
  const global = openRootParts(fs, { ...options, global: true }, { readOnly: false });
  return global.ok ? global : parts;
}

function readMatchingConfig(
  fs: FileSystem,
  options: OpenCuratorOptions,
  { root }: RootParts,
): Outcome<MatchingConfig> {
  const { layers } = readConfigLayers(fs, {
    home: options.home,
    workspace: root.scope === "workspace" ? root.base : null,
    ...(options.configPath === undefined ? {} : { explicitPath: options.configPath }),
  });
  const merged = mergeMatchingConfig(layers);
  if (merged.ok) return { ok: true, value: merged.config };
  const lines = merged.errors.map(({ message }) => message);
  for (const line of lines.slice(0, -1)) options.logger.log("error", line);
  const message = lines.at(-1) ?? "the configuration cannot be used";
  return { ok: false, refusal: { kind: "bad-config", message, exitCode: 2 } };
}

/** The global root beside a workspace's, where it has a skills directory of the same layout. */
function otherRoots(
  fs: FileSystem,
  main: CuratorDeps,
  layouts: readonly Layout[],
  options: OpenCuratorOptions,
): readonly CuratorDeps[] {
  if (main.root.scope === "global") return [];
  const opened = openRoot(fs, {
    target: "global",
    home: options.home,
    layoutName: main.layout.name,
    layouts,
  });
  if (opened.kind !== "root" || opened.root.key === main.root.key) return [];
  const { root } = opened;
  const findUncovered = uncoveredFinder({ root, layouts }, options);
  return [{ ...main, root, findUncovered, commandLine: "metis-curate --global" }];
}

function withIndex(curator: CuratorDeps): MatcherRoot {
  const stamp = String(curator.clock.nowUs());
  const path = join(curator.root.privateDir, INDEX_FILE);
  return { curator, index: openSkillIndex(path, { asideStamp: stamp }) };
}
