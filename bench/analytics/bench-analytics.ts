import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  databaseLock,
  nodeFileSystem,
  secretlintFinder,
  systemClock,
  systemIds,
} from "@metis-curate/adapters";
import {
  BASE_PRICING_VERSION,
  buildPriceTable,
  type CostGroup,
  CURATOR_SUMMARY_EVENT_TYPES,
  createLibraryReader,
  DEFAULT_CONFIG,
  METIS_LAYOUT,
  type Root,
  rulesModel,
  spendScanWindow,
  type TimeWindow,
  workspaceRoot,
} from "@metis-curate/core";
import { createCuratorApp, readOnlyFileSystem } from "@metis-curate/server";
import { openDatabase, type SqliteDatabase } from "@metis-curate/sqlite";
import { deferredSqliteTrace } from "@metis-curate/trace-sqlite";
import { costStatement } from "../../packages/trace-sqlite/src/cost-sql.ts";
import { TRACE_QUERIES } from "../../packages/trace-sqlite/src/trace-queries.ts";
import type { BenchRow, PreparedRow } from "../table/bench-row.ts";
import { TRACE_DAYS, writeTrace } from "./write-trace.ts";

const DAY_US = 86_400_000_000;
const SKILLS = 200;
/** Windows of the requests, in days back from now. */
const WINDOWS = [7, TRACE_DAYS + 1] as const;
const GROUPS: readonly CostGroup[] = ["model", "day"];

interface Case {
  readonly days: number;
  readonly name: string;
  readonly path: string;
  /** An event is appended before each request, so that no earlier answer can be held. */
  readonly isWritten: boolean;
  /** The SQL that the request runs, and nothing else. */
  readonly raw: (database: SqliteDatabase) => unknown;
}

const ROUNDS = 15;

/** The requests of the dashboard over a trace of a million events, the same SQL run raw beside each. */
export const analyticsRows: readonly BenchRow[] = casesOf(0).map((one, at) => ({
  key: "analytics",
  what: one.name,
  floor: "the same SQL raw",
  aim: "≤ 1.3",
  sizes: [1_000_000],
  prepare: (events) => prepare(events, at),
}));

interface Served {
  readonly events: number;
  readonly home: string;
  readonly database: string;
  readonly app: ReturnType<typeof openApp>;
  readonly cases: readonly Case[];
}

/** One trace for all requests: to write it takes longer than to measure them. */
let served: Served | null = null;

function serve(events: number): Served {
  if (served?.events === events) return served;
  if (served !== null) rmSync(served.home, { recursive: true, force: true });
  const home = mkdtempSync(join(tmpdir(), "metis-bench-"));
  process.on("exit", () => rmSync(home, { recursive: true, force: true }));
  const nowUs = Date.now() * 1_000;
  const { root, skills } = writeLibrary(home);
  const database = join(home, "metis.db");
  writeTrace({ path: database, events, nowUs, rootKey: root.key, workspace: root.base, skills });
  served = { events, home, database, app: openApp(root, database), cases: casesOf(nowUs) };
  return served;
}

async function prepare(events: number, at: number): Promise<PreparedRow> {
  const { database, app, cases } = serve(events);
  const one = cases[at];
  if (one === undefined) throw new Error("no such case");
  const reader = openDatabase(database, { mode: "read-only", timeoutMs: 1_000, synchronous: "normal" });
  const writer = eventWriter(database, Date.now() * 1_000);
  return {
    rounds: ROUNDS,
    ours: async () => {
      if (one.isWritten) writer.write();
      const response = await app.request(one.path);
      await response.text();
      if (response.status !== 200) throw new Error(`${one.path} answered ${response.status}`);
    },
    floorWork: () => one.raw(reader),
    dispose: () => {
      reader.close();
      writer.close();
    },
  };
}

