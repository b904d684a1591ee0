import { expect, test } from "bun:test";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { DEFAULT_CONFIG, DEFAULT_MATCHING } from "@metis-curate/core";

const REPOSITORY = join(import.meta.dir, "../../../..");
const README = readFileSync(join(REPOSITORY, "README.md"), "utf8");

/** Key and default of each row of the configuration table. */
function configRows(section = "curator"): ReadonlyMap<string, string> {
  const start = README.indexOf(`| key under \`${section}:\``);
  const table = README.slice(start, README.indexOf("\n\n", start));
  return new Map(
    Array.from(table.matchAll(/^\| `(\w+)` +\| (.+?) +\|/gm), (row) => [row[1] ?? "", row[2] ?? ""]),
  );
}

test("the README lists every configuration key, those without effect apart", () => {
  const apart =
    /(?:^|\. )(`[^.]+`) (?:is|are) read and checked, and ha(?:s|ve) no effect yet/m.exec(README)?.[1] ?? "";
  const idle = Array.from(apart.matchAll(/`(\w+)`/g), (match) => match[1] ?? "");
  expect([...configRows().keys(), ...idle].sort()).toEqual(Object.keys(DEFAULT_CONFIG).sort());
});

test("the README lists every key of matching", () => {
  const { profiles: _, ...keys } = DEFAULT_MATCHING;
  expect([...configRows("matching").keys()].sort()).toEqual(Object.keys(keys).sort());
});

test("the README names the defaults that apply", () => {
  const shown = Object.fromEntries(
    [...configRows()]
      .filter(([, value]) => value.startsWith("`"))
      .map(([key, value]) => [key, value.replaceAll("`", "")]),
  );
  const money = new Set(["per_run_max_usd", "per_day_max_usd"]);
  const real = Object.entries(DEFAULT_CONFIG)
    .filter(([key]) => Object.hasOwn(shown, key))
    .map(([key, value]) => [
      key,
      typeof value === "string" && !money.has(key) ? value : JSON.stringify(value),
    ]);
  expect(real.length).toBeGreaterThan(10);
  expect(Object.fromEntries(real)).toEqual(shown);
});

test.each(["README.md", "CONTRIBUTING.md", "ARCHITECTURE.md"])(
  "every local link of %s leads to a file",
  (name) => {
    const text = readFileSync(join(REPOSITORY, name), "utf8");
    const links = Array.from(text.matchAll(/\]\(([^)#:]+)\)/g), (match) => match[1] ?? "");
    expect(links.filter((link) => !existsSync(join(REPOSITORY, link)))).toEqual([]);
  },
);
