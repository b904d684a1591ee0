import { afterEach, beforeEach, expect, test } from "bun:test";
import { mkdtempSync, renameSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TraceError, TraceStore } from "@metis-curate/core";
import { sampleEvent } from "@metis-curate/testkit";
import { createTraceDatabase, openSqliteTrace } from "../src/index.ts";

let directory: string;
let path: string;
let trace: TraceStore;

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), "metis-"));
  path = join(directory, "metis.db");
  trace = openSqliteTrace(path, { create: true });
});

afterEach(() => {
  trace.close();
  rmSync(directory, { recursive: true });
});

let serial = 0;

function event() {
  serial += 1;
  return sampleEvent(`01JVMOVED00000000000000${String(serial).padStart(3, "0")}`, "skill.loaded", {});
}

async function kindsOfWriting(): Promise<readonly string[]> {
  const kindOf = (write: Promise<unknown>) =>
    write.then(
      () => "written",
      (error: TraceError) => error.kind,
    );
  return [
    await kindOf(trace.probe()),
    await kindOf(trace.append([event()], "full")),
    await kindOf(trace.append([event()], "normal")),
  ];
}

function moveAway(): void {
  for (const suffix of ["", "-wal", "-shm"]) renameSync(path + suffix, join(directory, `moved.db${suffix}`));
}

test("a trace that is where it was is written to", async () => {
  expect(await kindsOfWriting()).toEqual(["written", "written", "written"]);
});

test("a trace that was removed is written to no more", async () => {
  await trace.append([event()], "full");
  moveAway();
  expect(await kindsOfWriting()).toEqual(["missing", "missing", "missing"]);
});

test("a trace that another one took the place of is written to no more", async () => {
  moveAway();
  createTraceDatabase(path);
  expect(await kindsOfWriting()).toEqual(["unreadable", "unreadable", "unreadable"]);
  const other = openSqliteTrace(path);
  expect((await other.info()).newestEventId).toBeNull();
  other.close();
});
