import { describe, expect, test } from "bun:test";
import { type FileSystem, FileSystemError, hashTree, moveTree, sweepLeftovers } from "@metis-curate/core";
import {
  countingFileSystem,
  faultyFileSystem,
  type MemoryFileSystem,
  memoryFileSystem,
  seedTree,
  skillTreeArbitrary,
  type TreeDump,
  type TreeSeed,
} from "@metis-curate/testkit";
import fc from "fast-check";

const FROM = "/ws/skills/tree";
const TARGETS = { "one device": "/ws/archive/tree-1", "two devices": "/other/archive/tree-1" };
const ID = "01J0000000";

function build(tree: TreeSeed, topMode = 0o755): MemoryFileSystem {
  const fs = memoryFileSystem({ mounts: ["/other"] });
  for (const directory of ["/ws", "/ws/skills", "/ws/archive", "/other/archive"]) fs.mkdir(directory);
  seedTree(fs, FROM, tree);
  fs.chmod(FROM, topMode);
  return fs;
}

/** Trees at the names a person would look at, and whole trees under any name, all by content. */
function places(fs: MemoryFileSystem, original: string): { visible: number; whole: number } {
  const seen = ["/ws/skills", "/ws/archive", "/other/archive"].flatMap((directory) =>
    fs.readdir(directory).map(({ name }) => ({ name, hash: hashTree(fs, `${directory}/${name}`) })),
  );
  const whole = seen.filter(({ hash }) => hash === original);
  return { visible: whole.filter(({ name }) => !name.startsWith(".")).length, whole: whole.length };
}

function attempt(fs: FileSystem, to: string): boolean {
  try {
    moveTree(fs, FROM, to, { tempSuffix: ID });
    return true;
  } catch (error) {
    if (error instanceof FileSystemError) return false;
    throw error;
  }
}

function dumpOf(fs: MemoryFileSystem): TreeDump {
  return fs.dump("/");
}

const treeArbitrary = fc.record({
  tree: skillTreeArbitrary(),
  topMode: fc.constantFrom(0o755, 0o555),
  to: fc.constantFrom(...Object.values(TARGETS)),
});

describe("moveTree", () => {
  test("moves the tree byte for byte and leaves nothing else", () => {
    fc.assert(
      fc.property(treeArbitrary, ({ tree, topMode, to }) => {
        const fs = build(tree, topMode);
        const before = fs.dump(FROM);
        const hash = hashTree(fs, FROM);
        moveTree(fs, FROM, to, { tempSuffix: ID });
        expect({ tree: fs.dump(to), hash: hashTree(fs, to) }).toEqual({ tree: before, hash });
        expect(fs.readdir("/ws/skills")).toEqual([]);
        expect(fs.readdir(to.slice(0, to.lastIndexOf("/")))).toHaveLength(1);
      }),
      { numRuns: 40 },
    );
  });

  test("killed at any call, the tree is whole somewhere, and the same call again finishes", () => {
    fc.assert(
      fc.property(treeArbitrary, ({ tree, topMode, to }) => {
        const counted = countingFileSystem(build(tree, topMode));
        moveTree(counted, FROM, to, { tempSuffix: ID });
        for (let failAt = 1; failAt <= counted.count(); failAt += 1) {
          const fs = build(tree, topMode);
          const before = fs.dump(FROM);
          const hash = hashTree(fs, FROM);
          attempt(faultyFileSystem(fs, { failAt, mode: "from-then-on" }), to);
          expect(places(fs, hash).whole).toBeGreaterThanOrEqual(1);
          moveTree(fs, FROM, to, { tempSuffix: ID });
          expect(fs.dump(to)).toEqual(before);
          expect(places(fs, hash)).toEqual({ visible: 1, whole: 1 });
          expect(sweepLeftovers(fs, "/ws/skills")).toEqual({ removed: [], kept: [] });
        }
      }),
      { numRuns: 8 },
    );
  });

  test("one failing call is reported or harmless, and the same call again finishes", () => {
    fc.assert(
      fc.property(treeArbitrary, fc.nat({ max: 200 }), ({ tree, topMode, to }, at) => {
        const fs = build(tree, topMode);
        const before = fs.dump(FROM);
        const hash = hashTree(fs, FROM);
        attempt(faultyFileSystem(fs, { failAt: at + 1, kind: "no-space" }), to);
        expect(places(fs, hash).whole).toBeGreaterThanOrEqual(1);
        moveTree(fs, FROM, to, { tempSuffix: ID });
        expect({ tree: fs.dump(to), ...places(fs, hash) }).toEqual({ tree: before, visible: 1, whole: 1 });
      }),
      { numRuns: 60 },
    );
  });

  test.each(Object.entries(TARGETS))("never overwrites: %s", (_, to) => {
    for (const taken of [{ "SKILL.md": "other" }, {}]) {
      const fs = build({ "SKILL.md": "mine" });
      seedTree(fs, to, taken);
      const before = dumpOf(fs);
      expect(() => moveTree(fs, FROM, to, { tempSuffix: ID })).toThrow("something is there already");
      expect(dumpOf(fs)).toEqual(before);
    }
  });

  test("an equal tree at the target of the same device is not taken for a move", () => {
    const fs = build({ "SKILL.md": "mine" });
    seedTree(fs, TARGETS["one device"], { "SKILL.md": "mine" });
    expect(() => moveTree(fs, FROM, TARGETS["one device"], { tempSuffix: ID })).toThrow(
      "something is there already",
    );
  });

  test("without source and target there is nothing to move", () => {
    expect(() => moveTree(build({}), "/ws/skills/none", "/ws/archive/x", { tempSuffix: ID })).toThrow(
      "it is not there",
    );
  });

  test("a source that changes while it is copied stays, with the change, and the copy goes", () => {
    const fs = build({ "SKILL.md": "old", "a.md": "a" });
    const racing: FileSystem = {
      ...countingFileSystem(fs),
      rename: (from, to) => {
        fs.rename(from, to);
        if (to === TARGETS["two devices"]) fs.writeNewFile(`${FROM}/late.md`, new Uint8Array([1]));
      },
    };
    expect(() => moveTree(racing, FROM, TARGETS["two devices"], { tempSuffix: ID })).toThrow(
      "in use or changed",
    );
    expect(Object.keys(fs.dump(FROM))).toEqual(["SKILL.md", "a.md", "late.md"]);
    expect(fs.readdir("/ws/skills")).toHaveLength(1);
    expect(fs.readdir("/other/archive")).toEqual([]);
  });
});