function writeLibrary(home: string): { readonly root: Root; readonly skills: readonly string[] } {
  const workspace = join(home, "ws");
  const root = workspaceRoot({ workspace, home, layout: METIS_LAYOUT });
  const skills = Array.from({ length: SKILLS }, (_, n) => `skill-${n}`);
  for (const name of skills) {
    const directory = join(root.skillsDir, name);
    mkdirSync(directory, { recursive: true });
    const body = `# ${name}\n\n${"Do one thing well, then check it.\n".repeat(60)}`;
    writeFileSync(
      join(directory, "SKILL.md"),
      `---\nname: ${name}\ndescription: Knows ${name}.\n---\n${body}`,
    );
  }
  return { root, skills };
}

function openApp(root: Root, path: string) {
  const clock = systemClock();
  const trace = deferredSqliteTrace(path, { mayCreate: false, readOnly: true });
  const library = createLibraryReader({
    root,
    layout: METIS_LAYOUT,
    config: DEFAULT_CONFIG,
    fs: readOnlyFileSystem(nodeFileSystem()),
    clock,
    ids: systemIds(clock),
    lock: databaseLock(),
    logger: { log: () => {} },
    runLog: { append: () => {} },
    trace,
    isTraceAbsent: () => trace.isAbsent(),
    model: { kind: "model", model: rulesModel() },
    prices: buildPriceTable(),
    secrets: secretlintFinder(),
    wait: async () => {},
    announce: async () => {},
    commandLine: "metis-curate ws",
  });
  return createCuratorApp({
    trace,
    root,
    library,
    countSkills: async () => {
      const counts = await library.counts();
      if (!counts.ok) throw new Error(counts.refusal.message);
      return counts.value;
    },
    secrets: secretlintFinder(),
    clock,
    pricingVersion: BASE_PRICING_VERSION,
    version: "bench",
    commandLine: "metis-curate ws",
  });
}

function casesOf(nowUs: number): readonly Case[] {
  return WINDOWS.flatMap((days) => {
    const window = { fromUs: nowUs - days * DAY_US, untilUs: nowUs };
    const query = `from=${isoOf(window.fromUs)}&to=${isoOf(window.untilUs)}`;
    const curator: Case = {
      days,
      isWritten: false,
      name: `/analytics/curator, ${days} days`,
      path: `/analytics/curator?${query}`,
      raw: (database) => readCuratorRaw(database, window),
    };
    const costs = GROUPS.map(
      (group): Case => ({
        days,
        isWritten: false,
        name: `/analytics/cost by ${group}, ${days} days`,
        path: `/analytics/cost?${query}&group_by=${group}`,
        raw: (database) => readCostRaw(database, window, group),
      }),
    );
    return [curator, ...costs];
  }).flatMap((one) => (one.days === WINDOWS[0] ? [one, written(one)] : [one]));
}

function written(one: Case): Case {
  return { ...one, name: `${one.name}, written to`, isWritten: true };
}

/** Appends one event that no request is about. */
function eventWriter(path: string, nowUs: number): { write(): void; close(): void } {
  const database = openDatabase(path, { mode: "read-write", timeoutMs: 1_000, synchronous: "normal" });
  const insert = database.prepare<never>(
    "INSERT INTO events VALUES (?, ?, 's', NULL, NULL, 'tool.called', 'agent', 'private', '{}')",
  );
  return {
    write: () => insert.run(`WRITTEN${crypto.randomUUID()}`, nowUs),
    close: () => database.close(),
  };
}

function readCuratorRaw(database: SqliteDatabase, window: TimeWindow): unknown {
  const statement = database.prepare(TRACE_QUERIES.eventsOfType);
  const { fromUs, untilUs } = spendScanWindow(window);
  return CURATOR_SUMMARY_EVENT_TYPES.map((type) => statement.all(type, fromUs, untilUs).length);
}

function readCostRaw(database: SqliteDatabase, window: TimeWindow, groupBy: CostGroup): unknown {
  const filters = { gatewayKey: null, user: null, team: null, includeWorkers: true, includeCurator: false };
  const { sql, params } = costStatement({ window, groupBy, ...filters });
  return database.prepare(sql).all(...params).length;
}

function isoOf(us: number): string {
  return new Date(us / 1_000).toISOString();
}
