import { describe, expect, test } from "bun:test";
import { loadRootSkills, type Root } from "@metis-curate/core";
import {
  countingFileSystem,
  faultyFileSystem,
  memoryFileSystem,
  seedTree,
  type TreeSeed,
  type TreeSeedEntry,
} from "@metis-curate/testkit";
import fc from "fast-check";

const ROOT: Root = {
  key: "metis:0123",
  layout: "metis",
  scope: "workspace",
  base: "/ws",
  skillsDir: "/ws/.metis/skills",
  archiveDir: "/ws/.metis/skills-archive",
  sidecarPath: "/ws/.metis/curator/state.json",
  privateDir: "/home/.metis/curator/roots/metis-0123",
};

const entryArbitrary: fc.Arbitrary<TreeSeedEntry> = fc.oneof(
  { weight: 4, arbitrary: fc.constant("---\nname: x\ndescription: d\n---\nbody\n") },
  { weight: 1, arbitrary: fc.constant("no skill") },
  { weight: 1, arbitrary: fc.constant({ content: "---\nname: x\ndescription: d\n---\n", mode: 0 }) },
  {
    weight: 1,
    arbitrary: fc.constantFrom({ link: "../a/SKILL.md" }, { link: "/etc/passwd" }, { link: "SKILL.md" }),
  },
);

/** One SKILL.md per distinct directory, at most two levels down, so that no skill lies inside another. */
const forestArbitrary: fc.Arbitrary<TreeSeed> = fc.dictionary(
  fc
    .tuple(fc.constantFrom("", "cat/", "dog/"), fc.constantFrom("a", "b", "c", "d"))
    .map(([category, name]) => `${category}${name}/SKILL.md`),
  entryArbitrary,
  { maxKeys: 8, noNullPrototype: true },
);

function build(forest: TreeSeed) {
  const fs = memoryFileSystem();
  seedTree(fs, ROOT.skillsDir, forest);
  return fs;
}

describe("loadRootSkills", () => {
  test("every SKILL.md is loaded or skipped, exactly once", () => {
    fc.assert(
      fc.property(forestArbitrary, (forest) => {
        const { skills, skipped } = loadRootSkills(build(forest), ROOT);
        const seen = [...skills, ...skipped].map(({ path }) => path.replace(/\/SKILL\.md$/, ""));
        const expected = Object.keys(forest).map((path) => path.replace(/\/SKILL\.md$/, ""));
        expect(seen.sort()).toEqual(expected.sort());
        expect(new Set(skills.map(({ name }) => name)).size).toBe(skills.length);
      }),
    );
  });

  test("a failing call never throws and never invents a skill", () => {
    fc.assert(
      fc.property(forestArbitrary, fc.constantFrom("io", "too-many-open-files", "busy"), (forest, kind) => {
        const counted = countingFileSystem(build(forest));
        const names = loadRootSkills(counted, ROOT).skills.map(({ path }) => path);
        for (let failAt = 1; failAt <= counted.count(); failAt += 1) {
          const library = loadRootSkills(faultyFileSystem(build(forest), { failAt, kind }), ROOT);
          const lost = names.filter((path) => !library.skills.some((skill) => skill.path === path));
          expect(lost.length === 0 || library.skipped.length > 0).toBe(true);
          expect(library.skills.every(({ path }) => `${path}/SKILL.md` in forest)).toBe(true);
        }
      }),
      { numRuns: 30 },
    );
  });

  test("loading changes nothing", () => {
    fc.assert(
      fc.property(forestArbitrary, (forest) => {
        const fs = build(forest);
        const before = fs.dump();
        loadRootSkills(fs, ROOT);
        expect(fs.dump()).toEqual(before);
      }),
      { numRuns: 30 },
    );
  });
});
