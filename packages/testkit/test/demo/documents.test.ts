import { expect, test } from "bun:test";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { DEFAULT_CONFIG, DEFAULT_MATCHING, DEFAULT_SCOUT, LEFT_ALONE_REASONS } from "@metis-curate/core";

const REPOSITORY = join(import.meta.dir, "../../../..");
const CONFIGURATION = readFileSync(join(REPOSITORY, "docs/configuration.md"), "utf8");

/** Key and default of each row of a section's table. */
function configRows(section: string): Readonly<Record<string, unknown>> {
  const start = CONFIGURATION.indexOf(`## \`${section}:\``);
  const table = CONFIGURATION.slice(start, CONFIGURATION.indexOf("\n### ", start));
  return Object.fromEntries(
    Array.from(table.matchAll(/^\| \[`(\w+)`\]\(#\w+\) \| `(.+?)` \|/gm), ([, key = "", shown = ""]) => [
      key,
      JSON.parse(shown),
    ]),
  );
}

test("docs/configuration.md lists every key with the default that applies", () => {
  const { profiles: _, ...matching } = DEFAULT_MATCHING;
  expect(configRows("curator")).toEqual(JSON.parse(JSON.stringify(DEFAULT_CONFIG)));
  expect(configRows("matching")).toEqual(JSON.parse(JSON.stringify(matching)));
  expect(configRows("scout")).toEqual(JSON.parse(JSON.stringify(DEFAULT_SCOUT)));
});

test("docs/concepts.md explains every reason to leave a skill alone", () => {
  const text = readFileSync(join(REPOSITORY, "docs/concepts.md"), "utf8");
  const rows = text.split("\n").filter((line) => line.startsWith("| `"));
  const named = rows.flatMap((row) =>
    [...(row.split(" | ")[0] ?? "").matchAll(/`([a-z-]+)`/g)].map(([, name]) => name),
  );
  expect(LEFT_ALONE_REASONS.filter((reason) => !named.includes(reason))).toEqual([]);
});

test.each(["README.md", "CONTRIBUTING.md", "ARCHITECTURE.md"])(
  "every local link of %s leads to a file",
  (name) => {
    const text = readFileSync(join(REPOSITORY, name), "utf8");
    const links = Array.from(text.matchAll(/\]\(([^)#:]+)\)/g), (match) => match[1] ?? "");
    expect(links.filter((link) => !existsSync(join(REPOSITORY, link)))).toEqual([]);
  },
);
