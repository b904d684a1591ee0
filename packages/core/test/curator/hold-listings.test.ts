import { expect, test } from "bun:test";
import { memoryFileSystem } from "@metis-curate/testkit";
import { holdListings } from "../../src/curator/hold-listings.ts";

function listed(nowMs: () => number) {
  let atMs = 1_000;
  let listings = 0;
  const fs = memoryFileSystem({ nowMs: () => atMs });
  fs.mkdir("/skills");
  fs.mkdir("/skills/one");
  const held = holdListings(
    {
      stat: (path) => fs.stat(path),
      lstat: (path) => fs.lstat(path),
      realpath: (path) => fs.realpath(path),
      readdir: (path) => {
        listings += 1;
        return fs.readdir(path);
      },
    },
    nowMs,
  );
  return {
    fs,
    names: () => held.readdir("/skills").map(({ name }) => name),
    count: () => listings,
    passMs: (ms: number) => {
      atMs += ms;
    },
  };
}

test("a directory that nobody touched is listed once", () => {
  const { names, count } = listed(() => 60_000);
  expect([names(), names(), names()]).toEqual([["one"], ["one"], ["one"]]);
  expect(count()).toBe(1);
});

test("what comes, goes or changes its mode is seen at once", () => {
  const { fs, names, count, passMs } = listed(() => 60_000);
  names();
  passMs(1);
  fs.mkdir("/skills/two");
  expect(names()).toEqual(["one", "two"]);
  passMs(1);
  fs.rmdir("/skills/one");
  expect(names()).toEqual(["two"]);
  fs.chmod("/skills", 0o700);
  names();
  expect(count()).toBe(4);
});

test("a directory that was touched within the coarseness of its clock is listed again", () => {
  const { fs, names } = listed(() => 1_050);
  expect(names()).toEqual(["one"]);
  // The clock of the files did not move between the two.
  fs.mkdir("/skills/two");
  expect(names()).toEqual(["one", "two"]);
});

test("a directory that is gone fails as it does without", () => {
  const { fs, names } = listed(() => 60_000);
  names();
  fs.rmdir("/skills/one");
  fs.rmdir("/skills");
  expect(names).toThrow("it is not there");
});
