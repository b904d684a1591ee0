import { nodeFileSystem, systemClock } from "@metis-curate/adapters";
import { createLibraryReader, type Outcome, openRoot } from "@metis-curate/core";
import type { McpPlace } from "@metis-curate/mcp";
import { chooseLayout } from "./choose-layout.ts";
import type { OpenCuratorOptions } from "./curator-opener.ts";
import type { OpenedMatcher } from "./matcher-opener.ts";
import { openMatcher } from "./open-matcher.ts";
import { realPathIn } from "./real-path-in.ts";

/** How long the libraries that were found are taken for all there are. */
const LOOK_AGAIN_MS = 2_000;
/** Sends texts to another machine. */
const REMOTE_EMBEDDER = "openai-compatible:";

export interface LivingPlace {
  open(): Promise<Outcome<McpPlace>>;
  skillsDirs(): readonly string[];
  close(): void;
}

interface Held {
  readonly opened: OpenedMatcher;
  readonly place: McpPlace;
  readonly keys: string;
}

/**
 * The libraries of a server that outlives the first look at them: opened at the first call that can, and again when one
 * came or went, such as the first skills directory of a workspace. A call that cannot answers why.
 */
export function livingPlace(options: OpenCuratorOptions): LivingPlace {
  const clock = systemClock();
  /** Calls may still be on the older ones. */
  const outlived: OpenedMatcher[] = [];
  let held: Held | null = null;
  let lookedMs = Number.NEGATIVE_INFINITY;
  let opening: Promise<Outcome<McpPlace>> | null = null;
  const isCurrent = (): boolean => {
    if (held === null) return false;
    if (clock.monotonicMs() - lookedMs < LOOK_AGAIN_MS) return true;
    lookedMs = clock.monotonicMs();
    return listRootKeys(options) === held.keys;
  };
  const attempt = async (): Promise<Outcome<McpPlace>> => {
    const keys = listRootKeys(options);
    const opened = await openMatcher(options);
    if (!opened.ok) return opened;
    if (held !== null) outlived.push(held.opened);
    held = { opened: opened.value, place: placeOf(opened.value, options), keys };
    lookedMs = clock.monotonicMs();
    return { ok: true, value: held.place };
  };
  return {
    open: async () => {
      if (isCurrent() && held !== null) return { ok: true, value: held.place };
      opening ??= attempt().finally(() => {
        opening = null;
      });
      return opening;
    },
    skillsDirs: () =>
      held === null ? [] : rootsOf(held.opened).map(({ curator }) => curator.root.skillsDir),
    close: () => {
      for (const one of outlived) one.close();
      held?.opened.close();
    },
  };
}

/** Keys of the libraries that are there, at the price of a few looks at the disk. */
function listRootKeys(options: OpenCuratorOptions): string {
  const fs = nodeFileSystem();
  const { workspace, global, home } = options;
  const choice = chooseLayout(options, realPathIn(fs));
  if (!choice.ok) return "";
  const { name, layouts } = choice.value;
  const targets = workspace === null || global ? (["global"] as const) : ([{ workspace }, "global"] as const);
  const keys = targets.map((target) => {
    const opened = openRoot(fs, { target, home, layoutName: name, layouts });
    return opened.kind === "root" ? opened.root.key : opened.kind;
  });
  return keys.join(" ");
}

function placeOf(opened: OpenedMatcher, { logger }: OpenCuratorOptions): McpPlace {
  const { embedder } = opened.deps;
  const scout = opened.scout();
  if (!scout.ok) logger.log("warning", scout.refusal.message);
  return {
    matcher: opened.matcher,
    libraries: rootsOf(opened).flatMap(({ curator }, position) => {
      const acts = opened.curators[position]?.curator;
      return acts === undefined
        ? []
        : [{ scope: curator.root.scope, acts, reader: createLibraryReader(curator) }];
    }),
    scout: scout.ok ? scout.value : null,
    embedsRemotely: embedder.kind === "embedder" && embedder.embedder.id.startsWith(REMOTE_EMBEDDER),
  };
}

function rootsOf({ deps }: OpenedMatcher) {
  return [deps.main, ...deps.others];
}
