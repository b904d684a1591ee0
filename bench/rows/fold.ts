import { rmSync } from "node:fs";
import { ROOT_HISTORY_TYPES, readRootHistory } from "@metis-curate/core";
import { openDatabase } from "@metis-curate/sqlite";
import { openSqliteTrace } from "@metis-curate/trace-sqlite";
import type { BenchRow, PreparedRow } from "../table/bench-row.ts";
import { makeWorkspace, writeHistory } from "./made-workspace.ts";

const SKILLS = 1_000;
const SKILL_EVENTS = 100_000;
const ROUNDS = 5;
const TYPES = ROOT_HISTORY_TYPES.map((type) => `'${type}'`).join(", ");
/** The rows of the skill events by index; a raw scan decodes nothing. */
const SCAN = `SELECT rowid, id, timestamp_us, session_id, type, payload_json FROM events INDEXED BY idx_events_type_timestamp WHERE type IN (${TYPES})`;

export const foldRows: readonly BenchRow[] = [
  {
    key: "fold",
    what: "fold 1,000 skills, 100,000 skill events among",
    floor: "scan of them by index",
    aim: "≤ 3; at 10⁷ ≤ 2 × 10⁵",
    sizes: [100_000, 1_000_000, 10_000_000],
    prepare: (events) => prepare(events, Math.min(events, SKILL_EVENTS)),
  },
  {
    key: "fold-all",
    what: "fold 1,000 skills, all skill events",
    floor: "scan of them by index",
    aim: "≤ 3; cost per event flat",
    sizes: [100_000, 1_000_000, 10_000_000],
    prepare: (events) => prepare(events, events),
  },
];

async function prepare(events: number, skillEvents: number): Promise<PreparedRow> {
  const made = makeWorkspace(Math.min(SKILLS, skillEvents));
  writeHistory(made, events, skillEvents);
  const trace = openSqliteTrace(made.database);
  const raw = openDatabase(made.database, { mode: "read-only", timeoutMs: 1_000, synchronous: "normal" });
  const scan = raw.prepare(SCAN);
  const deps = {
    nowUs: Date.now() * 1_000,
    facts: null,
    sidecar: { schema_version: "1", last_curation_at_iso: null, skills: {} } as const,
    realpath: (path: string) => path,
    isNearestRoot: () => true,
  };
  return {
    rounds: ROUNDS,
    ours: () => readRootHistory(trace, made.root, deps),
    floorWork: () => {
      let bytes = 0;
      for (const row of scan.iterate() as Iterable<{ readonly payload_json: string }>) {
        bytes += row.payload_json.length;
      }
      return bytes;
    },
    dispose: () => {
      trace.close();
      raw.close();
      rmSync(made.home, { recursive: true });
    },
  };
}
