import { afterEach, beforeEach, expect, test } from "bun:test";
import { spawnSync } from "node:child_process";
import { mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { nodeFileSystem } from "@metis-curate/adapters";
import { copyTree, FileSystemError, hashTree, moveTree, removeTree, replaceFile } from "@metis-curate/core";
import { dumpTree, memoryFileSystem, seedTree, type TreeSeed } from "@metis-curate/testkit";

const TREE: TreeSeed = {
  "SKILL.md": "body",
  "scripts/run.sh": { content: "#!/bin/sh\n", mode: 0o755 },
  "closed/a": { content: "x", mode: 0o444 },
  closed: { directory: true, mode: 0o555 },
  link: { link: "../outside" },
};
const fs = nodeFileSystem();
let base: string;

beforeEach(() => {
  base = realpathSync(mkdtempSync(join(tmpdir(), "metis-")));
  seedTree(fs, `${base}/skills/a`, TREE);
  fs.mkdir(`${base}/archive`);
});
afterEach(() => {
  spawnSync("chmod", ["-R", "u+rwX", base]);
  rmSync(base, { recursive: true, force: true });
});

test("a tree is moved, copied and removed on disk as in memory, modes and links kept", () => {
  const model = memoryFileSystem();
  seedTree(model, "/a", TREE);
  fs.chmod(`${base}/skills/a`, 0o555);
  model.chmod("/a", 0o555);
  moveTree(fs, `${base}/skills/a`, `${base}/archive/a-1`, { tempSuffix: "1" });
  copyTree(fs, `${base}/archive/a-1`, `${base}/copy`);
  for (const path of [`${base}/archive/a-1`, `${base}/copy`]) {
    expect({ dump: dumpTree(fs, path), hash: hashTree(fs, path) }).toEqual({
      dump: model.dump("/a"),
      hash: hashTree(model, "/a"),
    });
  }
  removeTree(fs, `${base}/copy`);
  expect(fs.readdir(base).map((entry) => entry.name)).toEqual(["archive", "skills"]);
  expect(fs.readdir(`${base}/skills`)).toEqual([]);
});

test("a replaced file keeps its mode", () => {
  const path = `${base}/skills/a/scripts/run.sh`;
  replaceFile(fs, path, new TextEncoder().encode("new"), ".metis-tmp-1");
  expect({ mode: fs.lstat(path).mode, text: Buffer.from(fs.readFile(path)).toString() }).toEqual({
    mode: 0o755,
    text: "new",
  });
});

test("a name that is no UTF-8 is a tree that cannot be hashed, not an absent one", () => {
  writeFileSync(Buffer.concat([Buffer.from(`${base}/skills/a/`), Buffer.from([0x66, 0xff])]), "x");
  try {
    hashTree(fs, `${base}/skills/a`);
    expect.unreachable();
  } catch (error) {
    expect(error instanceof FileSystemError && error.kind).toBe("busy");
  }
});
