import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { type ChartSpec, scaleOf, stackOf } from "../../../src/dashboard/charts/chart-spec.ts";

const amount = fc.oneof(
  fc.double({ min: 0, max: 1e9, noNaN: true }),
  fc.nat(5_000),
  fc.double({ min: 0, max: 1e-4, noNaN: true }),
);

function specOf(stacks: readonly (readonly number[])[], limit?: number): ChartSpec {
  return {
    title: "t",
    summary: "s",
    unit: "usd",
    step: "Day",
    series: [],
    points: stacks.map((values) => ({ label: "", values: values.map((one) => ({ amount: one, text: "" })) })),
    ...(limit === undefined ? {} : { limit: { label: "cap", amount: limit } }),
  };
}

describe("scaleOf", () => {
  test("every stack and every limit it draws fits, and the tallest takes at least half", () => {
    fc.assert(
      fc.property(
        fc.array(fc.array(amount, { maxLength: 3 })),
        fc.option(amount, { nil: undefined }),
        (stacks, cap) => {
          const spec = specOf(stacks, cap);
          const { top, limit } = scaleOf(spec);
          const most = Math.max(0, ...spec.points.map(stackOf));
          expect(top).toBeGreaterThan(0);
          expect(Math.max(most, limit ?? 0)).toBeLessThanOrEqual(top * (1 + 1e-9));
          if (Math.max(most, limit ?? 0) > 0) expect(top).toBeLessThanOrEqual(Math.max(most, limit ?? 0) * 2);
        },
      ),
    );
  });

  test("a cap far above every bar is named and not drawn", () => {
    expect(scaleOf(specOf([[0.01]], 1))).toEqual({ top: 0.01, limit: null });
    expect(scaleOf(specOf([[0.25]], 1))).toEqual({ top: 1, limit: 1 });
    expect(scaleOf(specOf([], 1))).toEqual({ top: 1, limit: null });
  });
});
