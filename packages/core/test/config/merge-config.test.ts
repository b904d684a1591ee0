import { describe, expect, test } from "bun:test";
import { configSnapshot, DEFAULT_CONFIG, mergeConfig } from "../../src/config/index.ts";
import { configOf, errorsOf, fileLayer, layer, PATHS } from "./layers.ts";

test("without layers the defaults apply", () => {
  expect(configOf()).toEqual(DEFAULT_CONFIG);
  expect<unknown>(DEFAULT_CONFIG).toEqual({
    enabled: true,
    model: "anthropic:claude-haiku-4-5",
    per_run_max_usd: "0.50",
    per_day_max_usd: "1.00",
    interval_hours: 168,
    stale_after_days: 30,
    archive_after_days: 90,
    edit_failure_rate: 0.5,
    edit_failure_window_minutes: 30,
    max_skills_per_root: 200,
    similarity: "lexical",
    name_overlap: 0.6,
    description_overlap: 0.7,
    retention_min: 0.9,
    reask_after_days: 30,
    reference_files: ["AGENTS.md", "CLAUDE.md", ".github/workflows/*"],
    redact: [],
    claim: "ask",
    prices: {},
    base_url: null,
  });
});

test("the snapshot has exactly the seven caps, money as written", () => {
  expect<unknown>(configSnapshot(configOf(layer("global", "per_run_max_usd: 0.30")))).toEqual({
    per_run_max_usd: "0.30",
    per_day_max_usd: "1.00",
    interval_hours: 168,
    stale_after_days: 30,
    archive_after_days: 90,
    edit_failure_rate: 0.5,
    max_skills_per_root: 200,
  });
});

test("later layers win, whatever order they are given in", () => {
  const layers = [
    { kind: "flags" as const, path: PATHS.flags, content: { values: { model: "rules", interval_hours: 4 } } },
    layer("explicit", "interval_hours: 3", "claim: auto"),
    layer("workspace", "interval_hours: 2000"),
    layer("global", "interval_hours: 1", "reask_after_days: 0"),
  ];
  const config = configOf(...layers);
  expect(config).toMatchObject({ model: "rules", interval_hours: 4, claim: "auto", reask_after_days: 0 });
  expect(configOf(...layers.toReversed())).toEqual(config);
});

test("flags that were not given change nothing", () => {
  const flags = { kind: "flags" as const, path: PATHS.flags, content: { values: { model: undefined } } };
  expect(configOf(flags)).toEqual(DEFAULT_CONFIG);
});

describe("a value is read as it was meant", () => {
  test.each([
    ['per_run_max_usd: "0.50"', { per_run_max_usd: "0.50" }],
    ["per_run_max_usd: 0.10", { per_run_max_usd: "0.10" }],
    [
      "per_day_max_usd: 0.1000000000000000055511151231257827",
      { per_day_max_usd: "0.1000000000000000055511151231257827" },
    ],
    ["per_run_max_usd: 0", { per_run_max_usd: "0" }],
    ["interval_hours: 0.5", { interval_hours: 0.5 }],
    ["interval_hours: 0", { interval_hours: 0 }],
    ["enabled: false", { enabled: false }],
    ["model: openai-compatible:qwen3:8b", { model: "openai-compatible:qwen3:8b" }],
    ["base_url: http://127.0.0.1:11434/v1", { base_url: "http://127.0.0.1:11434/v1" }],
    ["max_skills_per_root: 1000", { max_skills_per_root: 1000 }],
    ["redact: ['sk-[a-z]+']", { redact: ["sk-[a-z]+"] }],
    [
      "prices: {openai-compatible:q: {input: 0.10, output: '0.3'}}",
      { prices: { "openai-compatible:q": { input: "0.10", output: "0.3" } } },
    ],
  ])("%s", (line, expected) => {
    expect(configOf(layer("global", line))).toMatchObject(expected);
  });
});

