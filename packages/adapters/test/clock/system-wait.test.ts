import { expect, test } from "bun:test";
import { systemWait } from "../../src/clock/index.ts";

test("an aborted signal ends the wait at once, before it and while it lasts", async () => {
  const stop = new AbortController();
  const waiting = systemWait(60_000, stop.signal);
  stop.abort();
  await waiting;
  expect(await systemWait(60_000, stop.signal)).toBeUndefined();
  expect(await systemWait(1)).toBeUndefined();
});
