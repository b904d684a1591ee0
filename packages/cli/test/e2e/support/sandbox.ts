import { Database } from "bun:sqlite";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { nodeFileSystem } from "@metis-curate/adapters";
import type { Payload } from "@metis-curate/core";
import {
  curatorFixture,
  dumpTree,
  type FixtureEvent,
  type FixtureSkill,
  seedTree,
  type TreeDump,
  type TreeSeedEntry,
} from "@metis-curate/testkit";
import { openSqliteTrace } from "@metis-curate/trace-sqlite";

/** Libraries on a real disk, below one temporary home; removed by `dispose`. */
export interface Sandbox {
  readonly home: string;
  /** The workspace called `ws`. */
  readonly workspace: string;
  readonly database: string;
  /** Writes a library and its past into the trace. */
  addLibrary(library: LibrarySeed): Promise<void>;
  /** Writes a text file, absolute or relative to the home. */
  write(path: string, text: string): void;
  /** Everything in the workspace, byte by byte. */
  dump(): TreeDump;
  /** Rows of the trace in the order inserted. */
  events(type?: string): readonly TraceRow[];
  dispose(): void;
}

export interface LibrarySeed {
  readonly skills: readonly FixtureSkill[];
  readonly events?: readonly FixtureEvent[];
  /** Files beside the library, relative to the workspace. */
  readonly files?: Readonly<Record<string, TreeSeedEntry>>;
  /** Absolute; default the workspace `ws`. */
  readonly workspace?: string;
  readonly scope?: "workspace" | "global";
}

export interface TraceRow {
  readonly id: string;
  readonly type: string;
  readonly payload: Payload;
}

/** Returns an empty home with an empty workspace `ws` and no trace. */
export function createSandbox(): Sandbox {
  const home = realpathSync(mkdtempSync(join(tmpdir(), "metis-e2e-")));
  const workspace = join(home, "ws");
  const database = join(home, ".metis", "metis.db");
  mkdirSync(workspace);
  return {
    home,
    workspace,
    database,
    addLibrary: (library) => addLibrary({ home, workspace, database }, library),
    write: (path, text) => {
      const file = path.startsWith("/") ? path : join(home, path);
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, text);
    },
    dump: () => dumpTree(nodeFileSystem(), workspace),
    events: (type) => readRows(database, type),
    dispose: () => rmSync(home, { recursive: true, force: true }),
  };
}

/** The library as a fixture makes it in memory, at the path it has on disk, then written there. */
async function addLibrary(
  place: Pick<Sandbox, "home" | "workspace" | "database">,
  { scope = "workspace", workspace = place.workspace, ...seed }: LibrarySeed,
): Promise<void> {
  const now = new Date().toISOString();
  const made = curatorFixture({ ...seed, scope, workspace, now });
  const base = scope === "global" ? place.home : workspace;
  const madeAt = scope === "global" ? made.deps.root.base : workspace;
  const fs = nodeFileSystem();
  mkdirSync(base, { recursive: true });
  seedTree(fs, base, seedOf(made.fs.dump(madeAt)));
  const trace = openSqliteTrace(place.database, { create: true });
  try {
    await trace.append(made.trace.events, "normal");
  } finally {
    trace.close();
  }
}

function seedOf(dump: TreeDump): Record<string, TreeSeedEntry> {
  return Object.fromEntries(
    Object.entries(dump).flatMap(([path, { kind, mode, content }]) =>
      kind === "file" ? [[path, { content: Buffer.from(content, "latin1"), mode }] as const] : [],
    ),
  );
}

interface RawRow {
  readonly id: string;
  readonly type: string;
  readonly payload_json: string;
}

function readRows(path: string, type?: string): readonly TraceRow[] {
  const database = new Database(path, { readonly: true });
  try {
    return database
      .query<RawRow, []>("SELECT id, type, payload_json FROM events ORDER BY rowid")
      .all()
      .filter((row) => type === undefined || row.type === type)
      .map((row) => ({ id: row.id, type: row.type, payload: JSON.parse(row.payload_json) }));
  } finally {
    database.close();
  }
}