describe("a wrong value is one clear line", () => {
  test.each([
    ['per_run_max_usd: "1,00"', "per_run_max_usd", '"1,00"', "at least 0"],
    ["per_run_max_usd: -1", "per_run_max_usd", "-1", "at least 0"],
    ["per_run_max_usd: 1e-3", "per_run_max_usd", "1e-3", "plain decimal"],
    ["per_day_max_usd: $1", "per_day_max_usd", '"$1"', "plain decimal"],
    ["per_day_max_usd: .inf", "per_day_max_usd", ".inf", "plain decimal"],
    ['enabled: "false"', "enabled", '"false"', "true or false"],
    ["enabled: no", "enabled", '"no"', "true or false"],
    ["enabled: 0", "enabled", "0", "true or false"],
    ["archive_after_days: -1", "archive_after_days", "-1", "at least 0"],
    ["stale_after_days: .nan", "stale_after_days", ".nan", "at least 0"],
    ['interval_hours: "168"', "interval_hours", '"168"', "without quotes"],
    ["interval_hours:", "interval_hours", "null", "at least 0"],
    ["edit_failure_rate: 1.01", "edit_failure_rate", "1.01", "from 0 to 1"],
    ["edit_failure_window_minutes: 0", "edit_failure_window_minutes", "0", "above 0"],
    ["max_skills_per_root: 0", "max_skills_per_root", "0", "from 1 to 1000"],
    ["max_skills_per_root: 1001", "max_skills_per_root", "1001", "from 1 to 1000"],
    ["max_skills_per_root: 2.5", "max_skills_per_root", "2.5", "whole number"],
    ["similarity: fuzzy", "similarity", '"fuzzy"', "lexical or hybrid"],
    ["claim: always", "claim", '"always"', "ask or auto"],
    ["model: haiku", "model", '"haiku"', "rules"],
    ["base_url: localhost", "base_url", '"localhost"', "http"],
    ["reference_files: [/etc/passwd]", "reference_files", "/etc/passwd", "inside the workspace"],
    ["reference_files: [a/../../b]", "reference_files", "..", "inside the workspace"],
    ["reference_files: ['~/notes.md']", "reference_files", "~", "inside the workspace"],
    ["redact: ['(']", "redact", "(", "regular expressions"],
    ["prices: {q: {input: 1, output: 2}}", "prices", "q", "per million tokens"],
    ["prices: {a:b: {input: 1}}", "prices", "a:b", "per million tokens"],
    ["prices: {a:b: {input: 1, output: 2, cached: 3}}", "prices", "a:b", "per million tokens"],
  ])("%s", (line, key, value, allowed) => {
    const errors = errorsOf(layer("global", line));
    expect(errors).toHaveLength(1);
    expect(errors[0]).toStartWith(`${PATHS.global}: curator.${key}: `);
    expect(errors[0]).toContain(value);
    expect(errors[0]).toContain(allowed);
    expect(errors[0]).not.toContain("\n");
  });

  test.each([
    [
      "prices: {a:b: {input: 0.1, output: '1e3'}}",
      'curator.prices: "a:b".output: "1e3" is not allowed; allowed',
    ],
    ["prices: {a:b: {input: 1}}", 'curator.prices: "a:b".output is missing; allowed'],
    ["prices: {a:b: {input: 1, output: 2, cached: 3}}", 'curator.prices: "a:b".cached: 3 is not allowed'],
    ["prices: {a:b: {input: 1, output: 2}, c:d: x}", 'curator.prices: "c:d": "x" is not allowed'],
    ["reference_files: [ok.md, 5]", "curator.reference_files: 1: 5 is not allowed"],
  ])("%s: the part at fault is named", (line, part) => {
    expect(errorsOf(layer("global", line))[0]).toContain(part);
  });

  test.each([
    ["intervall_hours: 1", "did you mean interval_hours?"],
    ["Enabled: false", "did you mean enabled?"],
    ["per_day_max: 1", "did you mean per_day_max_usd?"],
    ["archive-after-days: 3", "did you mean archive_after_days?"],
    ["colour: red", "known keys: enabled, model"],
    ["__proto__: {}", "known keys"],
  ])("%s is an unknown key", (line, advice) => {
    const errors = errorsOf(layer("global", line));
    expect(errors).toHaveLength(1);
    expect(errors[0]).toContain(advice);
  });

  test("all errors of all layers are told", () => {
    const errors = errorsOf(layer("global", "enabled: 1", "model: x"), layer("explicit", "claim: x"));
    expect(errors).toHaveLength(3);
  });

  test("a value is shown short", () => {
    expect(errorsOf(layer("global", `model: "${"x".repeat(5_000)}"`))[0]?.length).toBeLessThan(300);
  });
});

