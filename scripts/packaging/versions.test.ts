import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import rootPackage from "../../package.json" with { type: "json" };
import { findSection, mergeChangelogs } from "./changelog.ts";
import { VERSION_PLACES } from "./version-places.ts";
import { listPackages, ROOT } from "./workspace.ts";

const { version } = rootPackage;

function read(path: string): string {
  return readFileSync(join(ROOT, path), "utf8");
}

test("every package has the version of the root", () => {
  const others = listPackages().filter(({ json }) => json.version !== version);
  expect(others.map(({ json }) => json.name)).toEqual([]);
});

test("so has every other place, and each is found", () => {
  for (const { path, pattern } of VERSION_PLACES) {
    const text = read(path);
    expect([path, pattern.test(text)]).toEqual([path, true]);
    expect(text.replace(pattern, (_, before: string, after: string) => before + version + after)).toBe(text);
  }
});

test("it is a semantic version, and the changelog speaks of it", () => {
  expect(version).toMatch(/^\d+\.\d+\.\d+(?:-[\w.]+)?$/);
  expect(findSection(read("CHANGELOG.md"), version)).toMatch(/^- \S/m);
});

test("changesets move all of them together", () => {
  const { fixed, access, baseBranch } = JSON.parse(read(".changeset/config.json"));
  expect({ fixed, access, baseBranch }).toEqual({
    fixed: [["metis-curate", "@metis-curate/*"]],
    access: "public",
    baseBranch: "main",
  });
  const names = listPackages().map(({ json }) => json.name);
  expect(names.filter((name) => name !== "metis-curate" && !name.startsWith("@metis-curate/"))).toEqual([]);
});

test("workflows use actions by their commit only", () => {
  for (const file of ["ci.yml", "release.yml"]) {
    const uses = [...read(`.github/workflows/${file}`).matchAll(/uses: (\S+)/g)].map(
      ([, action = ""]) => action,
    );
    expect(uses.length).toBeGreaterThan(0);
    for (const action of uses) expect(action).toMatch(/^actions\/[\w-]+@[0-9a-f]{40}$/);
  }
});

const MANY = [
  "# a\n\n## 1.1.0\n\n### Minor Changes\n\n- 1234567: One thing\n  that goes on\n- 2345678: Another\n",
  "# b\n\n## 1.1.0\n\n### Patch Changes\n\n- 2345678: Another\n- Updated dependencies [2345678]\n  - @metis-curate/core@1.1.0\n",
];

test("changelogs become one, each entry once", () => {
  const merged = mergeChangelogs("# Changelog\n\n## 1.0.0 (2026-01-01)\n\n- First\n", {
    version: "1.1.0",
    date: "2026-02-03",
    packages: MANY,
  });
  expect(merged).toBe(
    "# Changelog\n\n## 1.1.0 (2026-02-03)\n\n- One thing\n  that goes on\n- Another\n\n## 1.0.0 (2026-01-01)\n\n- First\n",
  );
  expect(mergeChangelogs(merged, { version: "1.1.0", date: "2026-03-03", packages: MANY })).toBe(merged);
});

test("a section is that of its own version", () => {
  const text = "# C\n\n## 1.1.10\n\n- b\n\n## 1.1.1 (2026)\n\n- a\n";
  expect([findSection(text, "1.1.1"), findSection(text, "1.1.10"), findSection(text, "1.1")]).toEqual([
    "- a",
    "- b",
    null,
  ]);
});
