import { expect, test } from "bun:test";
import { systemIds } from "@metis-curate/adapters";
import { fixedClock } from "@metis-curate/testkit";

test("ids of one source increase, ids of two differ at the same moment", () => {
  const clock = fixedClock();
  const source = systemIds(clock);
  const ids = Array.from({ length: 100 }, () => source.next());
  expect(ids).toEqual([...new Set(ids)].sort());
  expect(ids).not.toContain(systemIds(clock).next());
});
