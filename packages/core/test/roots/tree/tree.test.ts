import { describe, expect, test } from "bun:test";
import {
  confine,
  copyTree,
  ensureDirectory,
  hashTree,
  removeTree,
  replaceFile,
  resolvesInside,
  sweepLeftovers,
  treeSize,
} from "@metis-curate/core";
import {
  countingFileSystem,
  faultyFileSystem,
  memoryFileSystem,
  seedTree,
  skillTreeArbitrary,
  type TreeSeed,
} from "@metis-curate/testkit";
import fc from "fast-check";

const bytes = (text: string) => new TextEncoder().encode(text);

function seeded(tree: TreeSeed) {
  const fs = memoryFileSystem();
  seedTree(fs, "/t", tree);
  return fs;
}

describe("confine", () => {
  test.each([
    ["a", "/b/a"],
    ["a/b", "/b/a/b"],
    ["a/b/", "/b/a/b"],
    ["./a", "/b/a"],
    ["..a", "/b/..a"],
    ["", null],
    [".", null],
    ["/", null],
    ["/a", null],
    ["..", null],
    ["a/../b", null],
    ["a/..", null],
    ["a//b", null],
    ["a\0b", null],
  ])("%j", (relative, expected) => {
    expect(confine("/b", relative)).toBe(expected);
  });

  test("whatever it returns lies below the base", () => {
    const part = fc.constantFrom("a", "..", ".", "", "/", "\0", "b c", "...");
    fc.assert(
      fc.property(fc.array(part, { maxLength: 6 }), (parts) => {
        const path = confine("/base", parts.join("/"));
        expect(path === null || (path.startsWith("/base/") && !path.split("/").includes(".."))).toBe(true);
      }),
    );
  });
});

describe("resolvesInside", () => {
  test("links count by where they lead", () => {
    const fs = seeded({ "in/x": "", "out/y": "", "in/good": { link: "x" }, "in/bad": { link: "../out/y" } });
    const answers = ["/t/in", "/t/in/x", "/t/in/good", "/t/in/bad", "/t/in/none", "/t/inside"];
    expect(answers.map((path) => resolvesInside(fs, "/t/in", path))).toEqual([
      true,
      true,
      true,
      false,
      false,
      false,
    ]);
  });
});

describe("hashTree", () => {
  const base: TreeSeed = {
    "a/x": "1",
    "a/y": { content: "2", mode: 0o755 },
    l: { link: "a" },
    e: { directory: true },
  };
  const variants: Readonly<Record<string, TreeSeed>> = {
    "a byte": { ...base, "a/x": "2" },
    "a mode": { ...base, "a/y": { content: "2", mode: 0o644 } },
    "a link's target": { ...base, l: { link: "b" } },
    "a link made a file": { ...base, l: "a" },
    "an empty directory more": { ...base, f: { directory: true } },
    "a directory's mode": { ...base, e: { directory: true, mode: 0o700 } },
    "a name": { "a/z": "1", "a/y": { content: "2", mode: 0o755 }, l: { link: "a" }, e: { directory: true } },
  };

  test.each(Object.entries(variants))("tells %s", (_, tree) => {
    expect(hashTree(seeded(tree), "/t")).not.toBe(hashTree(seeded(base), "/t"));
  });

  test("does not depend on the order of creation or on the name of the top", () => {
    const fs = seeded(Object.fromEntries(Object.entries(base).reverse()));
    fs.rename("/t", "/u");
    expect(hashTree(fs, "/u")).toBe(hashTree(seeded(base), "/t"));
  });

  test("limits are inclusive", () => {
    const fs = seeded({ a: "12", b: "34" });
    expect(hashTree(fs, "/t", { entriesMax: 3, bytesMax: 4 })).toHaveLength(64);
    expect(() => hashTree(fs, "/t", { entriesMax: 2 })).toThrow("too large");
    expect(() => hashTree(fs, "/t", { bytesMax: 3 })).toThrow("too large");
  });
});

describe("copyTree and removeTree", () => {
  test("a copy is equal and removing it leaves the original", () => {
    fc.assert(
      fc.property(skillTreeArbitrary(), (tree) => {
        const fs = seeded(tree);
        const before = fs.dump("/t");
        copyTree(fs, "/t", "/copy");
        expect(fs.dump("/copy")).toEqual(before);
        expect(hashTree(fs, "/copy")).toBe(hashTree(fs, "/t"));
        removeTree(fs, "/copy");
        removeTree(fs, "/copy");
        expect({ names: fs.readdir("/"), tree: fs.dump("/t") }).toMatchObject({
          names: [{ name: "t" }],
          tree: before,
        });
      }),
      { numRuns: 40 },
    );
  });

  test("a FIFO is not copied", () => {
    const fs = seeded({ a: "" });
    fs.makeSpecial("/t/pipe");
    expect(() => copyTree(fs, "/t", "/copy")).toThrow("cannot copy /t/pipe");
  });
});

