import { describe, expect, test } from "bun:test";
import { createEventBus, EventRejected } from "@metis-curate/core";
import { memoryLogger, memoryTraceStore, sampleEvent } from "@metis-curate/testkit";

const good = sampleEvent("01", "skill.adopted", { skill_id: "a", skill_version: "0" });
const bad = sampleEvent("02", "skill.adopted", { skill_id: 7 });
const unknown = sampleEvent("03", "metis.future", { any: true });

function setUp(mode: "strict" | "lenient", log = memoryTraceStore()) {
  const logger = memoryLogger();
  const bus = createEventBus({ log, mode, logger });
  const heard: string[] = [];
  bus.subscribe("*", ({ id }) => {
    heard.push(id);
  });
  return { bus, heard, log, logger };
}

describe("createEventBus", () => {
  test("a strict bus throws on a bad payload and appends nothing of the batch", async () => {
    const { bus, heard, log } = setUp("strict");
    expect(bus.publish([good, bad])).rejects.toBeInstanceOf(EventRejected);
    expect(log.events).toEqual([]);
    expect(heard).toEqual([]);
  });

  test("a lenient bus logs and drops the bad event alone", async () => {
    const { bus, heard, log, logger } = setUp("lenient");
    expect(await bus.publish([good, bad, unknown])).toEqual([good, unknown]);
    expect(log.events).toEqual([good, unknown]);
    expect(heard).toEqual(["01", "03"]);
    expect(logger.messages("warning")).toEqual([expect.stringContaining("dropped event 02 (skill.adopted)")]);
  });

  test("an event the store has is not announced again, also within one batch", async () => {
    const { bus, heard } = setUp("strict");
    expect(await bus.publish([good, good])).toEqual([good]);
    expect(await bus.publish(good)).toEqual([]);
    expect(heard).toEqual(["01"]);
  });

  test("handlers hear their type only, until they unsubscribe", async () => {
    const { bus } = setUp("strict");
    const heard: string[] = [];
    const stop = bus.subscribe("skill.adopted", ({ id }) => {
      heard.push(id);
    });
    await bus.publish([good, unknown]);
    stop();
    await bus.publish({ ...good, id: "04" });
    expect(heard).toEqual(["01"]);
  });

  test("a handler that throws or rejects harms no other and is logged", async () => {
    const { bus, logger } = setUp("strict");
    const heard: string[] = [];
    bus.subscribe("*", () => {
      throw new Error("at once");
    });
    bus.subscribe("*", async () => {
      await Promise.resolve();
      throw new Error("later");
    });
    bus.subscribe("*", ({ id }) => {
      heard.push(id);
    });
    expect(await bus.publish([good, unknown])).toEqual([good, unknown]);
    expect(heard).toEqual(["01", "03"]);
    expect(logger.messages("warning").filter((line) => line.includes("at once"))).toHaveLength(2);
    expect(logger.messages("warning").filter((line) => line.includes("later"))).toHaveLength(2);
  });

  test("announcing calls the subscribers without storing", async () => {
    const { bus, heard, log } = setUp("strict");
    await bus.announce([good]);
    expect(heard).toEqual(["01"]);
    expect(log.events).toEqual([]);
  });

  test("events that cannot be stored are not announced", async () => {
    const { bus, heard } = setUp("lenient", memoryTraceStore({ readOnly: true }));
    expect(bus.publish(good)).rejects.toMatchObject({ kind: "read-only" });
    expect(heard).toEqual([]);
  });

  test("events of one batch are announced in order", async () => {
    const { bus, heard } = setUp("strict");
    await bus.publish([unknown, good, { ...unknown, id: "00" }]);
    expect(heard).toEqual(["03", "01", "00"]);
  });
});
