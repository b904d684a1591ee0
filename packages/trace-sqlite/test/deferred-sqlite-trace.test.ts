import { afterEach, beforeEach, expect, test } from "bun:test";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { TraceError } from "@metis-curate/core";
import { memoryLogger, readScan, sampleEvent, traceStoreContract } from "@metis-curate/testkit";
import { deferredSqliteTrace, openSqliteTrace } from "../src/index.ts";

let directory: string;
let path: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), "metis-"));
  path = join(directory, "deep", "metis.db");
});
afterEach(() => rmSync(directory, { recursive: true }));

const deferred = (mayCreate = true) => deferredSqliteTrace(path, { mayCreate, logger: memoryLogger() });

test("reading answers like an empty trace and leaves no file behind", async () => {
  const trace = deferred();
  trace.open();
  expect(await readScan(trace, ["skill.loaded"])).toEqual([]);
  expect(await trace.has("01")).toBe(false);
  expect(await trace.findSessionWorkspaces(["s"])).toEqual(new Map());
  expect(await trace.info()).toMatchObject({ writable: true, newestEventId: null, sweptAtUs: null });
  expect(trace.isAbsent()).toBe(true);
  trace.close();
  expect(existsSync(join(path, ".."))).toBe(false);
});

test("the first append makes the file, and all that follows reads it", async () => {
  const trace = deferred();
  expect(await trace.append([sampleEvent("01", "skill.loaded", {})], "full")).toEqual(["01"]);
  expect(trace.isAbsent()).toBe(false);
  expect(await trace.has("01")).toBe(true);
  expect(await readScan(trace, ["skill.loaded"])).toHaveLength(1);
  trace.close();
});

test("a probe makes the file", async () => {
  const trace = deferred();
  await trace.probe();
  expect(existsSync(path)).toBe(true);
  trace.close();
});

test("a file that somebody else makes meanwhile is seen", async () => {
  const trace = deferred();
  expect(await trace.has("01")).toBe(false);
  const other = openSqliteTrace(path, { create: true });
  await other.append([sampleEvent("01", "skill.loaded", {})], "normal");
  other.close();
  expect(trace.isAbsent()).toBe(false);
  expect(await trace.has("01")).toBe(true);
  trace.close();
});

test("where no file may be made, a write throws missing and makes none", async () => {
  const trace = deferred(false);
  const failure = await trace.append([sampleEvent("01", "skill.loaded", {})], "full").catch((error) => error);
  expect(failure).toBeInstanceOf(TraceError);
  expect(failure.kind).toBe("missing");
  expect(existsSync(path)).toBe(false);
});

test("a file that is no database is refused at open", () => {
  path = join(directory, "notes.db");
  writeFileSync(path, "no database at all, but long enough to be read as one".repeat(20));
  expect(() => deferred().open()).toThrow(TraceError);
});

traceStoreContract("deferredSqliteTrace", () => {
  const place = mkdtempSync(join(tmpdir(), "metis-"));
  const store = deferredSqliteTrace(join(place, "trace.db"), { mayCreate: true });
  return {
    store,
    dispose: () => {
      store.close();
      rmSync(place, { recursive: true });
    },
  };
});
