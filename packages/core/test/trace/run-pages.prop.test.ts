import { expect, test } from "bun:test";
import { memoryTraceStore, readRunPages, traceArbitrary } from "@metis-curate/testkit";
import fc from "fast-check";

const WHOLE = { fromUs: 0, untilUs: Number.MAX_SAFE_INTEGER };

test("pages of any size give every run once, newest first, and agree with its detail", async () => {
  await fc.assert(
    fc.asyncProperty(
      traceArbitrary({ eventsMax: 60 }),
      fc.constantFrom(null, "metis:global"),
      async (events, root) => {
        const store = memoryTraceStore({ events });
        const paged = await readRunPages(store, root, WHOLE);
        const whole = await store.listRuns(root, { window: WHOLE, after: null, limit: 1_000 });
        expect(whole.next).toBeNull();
        expect(paged.map(({ runId }) => runId)).toEqual(whole.runs.map(({ runId }) => runId));
        expect(new Set(paged.map(({ runId }) => runId)).size).toBe(paged.length);
        for (const [index, run] of paged.entries()) {
          expect(run.startedAtUs).toBeLessThanOrEqual(
            paged[index - 1]?.startedAtUs ?? Number.MAX_SAFE_INTEGER,
          );
          expect((await store.findRun(root, run.runId))?.startedAtUs).toBe(run.startedAtUs);
        }
      },
    ),
    { numRuns: 50 },
  );
});

test("days add up to the window, whatever the root", async () => {
  await fc.assert(
    fc.asyncProperty(traceArbitrary(), fc.constantFrom(null, "metis:global"), async (events, root) => {
      const store = memoryTraceStore({ events });
      const summary = await store.summarizeCurator(root, WHOLE);
      const days = await store.summarizeCuratorDays(root, WHOLE);
      const sum = (pick: (day: (typeof days)[number]) => number) =>
        days.reduce((total, day) => total + pick(day), 0);
      expect(sum(({ runs }) => runs)).toBe(summary.runs);
      expect(sum(({ actionsTotal }) => actionsTotal)).toBe(summary.actionsTotal);
      expect(sum(({ throttledRuns }) => throttledRuns)).toBe(summary.throttledRuns);
      expect(sum(({ spendUsd }) => Math.round(Number(spendUsd) * 1e6))).toBe(
        Math.round(Number(summary.spendUsd) * 1e6),
      );
      expect(days.map(({ day }) => day)).toEqual([...days.map(({ day }) => day)].sort());
    }),
    { numRuns: 50 },
  );
});
