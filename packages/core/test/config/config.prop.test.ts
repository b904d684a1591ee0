import { expect, test } from "bun:test";
import fc from "fast-check";
import { type CuratorConfig, mergeConfig } from "../../src/config/index.ts";
import { compareUsd } from "../../src/money/index.ts";
import { fileLayer } from "./layers.ts";

const value = fc.oneof(
  fc.boolean(),
  fc.integer({ min: -5, max: 2_000 }),
  fc.constantFrom("0.1", "0.50", "2", "rules", "auto", "a.md", "1,0", null),
  fc.constantFrom(["a.md"], ["../a"], ["/a"], {}),
);
const key = fc.constantFrom(
  ..."enabled model per_run_max_usd per_day_max_usd interval_hours stale_after_days archive_after_days".split(
    " ",
  ),
  ..."reference_files claim prices base_url redact retention_min max_skills_per_root unknown".split(" "),
);
const section = fc.dictionary(key, value, { maxKeys: 5 });
const text = (curator: object): string => JSON.stringify({ curator });

function neverLooser(config: CuratorConfig, below: CuratorConfig): boolean {
  return (
    (below.enabled || !config.enabled) &&
    compareUsd(config.per_run_max_usd, below.per_run_max_usd) <= 0 &&
    compareUsd(config.per_day_max_usd, below.per_day_max_usd) <= 0 &&
    config.interval_hours >= below.interval_hours &&
    config.stale_after_days >= below.stale_after_days &&
    config.archive_after_days >= below.archive_after_days &&
    below.reference_files.every((file) => config.reference_files.includes(file))
  );
}

test("a workspace never permits what the layers below it forbid, nor changes anything else", () => {
  fc.assert(
    fc.property(section, section, (global, workspace) => {
      const below = mergeConfig([fileLayer("global", text(global))]);
      const merged = mergeConfig([
        fileLayer("global", text(global)),
        fileLayer("workspace", text(workspace)),
      ]);
      if (!merged.ok || !below.ok) return;
      expect(neverLooser(merged.config, below.config)).toBe(true);
      for (const name of [
        "model",
        "claim",
        "prices",
        "base_url",
        "redact",
        "retention_min",
        "max_skills_per_root",
      ] as const) {
        expect(merged.config[name]).toEqual(below.config[name]);
      }
    }),
    { numRuns: 300 },
  );
});

test("whatever a file says, merging ends with a config or with one-line errors that name the file", () => {
  fc.assert(
    fc.property(fc.oneof(fc.string({ maxLength: 60 }), section.map(text)), (content) => {
      const merged = mergeConfig([{ kind: "global", path: "c.yaml", content: { text: content } }]);
      if (merged.ok) {
        expect(merged.config.stale_after_days).toBeLessThanOrEqual(merged.config.archive_after_days);
        return;
      }
      for (const { message } of merged.errors) expect(message).toMatch(/^c\.yaml: [^\r\n]+$/);
    }),
    { numRuns: 300 },
  );
});
