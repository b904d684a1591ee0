import { describe, expect, test } from "bun:test";
import { createCurator, readReferenceFiles } from "@metis-curate/core";
import { agentSkill, curatorFixture, memoryFileSystem, seedTree, type TreeSeed } from "@metis-curate/testkit";
import { assert, constantFrom, property, string } from "fast-check";
import { fitsGlobSegment } from "../../src/curator/glob-segment.ts";

function pathsOf(seed: TreeSeed, ...patterns: readonly string[]): readonly string[] {
  const fs = memoryFileSystem();
  seedTree(fs, "/ws", seed);
  seedTree(fs, "/outside", { "secret.md": "s" });
  return readReferenceFiles(fs, "/ws", patterns).texts.map(({ path }) => path);
}

describe("a glob segment", () => {
  test("fits as a regular expression of the same meaning would say", () => {
    const letters = (max: number) => string({ unit: constantFrom("a", "b", "*", "?", "."), maxLength: max });
    assert(
      property(letters(6), string({ unit: constantFrom("a", "b", "."), maxLength: 6 }), (segment, name) => {
        const source = segment.replace(/\./g, "\\.").replace(/\*/g, ".*").replace(/\?/g, ".");
        const isHidden = name.startsWith(".") && !segment.startsWith(".");
        expect(fitsGlobSegment(segment, name)).toBe(!isHidden && new RegExp(`^${source}$`, "s").test(name));
      }),
      { numRuns: 500 },
    );
  });

  test("stalls on no pattern", () => {
    const before = process.cpuUsage();
    expect(fitsGlobSegment(`${"*a".repeat(50)}b`, "a".repeat(5_000))).toBe(false);
    expect(process.cpuUsage(before).user).toBeLessThan(2_000_000);
  });
});

describe("reference files", () => {
  test("are found by name, by star and by any depth, hidden ones only by name", () => {
    const seed = {
      "AGENTS.md": "",
      ".github/workflows/ci.yml": "",
      "docs/a/b.md": "",
      "docs/c.md": "",
      ".hidden/d.md": "",
    };
    expect(pathsOf(seed, "AGENTS.md", ".github/workflows/*", "docs/**/*.md")).toEqual([
      "AGENTS.md",
      ".github/workflows/ci.yml",
      "docs/c.md",
      "docs/a/b.md",
    ]);
    expect(pathsOf(seed, "**/*.md")).not.toContain(".hidden/d.md");
  });

  test("may be links inside the workspace, and never lead out of it", () => {
    const seed = {
      "docs/agents.md": "text",
      "AGENTS.md": { link: "docs/agents.md" },
      "CLAUDE.md": { link: "/outside/secret.md" },
      "GONE.md": { link: "nowhere" },
    };
    expect(pathsOf(seed, "*.md")).toEqual(["AGENTS.md"]);
    expect(pathsOf({ "a.md": "" }, "../outside/*", "/outside/*", "./a.md")).toEqual([]);
  });

  test("that cannot be read protect every skill", async () => {
    const fixture = curatorFixture({ skills: [agentSkill("old-thing")], files: { "AGENTS.md": "" } });
    fixture.fs.chmod("/home/ada/project/AGENTS.md", 0o000);
    const plan = await createCurator(fixture.deps).plan();
    expect(plan.ok && plan.value.candidates).toEqual([]);
    expect(plan.ok && plan.value.left_alone).toMatchObject([
      { skill: "old-thing", reason: "referenced", detail: "referred to by AGENTS.md, which cannot be read" },
    ]);
  });

  test("below a closed directory, or too deep to look for, protect every skill too", async () => {
    const files = { ".github/workflows/ci.yml": "", "docs/a/b/c/d/e/f/g/h/i/j.md": "" };
    const closed = curatorFixture({ skills: [agentSkill("old-thing")], files });
    closed.fs.chmod("/home/ada/project/.github/workflows", 0o000);
    const deep = curatorFixture({
      skills: [agentSkill("old-thing")],
      files,
      config: { reference_files: ["docs/**/*.md"] },
    });
    for (const fixture of [closed, deep]) {
      const plan = await createCurator(fixture.deps).plan();
      expect(plan.ok && plan.value.candidates).toEqual([]);
      expect(plan.ok && plan.value.notices.join("\n")).toContain("reference files that cannot be read");
    }
  });

  test("behind a linked directory that is named are read", () => {
    const seed = { "ci/workflows/x.yml": "", ".github": { link: "ci" } };
    expect(pathsOf(seed, ".github/workflows/*")).toEqual([".github/workflows/x.yml"]);
  });
});
