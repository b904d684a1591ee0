import { describe, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { CONFIG_GUIDE, mergeConfig, mergeMatchingConfig, mergeScoutConfig } from "@metis-curate/core";
import { Ajv2020 } from "ajv/dist/2020.js";
import { parse } from "yaml";
import { commandGuides } from "./command-facts.ts";
import { GENERATED_FILES } from "./generated-files.ts";

const ROOT = join(import.meta.dir, "../..");
const HOW = "run `bun run docs` and commit what it writes";

describe("what is committed is what the program says", () => {
  test.each(GENERATED_FILES)("$path", async (file) => {
    const committed = readFileSync(join(ROOT, file.path), "utf8");
    const written = await file.write();
    if (committed !== written) throw new Error(`${file.path} is out of date: ${HOW}`);
    expect(committed.length).toBeGreaterThan(0);
  });
});

describe("the manual page", () => {
  const page = readFileSync(join(ROOT, "man/metis-curate.1"), "utf8");

  test("names every command and every option", () => {
    const text = page.replaceAll("\\-", "-");
    const words = commandGuides().flatMap(({ form, options }) => [
      form,
      ...options.flatMap(({ names }) => names),
    ]);
    expect(words.filter((word) => !text.includes(word))).toEqual([]);
  });

  const groff = Bun.which("groff");

  test.skipIf(groff === null)(
    "(asks groff where it is installed) is understood by man without a warning",
    () => {
      const ran = Bun.spawnSync([groff ?? "groff", "-man", "-Tutf8", "-ww"], { stdin: Buffer.from(page) });
      expect(ran.stderr.toString()).toBe("");
      expect(ran.exitCode).toBe(0);
      expect(ran.stdout.toString()).toContain("METIS-CURATE(1)");
    },
  );
});

describe("the JSON Schema of the configuration", () => {
  const schema = JSON.parse(readFileSync(join(ROOT, "docs/metis.schema.json"), "utf8"));
  const matches = new Ajv2020({ strict: true, allowUnionTypes: true }).compile(schema);

  test("knows every key, with its default where that can be written", () => {
    for (const { name, keys } of CONFIG_GUIDE) {
      const properties = schema.properties[name].properties ?? {};
      if (keys.length > 0) expect(Object.keys(properties)).toEqual(keys.map((key) => key.name));
      for (const key of keys) expect({ [name]: { [key.name]: key.initial } }).toSatisfy(matches);
    }
  });

  test.each([
    "curator: {model: rules, archive_after_days: 120}",
    "curator: {per_run_max_usd: 0.25, per_day_max_usd: '2.00'}",
    "curator: {interval_hours: 0.5, similarity: hybrid, reference_files: [docs/*.md]}",
    "curator: {prices: {'openai-compatible:mine': {input: '0.10', output: 0.4}}}",
    "curator: {base_url: null}",
    "matching: {embedder: lexical, weights: {similarity: 1}, top_k: 5}",
    "profiles: {reviewer: [code-review, release-notes]}",
    "scout: {timeout_seconds: 5}",
    "other_program: {x: 1}",
    "curator:",
    "curator: {enabled: 'false'}",
    "curator: {archive_after_days: -1}",
    "curator: {archive_after_days: '90'}",
    "curator: {per_run_max_usd: '1,00'}",
    "curator: {per_run_max_usd: -1}",
    "curator: {max_skills_per_root: 0}",
    "curator: {max_skills_per_root: 1.5}",
    "curator: {similarty: hybrid}",
    "curator: {edit_failure_rate: 1.2}",
    "curator: {edit_failure_window_minutes: 0}",
    "curator: {model: gpt}",
    "curator: {prices: {mine: {input: '1', output: '1'}}}",
    "curator: {prices: {'a:b': {input: '1'}}}",
    "matching: {threshold: 2}",
    "matching: {weights: {similarity: 0}}",
    "matching: {top_k: 0}",
    "profiles: {reviewer: code-review}",
    "scout: {github_url: 'ftp://x'}",
  ])("agrees with the decoder about `%s`", (text) => {
    const layer = { kind: "explicit", path: "config.yaml", content: { text } } as const;
    const decoded = [mergeConfig([layer]), mergeMatchingConfig([layer]), mergeScoutConfig([layer])];
    expect(matches(parse(text))).toBe(decoded.every(({ ok }) => ok));
  });
});