describe("stale and archive times", () => {
  test("stale may equal archive", () => {
    expect(configOf(layer("global", "stale_after_days: 90")).stale_after_days).toBe(90);
  });

  test("stale above archive is an error of the file that says so, defaults included", () => {
    expect(errorsOf(layer("global", "stale_after_days: 91"))[0]).toStartWith(
      `${PATHS.global}: curator.stale_after_days: 91`,
    );
    expect(errorsOf(layer("explicit", "archive_after_days: 10"))[0]).toStartWith(PATHS.explicit);
  });

  test("only the merged result counts", () => {
    const config = configOf(
      layer("global", "stale_after_days: 100"),
      layer("explicit", "archive_after_days: 200"),
    );
    expect(config).toMatchObject({ stale_after_days: 100, archive_after_days: 200 });
  });
});

describe("a workspace's own file", () => {
  test("may forbid", () => {
    const config = configOf(
      layer(
        "workspace",
        "enabled: false",
        'per_run_max_usd: "0.499"',
        "per_day_max_usd: 0",
        "interval_hours: 168.5",
        "stale_after_days: 31",
        "archive_after_days: 91",
        "reference_files: [docs/*.md, AGENTS.md]",
      ),
    );
    expect(config).toMatchObject({
      enabled: false,
      per_run_max_usd: "0.499",
      per_day_max_usd: "0",
      interval_hours: 168.5,
      stale_after_days: 31,
      archive_after_days: 91,
      reference_files: ["AGENTS.md", "CLAUDE.md", ".github/workflows/*", "docs/*.md"],
    });
  });

  test.each([
    ["enabled: true", "only set false"],
    ["per_run_max_usd: 0.51", 'below "0.50"'],
    ["per_run_max_usd: 0.5", 'below "0.50"'],
    ["per_day_max_usd: 100", 'below "1.00"'],
    ["interval_hours: 168", "above 168"],
    ["stale_after_days: 29", "above 30"],
    ["archive_after_days: 0", "above 90"],
    ["model: rules", "in a workspace's file"],
    ["claim: auto", "in a workspace's file"],
    ["redact: []", "in a workspace's file"],
    ["prices: {}", "in a workspace's file"],
    ["base_url: https://evil.example", "in a workspace's file"],
    ["retention_min: 0", "in a workspace's file"],
    ["max_skills_per_root: 1", "in a workspace's file"],
    ["edit_failure_rate: 1", "in a workspace's file"],
  ])("may not say %s", (line, reason) => {
    const errors = errorsOf(layer("workspace", line));
    expect(errors).toHaveLength(1);
    expect(errors[0]).toStartWith(PATHS.workspace);
    expect(errors[0]).toContain(reason);
    expect(errors[0]).toContain("~/.metis/config.yaml");
  });

  test("is compared with the layers below it", () => {
    const global = layer("global", "per_run_max_usd: 0.20", "interval_hours: 500", "enabled: false");
    expect(errorsOf(global, layer("workspace", "per_run_max_usd: 0.30"))).toHaveLength(1);
    expect(errorsOf(global, layer("workspace", "enabled: true"))).toHaveLength(1);
    expect(configOf(global, layer("workspace", "per_run_max_usd: 0.1")).per_run_max_usd as string).toBe(
      "0.1",
    );
  });

  test("never loosens what it restricted itself", () => {
    const merged = mergeConfig([
      fileLayer("workspace", "curator: {interval_hours: 200, interval_hours: 100}"),
    ]);
    expect(merged.ok).toBe(false);
  });

  test("is overruled by the command line", () => {
    const flags = { kind: "flags" as const, path: PATHS.flags, content: { values: { enabled: true } } };
    expect(configOf(layer("workspace", "enabled: false"), flags).enabled).toBe(true);
  });
});
