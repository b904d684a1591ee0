import { expect } from "bun:test";
import {
  type CuratorConfig,
  compareUsd,
  DEFAULT_CONFIG,
  decodeConfigText,
  mergeConfig,
} from "@metis-curate/core";
import { fuzzTarget, hostileTextArbitrary } from "@metis-curate/testkit";
import * as fc from "fast-check";

const KEYS = Object.keys(DEFAULT_CONFIG);
const VALUES = [
  "false",
  '"false"',
  "0",
  "-1",
  "1e3",
  "0x10",
  "0.10",
  '"0.10"',
  ".inf",
  ".nan",
  "999999999999999999999",
  "rules",
  "anthropic:x",
  "http://169.254.169.254/",
  "[a.md]",
  "[../../**]",
  "[/etc/*]",
  "[~/.ssh/*]",
  "['(a+)+$']",
  "{'anthropic:x': {input: 0, output: 0}}",
  "*a",
  "&a x",
] as const;

const line = fc
  .tuple(
    fc.constantFrom("  ", "", "\t", "   "),
    fc.constantFrom(...KEYS, "curater", "curator"),
    fc.constantFrom(...VALUES),
  )
  .map(([indent, key, value]) => `${indent}${key}: ${value}\n`);
const file = fc.oneof(
  { arbitrary: fc.array(line, { maxLength: 5 }).map((lines) => `curator:\n${lines.join("")}`), weight: 3 },
  {
    arbitrary: hostileTextArbitrary(["curator:\n", "  ", ...KEYS.map((key) => `${key}: `), ...VALUES, "\n"]),
    weight: 2,
  },
);

const fuzz = fuzzTarget("config");

fuzz.law("any text is a section or errors of one line that name the file", file, (text) => {
  const decoded = decodeConfigText(text, "c.yaml");
  if (decoded.ok) return;
  expect(decoded.errors.length).toBeGreaterThan(0);
  for (const { message } of decoded.errors) expect(message).toMatch(/^c\.yaml: [^\p{Cc}\u2028\u2029]+$/u);
});

fuzz.law("any file merges to a config or to errors of one line, twice alike", file, (text) => {
  const layer = { kind: "global" as const, path: "c.yaml", content: { text } };
  const merged = mergeConfig([layer]);
  expect(mergeConfig([layer])).toEqual(merged);
  if (!merged.ok) {
    for (const { message } of merged.errors) expect(message).toMatch(/^c\.yaml: [^\p{Cc}\u2028\u2029]+$/u);
    return;
  }
  const { config } = merged;
  expect(config.stale_after_days).toBeLessThanOrEqual(config.archive_after_days);
  expect(Number.isFinite(config.interval_hours)).toBe(true);
  expect(compareUsd(config.per_run_max_usd, DEFAULT_CONFIG.per_run_max_usd)).toBeNumber();
});

const FORBIDDEN = KEYS.filter(
  (key) =>
    ![
      "enabled",
      "per_run_max_usd",
      "per_day_max_usd",
      "interval_hours",
      "stale_after_days",
      "archive_after_days",
      "reference_files",
    ].includes(key),
) as (keyof CuratorConfig)[];

fuzz.law("a repository's file never permits anything", file, (text) => {
  const merged = mergeConfig([{ kind: "workspace", path: "c.yaml", content: { text } }]);
  if (!merged.ok) return;
  const { config } = merged;
  for (const key of FORBIDDEN) expect(config[key]).toEqual(DEFAULT_CONFIG[key]);
  expect(compareUsd(config.per_run_max_usd, DEFAULT_CONFIG.per_run_max_usd)).toBeLessThanOrEqual(0);
  expect(compareUsd(config.per_day_max_usd, DEFAULT_CONFIG.per_day_max_usd)).toBeLessThanOrEqual(0);
  expect(config.interval_hours).toBeGreaterThanOrEqual(DEFAULT_CONFIG.interval_hours);
  expect(config.archive_after_days).toBeGreaterThanOrEqual(DEFAULT_CONFIG.archive_after_days);
  for (const glob of config.reference_files) expect(glob).not.toMatch(/^[/~]|(?:^|\/)\.\.(?:\/|$)/);
});
