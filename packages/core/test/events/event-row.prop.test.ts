import { describe, expect, test } from "bun:test";
import { decodeEventRow, encodeEventRow, type UntrustedEventRow } from "@metis-curate/core";
import { sampleEvent, TRACE_SAMPLE, traceArbitrary } from "@metis-curate/testkit";
import fc from "fast-check";

const row = encodeEventRow(sampleEvent("01", "skill.loaded", { skill_id: "a" }));

describe("event rows", () => {
  test("decoding what was encoded gives the event back", () => {
    fc.assert(
      fc.property(traceArbitrary(), (trace) => {
        for (const event of [...trace, ...TRACE_SAMPLE])
          expect(decodeEventRow(encodeEventRow(event))).toEqual(event);
      }),
      { numRuns: 20 },
    );
  });

  test("no row, however broken, makes decoding throw", () => {
    const anything = fc.anything({ withBigInt: true, withNullPrototype: true });
    const keys = Object.keys(row) as (keyof UntrustedEventRow)[];
    fc.assert(
      fc.property(fc.constantFrom(...keys), anything, (key, value) => {
        const decoded = decodeEventRow({ ...row, [key]: value });
        if (decoded !== null) expect(Number.isSafeInteger(decoded.timestampUs)).toBe(true);
      }),
    );
  });

  test.each([
    ["no id", { id: null }],
    ["an empty id", { id: "" }],
    ["a time as text", { timestamp_us: "yesterday" }],
    ["a fractional time", { timestamp_us: 1.5 }],
    ["a negative time", { timestamp_us: -1 }],
    ["no session", { session_id: null }],
    ["bytes for a type", { type: new Uint8Array([1]) }],
    ["invalid JSON", { payload_json: "{" }],
    ["a list", { payload_json: "[]" }],
    ["null", { payload_json: "null" }],
    ["a number for a turn", { turn_id: 3 }],
  ] as const)("a row with %s is broken", (_, change) => {
    expect(decodeEventRow({ ...row, ...change })).toBeNull();
  });

  test("a time beyond exact numbers reads as far ahead of any clock", () => {
    expect(decodeEventRow({ ...row, timestamp_us: 2 ** 62 })?.timestampUs).toBe(Number.MAX_SAFE_INTEGER);
    expect(decodeEventRow({ ...row, timestamp_us: 2n ** 62n })?.timestampUs).toBe(Number.MAX_SAFE_INTEGER);
  });

  test("an unknown actor is the system and an unknown sensitivity is private", () => {
    expect(decodeEventRow({ ...row, actor: "plugin", sensitivity: "odd" })).toMatchObject({
      actor: "system",
      sensitivity: "private",
    });
  });
});
