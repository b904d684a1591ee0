import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import type { EventEnvelope, TraceStore } from "@metis-curate/core";
import fc from "fast-check";
import { traceArbitrary } from "../arbitraries/trace.ts";
import { memoryTraceStore } from "../trace/memory-trace-store.ts";
import { costContract } from "./trace-costs.ts";
import { readLoads, readScan, sampleEvent, TRACE_SAMPLE, traceAnswers, WHOLE_TIME } from "./trace-sample.ts";

export interface TraceStoreFixture {
  /** An empty, writable store. */
  readonly store: TraceStore;
  dispose(): void;
}

const PROPERTY_RUNS = 20;
const DAY_US = 86_400_000_000;

/** The laws of the trace ports (CONTRACTS 4); every implementation runs the same suite. */
export function traceStoreContract(name: string, makeFixture: () => TraceStoreFixture): void {
  describe(`${name} keeps the trace store contract`, () => {
    let fixture: TraceStoreFixture;
    let store: TraceStore;
    beforeEach(() => {
      fixture = makeFixture();
      store = fixture.store;
    });
    afterEach(() => fixture.dispose());

    test("an empty store answers every question", async () => {
      expect(await store.info()).toMatchObject({
        writable: true,
        schemaVersion: 1,
        newestEventId: null,
        oldestTimestampUs: null,
        sweptAtUs: null,
      });
      expect(await store.has("nothing")).toBe(false);
      expect(await readScan(store, ["skill.loaded"])).toEqual([]);
      expect(await readLoads(store)).toEqual([]);
      expect(await store.findSessionWorkspaces(["s"])).toEqual(new Map());
      expect(await store.findToolOutcomes(["s"], WHOLE_TIME)).toEqual([]);
      expect(await store.sumCuratorSpend(null, WHOLE_TIME)).toBe("0" as never);
    });

    test.each(["normal", "full"] as const)("%s appends are read back as they were", async (durability) => {
      expect(await store.append(TRACE_SAMPLE, durability)).toEqual(TRACE_SAMPLE.map(({ id }) => id));
      const types = [...new Set(TRACE_SAMPLE.map(({ type }) => type))];
      expect(await readScan(store, types)).toEqual([...TRACE_SAMPLE]);
    });

    test("an id the store has is ignored, also within one batch", async () => {
      const first = sampleEvent("01A", "skill.loaded", { skill_id: "first" });
      const second = sampleEvent("01B", "skill.loaded", { skill_id: "second" });
      expect(await store.append([first, first], "normal")).toEqual(["01A"]);
      expect(await store.append([{ ...first, payload: {} }, second], "full")).toEqual(["01B"]);
      expect(await readScan(store, ["skill.loaded"])).toEqual([first, second]);
    });

    test("a probe leaves nothing behind", async () => {
      await store.probe();
      await store.probe();
      expect(await store.info()).toMatchObject({ newestEventId: null, oldestTimestampUs: null });
    });

    test("a scan follows the order of insertion, not of time or id", async () => {
      const late = sampleEvent("01Z", "skill.loaded", {}, { timestampUs: 9 });
      const early = sampleEvent("01A", "skill.created", {}, { timestampUs: 1 });
      await store.append([late], "normal");
      await store.append([early], "normal");
      expect(await readScan(store, ["skill.created", "skill.loaded", "skill.loaded"])).toEqual([late, early]);
      expect((await store.info()).newestEventId).toBe("01A");
    });

    test("loads come once each, and nothing else with them", async () => {
      const at = (n: number) => ({ timestampUs: n, sessionId: `s${n}` });
      const events = Array.from({ length: 1_203 }, (_, n) =>
        sampleEvent(`id-${n}`, n % 3 === 0 ? "skill.created" : "skill.loaded", { n }, at(n)),
      );
      await store.append(events, "normal");
      const loads = events
        .filter(({ type }) => type === "skill.loaded")
        .map(({ id, timestampUs, sessionId, payload }) => ({ id, timestampUs, sessionId, payload }))
        .sort((left, right) => (left.id < right.id ? -1 : 1));
      expect(await readLoads(store)).toEqual(loads);
    });

    test("a window is half open", async () => {
      const events = [1, 2, 3].map((us) => sampleEvent(`0${us}`, "skill.loaded", {}, { timestampUs: us }));
      await store.append(events, "normal");
      const ids = await readScan(store, ["skill.loaded"], { fromUs: 1, untilUs: 3 });
      expect(ids.map(({ id }) => id)).toEqual(["01", "02"]);
    });

    test("a scan longer than a batch gives each event once", async () => {
      const events = Array.from({ length: 1_203 }, (_, n) => sampleEvent(`id-${n}`, "skill.loaded", { n }));
      await store.append(events, "normal");
      expect(await readScan(store, ["skill.loaded"])).toEqual(events);
    });

    test("what was appended during a scan does not disturb it", async () => {
      await store.append(
        [sampleEvent("01", "skill.loaded", {}), sampleEvent("02", "skill.loaded", {})],
        "normal",
      );
      let seen = 0;
      for await (const batch of store.scan(["skill.loaded"])) {
        seen += batch.events.length;
        await store.append([sampleEvent(`during-${seen}`, "skill.loaded", {})], "normal");
      }
      expect(seen).toBe(2);
    });

    test("marks name the newest event, the oldest time and the last sweep", async () => {
      await store.append(
        [
          sampleEvent("01", "trace.swept", {}, { timestampUs: 50 }),
          sampleEvent("02", "trace.swept", { deleted: 3 }, { timestampUs: 40 }),
          sampleEvent("03", "skill.loaded", {}, { timestampUs: 7 }),
        ],
        "normal",
      );
      expect(await store.info()).toMatchObject({ newestEventId: "03", oldestTimestampUs: 7, sweptAtUs: 50 });
    });

    test("tool outcomes carry the name of their call, whenever it was made", async () => {
      const at = (timestampUs: number, sessionId = "s") => ({ timestampUs, sessionId });
      await store.append(
        [
          sampleEvent("01", "tool.called", { tool_use_id: "u", tool_name: "bash" }, at(1)),
          sampleEvent("02", "tool.failed", { tool_use_id: "u", error_class: "timeout" }, at(20)),
          sampleEvent("03", "tool.failed", { tool_use_id: "u", error_class: "timeout" }, at(15, "other")),
          sampleEvent("04", "tool.completed", { tool_use_id: "v", success: true }, at(12)),
          sampleEvent("05", "tool.completed", { tool_use_id: "w", success: false }, at(13)),
          sampleEvent("06", "tool.failed", { tool_use_id: "u", error_class: "timeout" }, at(30)),
        ],
        "normal",
      );
      expect(await store.findToolOutcomes(["s", "s", "absent"], { fromUs: 10, untilUs: 30 })).toEqual([
        { sessionId: "s", timestampUs: 12, toolName: null, errorClass: null },
        { sessionId: "s", timestampUs: 20, toolName: "bash", errorClass: "timeout" },
      ]);
    });

    test("a session's workspace comes from its first session.created", async () => {
      await store.append(
        [
          sampleEvent("02", "session.created", { workspace_path: "/later" }, { sessionId: "s" }),
          sampleEvent("01", "session.created", { workspace_path: "/first" }, { sessionId: "s" }),
          sampleEvent("03", "session.created", { workspace_path: "" }, { sessionId: "blank" }),
        ],
        "normal",
      );
      expect(await store.findSessionWorkspaces(["s", "blank", "absent"])).toEqual(new Map([["s", "/first"]]));
    });

    costContract(makeFixture);

    test("any trace in any batches is answered as the model answers it", async () => {
      await fc.assert(
        fc.asyncProperty(scriptArbitrary, async ({ trace, batchSize, window }) => {
          const tested = makeFixture();
          try {
            const model = memoryTraceStore();
            for (const batch of batchesOf(trace, batchSize)) {
              expect(await tested.store.append(batch, "normal")).toEqual([
                ...(await model.append(batch, "normal")),
              ]);
            }
            expect(await traceAnswers(tested.store, window)).toEqual(await traceAnswers(model, window));
          } finally {
            tested.dispose();
          }
        }),
        { numRuns: PROPERTY_RUNS },
      );
    });
  });
}

const scriptArbitrary = fc
  .record({
    trace: traceArbitrary({ calls: true }),
    repeats: fc.array(fc.nat(), { maxLength: 4 }),
    batchSize: fc.integer({ min: 1, max: 12 }),
    from: fc.integer({ min: -1, max: 121 }),
    days: fc.integer({ min: 0, max: 60 }),
  })
  .map(({ trace, repeats, batchSize, from, days }) => {
    const startUs = trace[0]?.timestampUs ?? 0;
    const fromUs = startUs + from * DAY_US;
    const again = repeats.flatMap((index) => trace[index % trace.length] ?? []);
    return { trace: [...trace, ...again], batchSize, window: { fromUs, untilUs: fromUs + days * DAY_US } };
  });

function batchesOf(trace: readonly EventEnvelope[], size: number): readonly (readonly EventEnvelope[])[] {
  return Array.from({ length: Math.ceil(trace.length / size) }, (_, n) =>
    trace.slice(n * size, (n + 1) * size),
  );
}
