import { join } from "node:path";
import { nodeFileSystem } from "@metis-curate/adapters";
import {
  type EventEnvelope,
  METIS_LAYOUT,
  ROOT_HISTORY_TYPES,
  type Root,
  readSidecar,
  SPEND_EVENT_TYPES,
  workspaceRoot,
} from "@metis-curate/core";
import {
  dumpTree,
  findPairFaults,
  findReplayFaults,
  findSidecarFaults,
  type LibraryDisk,
  readLibraryDisk,
} from "@metis-curate/testkit";
import { openSqliteTrace } from "@metis-curate/trace-sqlite";
import type { Sandbox } from "../support/sandbox.ts";

const TYPES = [...new Set([...ROOT_HISTORY_TYPES, ...SPEND_EVENT_TYPES])];

/** One library that rivals fight over. */
export interface Arena {
  readonly box: Sandbox;
  /** Name of the workspace below the home. */
  readonly workspace: string;
  readonly root: Root;
  /** As it stood at first. */
  readonly first: LibraryDisk;
}

export function arenaOf(box: Sandbox, workspace: string): Arena {
  const root = workspaceRoot({ workspace: join(box.home, workspace), home: box.home, layout: METIS_LAYOUT });
  return { box, workspace, root, first: readLibraryDisk(nodeFileSystem(), root) };
}

/** What is wrong with a library once nobody is at work any more, one line each. */
export async function findUnsettled({ box, root, first }: Arena): Promise<readonly string[]> {
  const fs = nodeFileSystem();
  const acts = await actsOf(box.database, root.key);
  const names = [...Object.keys(dumpTree(fs, root.base)), ...Object.keys(dumpTree(fs, root.privateDir))];
  return [
    ...findPairFaults(acts),
    ...findReplayFaults(first, acts, readLibraryDisk(fs, root)),
    // A scheduled run of a storm may be the first to see the library.
    ...findSidecarFaults(fs, root, acts, { firstSight: true }),
    ...names.filter((name) => /\.metis-(?:tmp|removing)-|\.tmp$|^(?:intents|staging|aside)\//.test(name)),
  ];
}

/** Every event of one root that counts for its past or its spend. */
export async function actsOf(database: string, rootKey: string): Promise<readonly EventEnvelope[]> {
  const trace = openSqliteTrace(database);
  const acts: EventEnvelope[] = [];
  try {
    for await (const { events } of trace.scan(TYPES)) acts.push(...events.map(({ event }) => event));
  } finally {
    trace.close();
  }
  return acts.filter(({ payload }) => payload["root"] === rootKey);
}

export function isPinned({ root }: Arena, skill: string): boolean {
  const found = readSidecar(nodeFileSystem(), root);
  return found.kind === "state" && found.state.skills[skill]?.pinned === true;
}
