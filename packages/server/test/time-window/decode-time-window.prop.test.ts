import { expect, test } from "bun:test";
import fc from "fast-check";
import { decodeTimeWindow } from "../../src/time-window/decode-time-window.ts";
import { formatInstantUs } from "../../src/time-window/instant.ts";

const us = fc.integer({ min: 0, max: Number.MAX_SAFE_INTEGER });

test("a formatted window is read back to the microsecond", () => {
  fc.assert(
    fc.property(us, us, (left, right) => {
      fc.pre(left !== right);
      const window = { fromUs: Math.min(left, right), untilUs: Math.max(left, right) };
      const query = { from: [formatInstantUs(window.fromUs)], to: [formatInstantUs(window.untilUs)] };
      expect(decodeTimeWindow(query, 0)).toEqual({ ok: true, window });
    }),
  );
});

test("no text makes the decoder throw, and what it accepts is a forward window", () => {
  fc.assert(
    fc.property(fc.array(fc.string()), fc.array(fc.string()), us, (from, to, nowUs) => {
      const decoded = decodeTimeWindow({ from, to }, nowUs);
      if (decoded.ok) expect(decoded.window.fromUs).toBeLessThan(decoded.window.untilUs);
      else expect(decoded.message).not.toBe("");
    }),
  );
});
