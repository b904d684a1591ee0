import { rmSync } from "node:fs";
import { join } from "node:path";
import type { Durability, EventEnvelope } from "@metis-curate/core";
import { openDatabase } from "@metis-curate/sqlite";
import { createTraceDatabase, openSqliteTrace } from "@metis-curate/trace-sqlite";
import type { BenchRow, PreparedRow } from "../table/bench-row.ts";
import { makeDirectory } from "./made-workspace.ts";

const INSERT = "INSERT INTO events VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)";
/** Appends of one round, so that a round is long enough to be measured. */
const APPENDS = 100;

/** One event at a time: at most once the cost of the same raw `INSERT` over 0.80. */
export const appendRows: readonly BenchRow[] = [
  appendRow("append-normal", "append one event, normal", "normal", 1, APPENDS),
  appendRow("append-full", "append one event, full", "full", 1, APPENDS),
  appendRow("append-batch", "append 1,000 events at once", "normal", 1_000, 1),
];

function appendRow(
  key: string,
  what: string,
  durability: Durability,
  batch: number,
  times: number,
): BenchRow {
  return {
    key,
    what,
    floor: batch === 1 ? "raw INSERT" : "raw transaction",
    aim: "≤ 1.25 (0.80 of its rate)",
    sizes: [1],
    prepare: async () => prepare(durability, batch, times),
  };
}

async function prepare(durability: Durability, batch: number, times: number): Promise<PreparedRow> {
  const directory = makeDirectory();
  const path = join(directory, "ours.db");
  const rawPath = join(directory, "raw.db");
  createTraceDatabase(rawPath);
  const trace = openSqliteTrace(path, { create: true });
  const raw = openDatabase(rawPath, { mode: "read-write", timeoutMs: 1_000, synchronous: durability });
  const insert = raw.prepare<never>(INSERT);
  let serial = 0;
  const next = (): readonly EventEnvelope[] =>
    Array.from({ length: batch }, () => {
      serial += 1;
      return makeEvent(serial);
    });
  return {
    ours: async () => {
      for (let n = 0; n < times; n += 1) await trace.append(next(), durability);
    },
    floorWork: () => {
      for (let n = 0; n < times; n += 1) {
        const events = next();
        raw.exec("BEGIN IMMEDIATE");
        for (const event of events) insert.run(...valuesOf(event));
        raw.exec("COMMIT");
      }
    },
    dispose: () => {
      trace.close();
      raw.close();
      rmSync(directory, { recursive: true });
    },
  };
}

function makeEvent(serial: number): EventEnvelope {
  return {
    id: `01BENCH${String(serial).padStart(19, "0")}`,
    timestampUs: 1_790_000_000_000_000 + serial,
    sessionId: `session-${serial % 100}`,
    turnId: null,
    parentEventId: null,
    type: "skill.loaded",
    actor: "agent",
    sensitivity: "pseudonymous",
    payload: {
      root: "metis:0123456789abcdef0123456789abcdef",
      skill_id: `skill-${serial % 1_000}`,
      skill_version: "0123456789abcdef",
      load_reason: "on_demand",
      load_size_tokens: 800,
      source: "workspace",
      triggered_by_tool_use_id: null,
    },
  };
}

function valuesOf(event: EventEnvelope) {
  const { id, timestampUs, sessionId, turnId, parentEventId, type, actor, sensitivity, payload } = event;
  const json = JSON.stringify(payload);
  return [id, timestampUs, sessionId, turnId, parentEventId, type, actor, sensitivity, json] as const;
}