describe("replaceFile", () => {
  test("keeps the mode and leaves no temp file", () => {
    const fs = seeded({ f: { content: "old", mode: 0o600 } });
    replaceFile(fs, "/t/f", bytes("new"), ".metis-tmp-1");
    expect(fs.dump("/t")).toEqual({ f: { kind: "file", mode: 0o600, content: "new" } });
  });

  test("failing once or killed at any call, the file is the old or the new one", () => {
    const counted = countingFileSystem(seeded({ f: "old" }));
    replaceFile(counted, "/t/f", bytes("new"), ".metis-tmp-1");
    for (const mode of ["once", "from-then-on"] as const) {
      for (let failAt = 1; failAt <= counted.count(); failAt += 1) {
        const fs = seeded({ f: "old" });
        const faulty = faultyFileSystem(fs, { failAt, mode, kind: "no-space" });
        expect(() => replaceFile(faulty, "/t/f", bytes("new"), ".metis-tmp-1")).toThrow("no space left");
        expect(["old", "new"]).toContain(Buffer.from(fs.readFile("/t/f")).toString());
        if (mode === "once") expect(fs.readdir("/t")).toHaveLength(1);
        replaceFile(fs, "/t/f", bytes("new"), ".metis-tmp-1");
        expect(fs.dump("/t")).toEqual({ f: { kind: "file", mode: 0o644, content: "new" } });
      }
    }
  });

  test("a link is not replaced and not followed", () => {
    const fs = seeded({ f: "old", l: { link: "f" } });
    expect(() => replaceFile(fs, "/t/l", bytes("new"), ".metis-tmp-1")).toThrow("input/output error");
    expect(fs.dump("/t")).toMatchObject({ f: { content: "old" }, l: { kind: "link" } });
  });
});

describe("ensureDirectory", () => {
  test("makes missing parents and is repeatable", () => {
    const fs = memoryFileSystem();
    ensureDirectory(fs, "/a/b/c");
    ensureDirectory(fs, "/a/b/c");
    expect(Object.keys(fs.dump())).toEqual(["a", "a/b", "a/b/c"]);
  });

  test("a file in the way is an error", () => {
    expect(() => ensureDirectory(seeded({ f: "" }), "/t/f")).toThrow("something is there already");
    expect(() => ensureDirectory(seeded({ f: "" }), "/t/f/g")).toThrow("no directory");
  });
});

describe("sweepLeftovers", () => {
  test("removes temp copies and a source whose whole copy is known, nothing else", () => {
    const fs = seeded({
      ".metis-tmp-1/a": "x",
      ".metis-tmp-2": "file",
      ".metis-tmp-3": { link: "keep" },
      "keep/a": "x",
      ".metis-removing-4/a": "x",
      ".metis-removing-5/a": "changed",
      ".metis-removing-6/a": "x",
      ".hidden": "x",
    });
    const findCopy = (id: string) => (id === "6" ? null : "/t/keep");
    expect(sweepLeftovers(fs, "/t", { findCopy })).toEqual({
      removed: [".metis-removing-4", ".metis-tmp-1", ".metis-tmp-2", ".metis-tmp-3"],
      kept: [".metis-removing-5", ".metis-removing-6"],
    });
    expect(fs.readdir("/t").map((entry) => entry.name)).toEqual([
      ".hidden",
      ".metis-removing-5",
      ".metis-removing-6",
      "keep",
    ]);
  });

  test("a missing directory is clean", () => {
    expect(sweepLeftovers(memoryFileSystem(), "/none")).toEqual({ removed: [], kept: [] });
  });
});

describe("treeSize", () => {
  test("counts bytes and entries, and what it cannot look at", () => {
    const fs = seeded({ a: "12345", "d/b": "1", l: { link: "a" }, closed: { directory: true, mode: 0o000 } });
    expect(treeSize(fs, "/t")).toEqual({ bytes: 6, entries: 5, unreadable: 1 });
    expect(treeSize(fs, "/none")).toEqual({ bytes: 0, entries: 0, unreadable: 0 });
  });
});
