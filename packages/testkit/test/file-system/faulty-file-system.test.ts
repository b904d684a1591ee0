import { describe, expect, test } from "bun:test";
import { dumpTree, faultyFileSystem, memoryFileSystem, seedTree } from "@metis-curate/testkit";

describe("faultyFileSystem", () => {
  test("fails the n-th call once, without its effect", () => {
    const inner = memoryFileSystem();
    const fs = faultyFileSystem(inner, { failAt: 2, kind: "no-space" });
    fs.mkdir("/a");
    expect(() => fs.mkdir("/b")).toThrow("cannot make the directory /b: no space left");
    fs.mkdir("/c");
    expect(Object.keys(inner.dump())).toEqual(["a", "c"]);
    expect({ calls: fs.calls(), failed: fs.failed() }).toEqual({ calls: 3, failed: true });
  });

  test("from then on every call fails until healed; reads may be left out", () => {
    const fs = faultyFileSystem(memoryFileSystem(), {
      failAt: 1,
      mode: "from-then-on",
      operations: "writes",
    });
    expect(fs.readdir("/")).toEqual([]);
    expect(() => fs.mkdir("/a")).toThrow("input/output error");
    expect(() => fs.mkdir("/a")).toThrow("input/output error");
    fs.heal();
    fs.mkdir("/a");
    expect(fs.readdir("/")).toHaveLength(1);
  });
});

describe("memoryFileSystem", () => {
  test("a rename between mounts is refused, a mount point is busy", () => {
    const fs = memoryFileSystem({ mounts: ["/disk", "/disk/inner"] });
    seedTree(fs, "/home", { f: "x" });
    expect(() => fs.rename("/home/f", "/disk/f")).toThrow("it is on another disk");
    expect(() => fs.rename("/disk/inner", "/disk/other")).toThrow("in use or changed");
    expect(() => fs.rmdir("/disk/inner")).toThrow("in use or changed");
    expect(new Set([fs.stat("/").device, fs.stat("/disk").device, fs.stat("/disk/inner").device]).size).toBe(
      3,
    );
  });

  test("its own dump and the dump through the port agree", () => {
    const fs = memoryFileSystem();
    seedTree(fs, "/t", { a: "x", "d/e": { content: "y", mode: 0o755 }, l: { link: "a" } });
    expect(dumpTree(fs, "/t")).toEqual(fs.dump("/t"));
  });
});
