import { expect, test } from "bun:test";
import type { FileSystem } from "@metis-curate/core";
import { memoryFileSystem, seedTree } from "@metis-curate/testkit";
import { readOnlyFileSystem } from "../../src/index.ts";

test("reading passes through, every writing call throws read-only and changes nothing", () => {
  const fs = memoryFileSystem();
  seedTree(fs, "/a", { "b.txt": "text" });
  const reading = readOnlyFileSystem(fs);
  expect(new TextDecoder().decode(reading.readFile("/a/b.txt"))).toBe("text");
  expect(reading.readdir("/a").map(({ name }) => name)).toEqual(["b.txt"]);
  expect(reading.stat("/a/b.txt").kind).toBe("file");
  const before = fs.dump("/");
  const writes: readonly ((fs: FileSystem) => void)[] = [
    (disk) => disk.writeNewFile("/a/c", new Uint8Array()),
    (disk) => disk.mkdir("/a/d"),
    (disk) => disk.symlink("b.txt", "/a/l"),
    (disk) => disk.rename("/a/b.txt", "/a/c"),
    (disk) => disk.unlink("/a/b.txt"),
    (disk) => disk.rmdir("/a"),
    (disk) => disk.chmod("/a/b.txt", 0o600),
    (disk) => disk.fsyncDirectory("/a"),
  ];
  for (const write of writes)
    expect(() => write(reading)).toThrow(expect.objectContaining({ kind: "read-only" }));
  expect(fs.dump("/")).toEqual(before);
});
