import { expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { memoryTraceStore } from "@metis-curate/testkit";
import { openSqliteTrace } from "../src/index.ts";
import { insertRaw, makeMetisDatabase } from "./metis-database.ts";

/** As another program without constraints might leave it. */
const LOOSE_SQL =
  "CREATE TABLE events(id, timestamp_us, session_id, turn_id, parent_event_id, type, actor, sensitivity, payload_json)";
const WINDOW = { fromUs: 0, untilUs: 1_000 };

test("broken rows are counted and skipped by every question", async () => {
  const directory = mkdtempSync(join(tmpdir(), "metis-"));
  const model = memoryTraceStore();
  const metis = makeMetisDatabase(join(directory, "metis.db"), LOOSE_SQL);
  insertRaw(metis, { id: "good" });
  insertRaw(metis, { id: "json", payload_json: "{" });
  insertRaw(metis, { id: "list", payload_json: "[1]" });
  insertRaw(metis, { id: "no payload", payload_json: null });
  insertRaw(metis, { id: null });
  insertRaw(metis, { id: "text time", timestamp_us: "soon" });
  insertRaw(metis, { id: "fraction", timestamp_us: 1.5 });
  insertRaw(metis, { id: "before 1970", timestamp_us: -5 });
  insertRaw(metis, { id: "no actor", actor: null });
  insertRaw(metis, { id: "swept", type: "trace.swept", timestamp_us: "never" });
  for (const type of [
    "session.created",
    "tool.called",
    "tool.failed",
    "skill.curated",
    "curator.call_started",
  ]) {
    insertRaw(metis, { id: `broken ${type}`, type, payload_json: "nonsense" });
  }
  for (const row of [
    { id: "good call", payload_json: '{"cost_usd":"0.5"}' },
    { id: "call json", payload_json: "{" },
    { id: "call list", payload_json: "[]" },
    { id: "call null", payload_json: null },
    { id: "call number", payload_json: 5 },
    { id: null },
    { id: "call fraction", timestamp_us: 1.5 },
    { id: "call text time", timestamp_us: "soon" },
    { id: "call turn", turn_id: 7 },
    { id: "call actor", actor: 3 },
    { id: "call session", session_id: null },
  ]) {
    insertRaw(metis, { ...row, type: "llm.call_completed" });
    const full = { timestamp_us: 1, session_id: "s", actor: "agent", sensitivity: "pseudonymous" };
    model.insertRow({ ...full, payload_json: "{}", ...row, type: "llm.call_completed" });
  }
  insertRaw(metis, { id: "last" });
  const store = openSqliteTrace(join(directory, "metis.db"));

  const ids: string[] = [];
  let broken = 0;
  for await (const batch of store.scan(["skill.loaded"])) {
    ids.push(...batch.events.map(({ event }) => event.id));
    broken += batch.broken;
  }
  expect({ ids, broken }).toEqual({ ids: ["good", "last"], broken: 8 });
  expect(await store.info()).toMatchObject({ newestEventId: "last", sweptAtUs: null });
  expect(await store.findSessionWorkspaces(["s"])).toEqual(new Map());
  expect(await store.findToolOutcomes(["s"], WINDOW)).toEqual([]);
  expect(String(await store.sumCuratorSpend(null, WINDOW))).toBe("0");
  expect(await store.summarizeCurator(null, WINDOW)).toMatchObject({ runs: 0, actionsTotal: 0 });
  const cost = {
    window: WINDOW,
    groupBy: "none",
    gatewayKey: null,
    user: null,
    team: null,
    includeWorkers: true,
    includeCurator: false,
  } as const;
  const report = await store.sumCost(cost);
  expect(report).toEqual(await model.sumCost(cost));
  expect(report).toMatchObject({ rows: [{ costUsd: "0.5", callCount: 1 }], skippedRows: 9 });
  expect(await store.summarizeCurator(null, WINDOW)).toMatchObject({ skippedRows: 2 });
  expect(await store.listRuns(null, { window: WINDOW, after: null, limit: 5 })).toEqual({
    runs: [],
    next: null,
  });
  store.close();
  metis.close();
  rmSync(directory, { recursive: true });
});
