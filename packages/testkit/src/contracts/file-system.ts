import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { type FileSystem, FileSystemError, type FileSystemErrorKind } from "@metis-curate/core";
import fc from "fast-check";
import { memoryFileSystem } from "../file-system/memory-file-system.ts";
import { dumpTree } from "../file-system/tree-dump.ts";
import { fileSystemScriptArbitrary, runFileSystemCall } from "./file-system-script.ts";

export interface FileSystemFixture {
  readonly fs: FileSystem;
  /** Real path of an empty directory. */
  readonly base: string;
  /** Permission bits do not bind (root): what they forbid elsewhere is expected to work. */
  readonly privileged: boolean;
  /** Creates a FIFO. */
  makeSpecial(path: string): void;
  dispose(): void;
}

const SCRIPT_RUNS = 150;

function kindThrown(call: () => unknown): FileSystemErrorKind | null {
  try {
    call();
    return null;
  } catch (error) {
    if (error instanceof FileSystemError) return error.kind;
    throw error;
  }
}

/** The laws of the `FileSystem` port; every implementation runs the same suite. */
export function fileSystemContract(name: string, makeFixture: () => FileSystemFixture): void {
  describe(`${name} keeps the file system contract`, () => {
    let fixture: FileSystemFixture;
    let fs: FileSystem;
    let base: string;
    const bytes = (text: string) => new TextEncoder().encode(text);

    beforeEach(() => {
      fixture = makeFixture();
      ({ fs, base } = fixture);
    });
    afterEach(() => fixture.dispose());

    test("random scripts give the same results and the same tree as the model", () => {
      let run = 0;
      fc.assert(
        fc.property(fileSystemScriptArbitrary(), (script) => {
          const directory = `${base}/run-${run++}`;
          const model = memoryFileSystem({ privileged: fixture.privileged });
          model.mkdir("/model");
          fs.mkdir(directory);
          for (const call of script) {
            const real = runFileSystemCall(fs, directory, call);
            expect({ call, result: real }).toEqual({
              call,
              result: runFileSystemCall(model, "/model", call),
            });
          }
          if (fixture.privileged) expect(dumpTree(fs, directory)).toEqual(model.dump("/model"));
        }),
        { numRuns: SCRIPT_RUNS },
      );
    });

    test("a file is read back with its bytes and its exact mode", () => {
      fs.writeNewFile(`${base}/f`, new Uint8Array([0, 255, 13, 10]), 0o640);
      expect([...fs.readFile(`${base}/f`)]).toEqual([0, 255, 13, 10]);
      expect(fs.lstat(`${base}/f`)).toMatchObject({ kind: "file", size: 4, mode: 0o640 });
    });

    test("a write never replaces what has the name, not even a dangling link", () => {
      fs.writeNewFile(`${base}/f`, bytes("one"));
      fs.symlink("nowhere", `${base}/l`);
      expect(kindThrown(() => fs.writeNewFile(`${base}/f`, bytes("two")))).toBe("exists");
      expect(kindThrown(() => fs.writeNewFile(`${base}/l`, bytes("two")))).toBe("exists");
      expect(kindThrown(() => fs.lstat(`${base}/nowhere`))).toBe("not-found");
    });

    test("the limit of a read is inclusive and counts bytes", () => {
      fs.writeNewFile(`${base}/f`, bytes("éé"));
      expect(fs.readFile(`${base}/f`, 4)).toHaveLength(4);
      expect(kindThrown(() => fs.readFile(`${base}/f`, 3))).toBe("too-large");
    });

    test("a FIFO is described and never opened", () => {
      fixture.makeSpecial(`${base}/pipe`);
      expect(fs.lstat(`${base}/pipe`).kind).toBe("other");
      expect(fs.readdir(base)).toEqual([{ name: "pipe", kind: "other" }]);
      expect(kindThrown(() => fs.readFile(`${base}/pipe`))).toBe("io");
    });

    test("entries come in code-unit order", () => {
      for (const entry of ["b", "B", "a-b", "a", "é", "ａ", "😀"])
        fs.writeNewFile(`${base}/${entry}`, bytes(""));
      const names = fs.readdir(base).map((entry) => entry.name);
      expect(names).toEqual([...names].sort());
    });

    test("a rename replaces a file, keeps the inode and refuses a directory that holds something", () => {
      fs.writeNewFile(`${base}/a`, bytes("new"));
      fs.writeNewFile(`${base}/b`, bytes("old"));
      const { inode } = fs.lstat(`${base}/a`);
      fs.rename(`${base}/a`, `${base}/b`);
      expect(fs.lstat(`${base}/b`).inode).toBe(inode);
      fs.mkdir(`${base}/full`);
      fs.writeNewFile(`${base}/full/x`, bytes(""));
      fs.mkdir(`${base}/other`);
      expect(kindThrown(() => fs.rename(`${base}/other`, `${base}/full`))).toBe("not-empty");
    });

    test("a link that leads to itself is a loop", () => {
      fs.symlink("me", `${base}/me`);
      expect(kindThrown(() => fs.stat(`${base}/me`))).toBe("link-loop");
      expect(kindThrown(() => fs.readFile(`${base}/me`))).toBe("link-loop");
      expect(fs.lstat(`${base}/me`).kind).toBe("link");
    });

    test("a file without permission is unreadable, unless nothing binds", () => {
      fs.writeNewFile(`${base}/secret`, bytes("x"), 0o000);
      fs.mkdir(`${base}/closed`, 0o555);
      const denied = fixture.privileged ? null : "permission-denied";
      expect(kindThrown(() => fs.readFile(`${base}/secret`))).toBe(denied);
      expect(kindThrown(() => fs.writeNewFile(`${base}/closed/f`, bytes("x")))).toBe(denied);
    });

    test("an error carries operation and path", () => {
      expect(() => fs.readFile(`${base}/none`)).toThrow(`cannot read ${base}/none: it is not there`);
    });
  });
}
