import { afterEach, beforeEach, expect, test } from "bun:test";
import { writeFileSync } from "node:fs";
import { zstdCompressSync } from "node:zlib";
import { type ReadLine, readLines } from "../../src/history/read-lines.ts";
import { makeTree, type Tree } from "../support/tree.ts";

let tree: Tree;
beforeEach(() => {
  tree = makeTree();
});
afterEach(() => tree.remove());

async function linesOf(path: string, lineBytesMax?: number): Promise<readonly ReadLine[]> {
  return Array.fromAsync(readLines(path, lineBytesMax));
}

test("lines end with a line feed, with CRLF, or with the file; blank ones are none", async () => {
  tree.file("x", "one\r\n\n  \ntwo\nthree");
  expect((await linesOf(tree.at("x"))).map(({ position, text }) => [position, text])).toEqual([
    [1, "one"],
    [2, "two"],
    [3, "three"],
  ]);
});

test("a character cut by a chunk is whole", async () => {
  const text = "é".repeat(300_000);
  tree.file("x", `${text}\n${text}`);
  expect((await linesOf(tree.at("x"))).map((line) => line.text)).toEqual([text, text]);
});

test("a line that is too long is passed over, and the next is read", async () => {
  tree.file("x", `${"a".repeat(2_000_000)}\nb\n`);
  expect((await linesOf(tree.at("x"), 1_000)).map(({ text }) => text)).toEqual([null, "b"]);
});

test("bytes read grow to the size of the file", async () => {
  tree.file("x", "one\ntwo\n");
  expect((await linesOf(tree.at("x"))).at(-1)?.bytesRead).toBe(8);
});

test("a file compressed with zstd is read as it was", async () => {
  writeFileSync(tree.at("x.zst"), zstdCompressSync(Buffer.from("one\ntwo\n")));
  expect((await linesOf(tree.at("x.zst"))).map(({ text }) => text)).toEqual(["one", "two"]);
});

test("what is no zstd, no file, or not there is one line without text", async () => {
  tree.file("x.zst", "no zstd");
  tree.directory("d");
  for (const name of ["x.zst", "d", "none"]) {
    expect(await linesOf(tree.at(name))).toMatchObject([{ position: 1, text: null }]);
  }
});
