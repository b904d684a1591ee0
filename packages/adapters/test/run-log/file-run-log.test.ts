import { afterAll, expect, test } from "bun:test";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileRunLog, RUN_LOG_BYTES_MAX, RUN_LOG_GENERATIONS } from "@metis-curate/adapters";
import { fixedClock, memoryLogger, runLogContract } from "@metis-curate/testkit";

const directory = mkdtempSync(join(tmpdir(), "metis-run-log-"));
afterAll(() => rmSync(directory, { recursive: true, force: true }));
let serial = 0;

function makeLog() {
  serial += 1;
  const path = join(directory, String(serial), "curator.log");
  const logger = memoryLogger();
  return { path, logger, runLog: fileRunLog(path, { clock: fixedClock(), logger }) };
}

runLogContract("the run log of a file", () => {
  const { path, runLog } = makeLog();
  return { runLog, lines: () => readFileSync(path, "utf8").split("\n").slice(0, -1) };
});

test("a line starts with the time in UTC", () => {
  const { path, runLog } = makeLog();
  runLog.append("metis:global run X completed");
  expect(readFileSync(path, "utf8")).toBe("2026-06-01T00:00:00.000Z metis:global run X completed\n");
});

test("a full log is set aside, and only so many old ones are kept", () => {
  const { path, runLog } = makeLog();
  runLog.append("first");
  for (let round = 0; round < RUN_LOG_GENERATIONS + 2; round += 1) {
    writeFileSync(path, `${round}`.padEnd(RUN_LOG_BYTES_MAX, "x"));
    runLog.append("next");
  }
  expect(readdirSync(join(path, "..")).sort()).toEqual([
    "curator.log",
    "curator.log.1",
    "curator.log.2",
    "curator.log.3",
  ]);
  expect(readFileSync(`${path}.1`, "utf8").startsWith("4")).toBe(true);
  expect(readFileSync(`${path}.3`, "utf8").startsWith("2")).toBe(true);
});

test("a log that cannot be written is a warning, never an error", () => {
  const { path, logger } = makeLog();
  writeFileSync(join(directory, "a-file"), "");
  fileRunLog(join(directory, "a-file", "curator.log"), { clock: fixedClock(), logger }).append("lost");
  expect(logger.messages("warning").join()).toContain("could not write");
  expect(path).not.toBe("");
});

test("a log whose name a pipe has taken is a warning, and nobody waits for a reader", () => {
  const { path, logger, runLog } = makeLog();
  mkdirSync(dirname(path));
  Bun.spawnSync(["mkfifo", path]);
  runLog.append("lost");
  expect(logger.messages("warning").join()).toContain("no regular file");
});
