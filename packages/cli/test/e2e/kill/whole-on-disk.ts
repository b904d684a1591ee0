import { expect } from "bun:test";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import {
  type CuratorDeps,
  type EventEnvelope,
  parseUsd,
  ROOT_HISTORY_TYPES,
  SPEND_EVENT_TYPES,
  ZERO_USD,
} from "@metis-curate/core";
import {
  dumpTree,
  findMoneyFaults,
  findPairFaults,
  findReplayFaults,
  findSidecarFaults,
  type LibraryDisk,
  readLibraryDisk,
  type TreeDump,
} from "@metis-curate/testkit";
import { askedFile } from "./real-world.ts";

/** How a library stood before anything was killed. */
export interface Before {
  readonly disk: LibraryDisk;
  readonly files: TreeDump;
}

export function standOf({ fs, root }: CuratorDeps): Before {
  return { disk: readLibraryDisk(fs, root), files: dumpTree(fs, join(root.base, ".metis")) };
}

export async function actsOf({ trace }: CuratorDeps): Promise<readonly EventEnvelope[]> {
  const types = [...new Set([...ROOT_HISTORY_TYPES, ...SPEND_EVENT_TYPES])];
  const acts: EventEnvelope[] = [];
  for await (const { events } of trace.scan(types)) acts.push(...events.map(({ event }) => event));
  return acts;
}

export function curatedIn(acts: readonly EventEnvelope[]): readonly EventEnvelope[] {
  return acts.filter(({ type }) => type === "skill.curated");
}

/**
 * What must hold after the recovery of any killed act. `first` is how the library stood before all recorded acts,
 * `before` right before the killed one.
 */
export async function expectWholeOnDisk(
  deps: CuratorDeps,
  { first, before, home, where }: { first: LibraryDisk; before: TreeDump; home: string; where: string },
): Promise<void> {
  const { fs, root, config } = deps;
  const acts = await actsOf(deps);
  const caps = {
    perRunUsd: parseUsd(config.per_run_max_usd) ?? ZERO_USD,
    perDayUsd: parseUsd(config.per_day_max_usd) ?? ZERO_USD,
  };
  const started = acts.filter(({ type }) => type === "curator.call_started").length;
  const asked = callsMade(home);
  expect(
    [
      ...findPairFaults(acts),
      ...findMoneyFaults(acts, caps),
      ...findReplayFaults(first, acts, readLibraryDisk(fs, root)),
      ...findSidecarFaults(fs, root, acts),
      ...findLost(before, dumpTree(fs, join(root.base, ".metis"))),
      ...findLeftovers(deps),
      ...(asked > started ? [`${asked} calls were made and ${started} recorded`] : []),
    ],
    where,
  ).toEqual([]);
}

function callsMade(home: string): number {
  const file = askedFile(home);
  return existsSync(file) ? readFileSync(file, "utf8").split("\n").length - 1 : 0;
}

/** Every file of a skill is somewhere, byte for byte and with its mode. */
function findLost(before: TreeDump, now: TreeDump): readonly string[] {
  const kept = new Set(Object.values(now).map((entry) => JSON.stringify(entry)));
  return Object.entries(before).flatMap(([path, entry]) =>
    entry.kind === "directory" || path.startsWith("curator/") || kept.has(JSON.stringify(entry))
      ? []
      : [`${path} is lost`],
  );
}

function findLeftovers({ fs, root }: CuratorDeps): readonly string[] {
  const ours = Object.keys(dumpTree(fs, join(root.base, ".metis"))).filter((path) =>
    /\.metis-(?:tmp|removing)-|\.tmp$/.test(path),
  );
  const unfinished = ["intents", "staging", "aside"].flatMap((name) => {
    const directory = join(root.privateDir, name);
    return existsSync(directory) ? readdirSync(directory) : [];
  });
  return [...ours, ...unfinished];
}
