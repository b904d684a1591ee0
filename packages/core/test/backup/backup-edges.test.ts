import { expect, test } from "bun:test";
import { createCurator, createRootBackups, type FileSystem, FileSystemError } from "@metis-curate/core";
import { observedFileSystem, seedTree } from "@metis-curate/testkit";
import {
  BACKUPS,
  backUp,
  backupDeps,
  done,
  existsAt,
  fixtureOf,
  readText,
  refusalOf,
  restoreFrom,
  treesOf,
  writeText,
} from "./backup-world.ts";

const backupsOf = (fixture: ReturnType<typeof fixtureOf>, fs?: FileSystem) =>
  createRootBackups(backupDeps(fixture, fs === undefined ? {} : { fs }));

test("while another curator holds the lock, both are refused with 3 and wait as long as an act does", async () => {
  const fixture = fixtureOf();
  const waits: number[] = [];
  const lock = {
    acquire: async (_: string, waitMs: number) => {
      waits.push(waitMs);
      return null;
    },
  };
  const backups = createRootBackups({ ...backupDeps(fixture), lock });
  for (const outcome of [await backups.create(), await backups.restore("/nowhere")]) {
    expect(refusalOf(outcome)).toMatchObject({ kind: "locked", exitCode: 3 });
  }
  expect(waits).toEqual([10_000, 10_000]);
});

test("a file that may not be read is left out, named, and the backup says it is not complete", async () => {
  const fixture = fixtureOf();
  const secret = `${fixture.deps.root.skillsDir}/by-hand/notes/deep/a.md`;
  const fs: FileSystem = {
    ...observedFileSystem(fixture.fs, () => {}),
    readFile: (path, limit) => {
      if (path === secret) throw new FileSystemError("permission-denied", "readFile", path);
      return fixture.fs.readFile(path, limit);
    },
  };
  const report = done(await backupsOf(fixture, fs).create());
  expect(report.complete).toBe(false);
  expect(report.left_out).toEqual([{ path: "skills/by-hand/notes/deep/a.md", kind: "unreadable" }]);
  const before = treesOf(fixture);
  writeText(fixture, `${fixture.deps.root.skillsDir}/by-hand/SKILL.md`, "changed");
  done(await backupsOf(fixture, fs).restore(report.path));
  expect(treesOf(fixture)).toEqual(before);
});

test("names that differ by case, devices, and other layouts' archives are left out and left alone", async () => {
  const fixture = fixtureOf();
  const { root } = fixture.deps;
  done(await createCurator(fixture.deps).archive("other"));
  seedTree(fixture.fs, root.base, {
    ".metis/skills/by-hand/README.md": "one",
    ".metis/skills/by-hand/readme.md": "two",
    ".metis/skills-archive/codex/thing-20260101T000000Z/SKILL.md": "another layout's",
    ".metis/skills-archive/stray.txt": "stray",
  });
  const report = await backUp(fixture);
  expect(report.left_out).toEqual([
    { path: "skills/by-hand/readme.md", kind: "name-collision" },
    { path: "archive/codex", kind: "no-archived-skill" },
    { path: "archive/stray.txt", kind: "no-archived-skill" },
  ]);
  const before = treesOf(fixture);
  writeText(fixture, `${root.skillsDir}/by-hand/SKILL.md`, "changed");
  await restoreFrom(fixture, report.path);
  expect(treesOf(fixture)).toEqual(before);
});

test("files that an agent rewrites while they are copied are copied anew; one that never rests is refused", async () => {
  const fixture = fixtureOf();
  const path = `${fixture.deps.root.skillsDir}/deploy-notes.md`;
  writeText(fixture, path, "0");
  let reads = 0;
  const restless = (until: number): FileSystem => ({
    ...observedFileSystem(fixture.fs, () => {}),
    readFile: (file, limit) => {
      const bytes = fixture.fs.readFile(file, limit);
      if (file === path && reads < until) {
        reads += 1;
        writeText(fixture, path, String(reads));
      }
      return bytes;
    },
  });
  const report = done(await backupsOf(fixture, restless(1)).create());
  expect(readText(fixture, `${report.path}/tree/skills/deploy-notes.md`)).toBe("1");
  reads = 10;
  const refused = refusalOf(await backupsOf(fixture, restless(1_000)).create());
  expect(refused).toMatchObject({ kind: "failed", exitCode: 1 });
  expect(Object.keys(fixture.fs.dump(BACKUPS)).filter((name) => name.includes(".metis-tmp-"))).toEqual([]);
});

test("a damaged state.json is backed up as it is, and its restore keeps the present state", async () => {
  const fixture = fixtureOf();
  const { root } = fixture.deps;
  done(await createCurator(fixture.deps).pin("by-hand"));
  const sound = readText(fixture, root.sidecarPath);
  writeText(fixture, root.sidecarPath, "{ torn");
  const report = await backUp(fixture);
  expect(readText(fixture, `${report.path}/tree/curator/state.json`)).toBe("{ torn");
  writeText(fixture, root.sidecarPath, sound);
  writeText(fixture, `${root.skillsDir}/by-hand/SKILL.md`, "changed");
  await restoreFrom(fixture, report.path);
  expect(JSON.parse(readText(fixture, root.sidecarPath)).skills["by-hand"].pinned).toBe(true);
});

test("files put into a backup, links in it and files exchanged for links are refused", async () => {
  const fixture = fixtureOf();
  const { fs } = fixture;
  const attacks: readonly ((path: string) => void)[] = [
    (path) => writeText(fixture, `${path}/tree/skills/by-hand/extra.md`, "x"),
    (path) => fs.symlink("/etc/passwd", `${path}/tree/skills/by-hand/link`),
    (path) => {
      fs.unlink(`${path}/tree/skills/by-hand/SKILL.md`);
      fs.symlink("/etc/passwd", `${path}/tree/skills/by-hand/SKILL.md`);
    },
    (path) => {
      fs.rename(`${path}/tree`, `${path}/elsewhere`);
      fs.symlink(`${path}/elsewhere`, `${path}/tree`);
    },
    (path) => {
      fs.rename(`${path}/tree/skills/ops`, `${path}/ops`);
      fs.symlink(`${path}/ops`, `${path}/tree/skills/ops`);
    },
    (path) => fs.unlink(`${path}/tree/skills/ops/deploy/SKILL.md`),
    (path) => writeText(fixture, `${path}/trace.db-wal`, "frames"),
    (path) => writeText(fixture, `${path}/trace.db`, "other"),
    (path) => fs.unlink(`${path}/trace.db`),
    (path) => fs.unlink(`${path}/manifest.json`),
  ];
  for (const [index, attack] of attacks.entries()) {
    const { path } = await backUp(fixture);
    attack(path);
    writeText(fixture, `${fixture.deps.root.skillsDir}/by-hand/SKILL.md`, `changed ${index}`);
    const before = JSON.stringify(fixture.fs.dump("/"));
    const refusal = refusalOf(await backupsOf(fixture).restore(path));
    expect(refusal.message).not.toContain("\n");
    expect(["damaged", "hostile", "not-a-backup"]).toContain(refusal.kind);
    expect(JSON.stringify(fixture.fs.dump("/"))).toBe(before);
  }
});

test("a backup that changes after it was verified changes nothing in the library", async () => {
  const fixture = fixtureOf();
  const { path } = await backUp(fixture);
  writeText(fixture, `${fixture.deps.root.skillsDir}/by-hand/SKILL.md`, "changed");
  const before = treesOf(fixture);
  const file = `${path}/tree/skills/by-hand/SKILL.md`;
  let reads = 0;
  const fs: FileSystem = {
    ...observedFileSystem(fixture.fs, () => {}),
    readFile: (one, limit) => {
      if (one === file) reads += 1;
      return one === file && reads > 1 ? new TextEncoder().encode("evil") : fixture.fs.readFile(one, limit);
    },
  };
  expect(refusalOf(await backupsOf(fixture, fs).restore(path)).kind).toBe("damaged");
  expect(treesOf(fixture)).toEqual(before);
  expect(existsAt(fixture.fs, `${fixture.deps.root.privateDir}/restoring`)).toBe(false);
});

test("read-only directories and modes come back", async () => {
  const fixture = fixtureOf();
  const { root } = fixture.deps;
  fixture.fs.chmod(`${root.skillsDir}/old-thing/references`, 0o555);
  fixture.fs.chmod(`${root.skillsDir}/old-thing`, 0o555);
  fixture.fs.chmod(`${root.skillsDir}/ops`, 0o700);
  const { path } = await backUp(fixture);
  const before = treesOf(fixture);
  fixture.fs.chmod(`${root.skillsDir}/old-thing`, 0o755);
  fixture.fs.chmod(`${root.skillsDir}/ops`, 0o755);
  const report = await restoreFrom(fixture, path);
  expect(treesOf(fixture)).toEqual(before);
  expect(report.restored).toEqual(["skills/old-thing", "skills/ops"]);
});

test("what a backup of this root that was killed left is swept by the next", async () => {
  const fixture = fixtureOf();
  const { path } = await backUp(fixture);
  const left = path.replace(/[^/]+$/, ".metis-tmp-backup-01X");
  fixture.fs.mkdir(left);
  writeText(fixture, `${left}/x`, "x");
  await backUp(fixture);
  expect(existsAt(fixture.fs, left)).toBe(false);
  expect(existsAt(fixture.fs, path)).toBe(true);
});

test("a directory that became a link, a file that became a directory: the link and the files move aside", async () => {
  const fixture = fixtureOf();
  const { fs, deps } = fixture;
  const { skillsDir } = deps.root;
  const before = treesOf(fixture);
  const { path } = await backUp(fixture);
  fs.rename(`${skillsDir}/ops`, "/home/ada/ops");
  fs.symlink("/home/ada/ops", `${skillsDir}/ops`);
  fs.unlink(`${skillsDir}/by-hand/notes/deep/a.md`);
  fs.mkdir(`${skillsDir}/by-hand/notes/deep/a.md`);
  writeText(fixture, `${skillsDir}/by-hand/notes/deep/a.md/inner`, "inner");
  const report = await restoreFrom(fixture, path);
  expect(treesOf(fixture)).toEqual(before);
  expect(fs.readlink(`${report.displaced_to}/skills/ops`)).toBe("/home/ada/ops");
  expect(readText(fixture, `${report.displaced_to}/skills/by-hand/notes/deep/a.md/inner`)).toBe("inner");
  expect(existsAt(fs, "/home/ada/ops/deploy/SKILL.md")).toBe(true);
});

test("a directory on the way that is swapped for a link while the restore runs is never written through", async () => {
  const fixture = fixtureOf();
  const { skillsDir } = fixture.deps.root;
  const { path } = await backUp(fixture);
  // A skill with a link inside is restored file by file, so its directories are on the way.
  fixture.fs.symlink("x", `${skillsDir}/by-hand/link`);
  writeText(fixture, `${skillsDir}/by-hand/notes/deep/a.md`, "changed");
  fixture.fs.mkdir("/outside");
  let swapped = false;
  const fs = observedFileSystem(fixture.fs, (operation, file) => {
    if (swapped || operation !== "mkdir" || !file.includes("/displaced/")) return;
    swapped = true;
    fixture.fs.rename(`${skillsDir}/by-hand/notes/deep`, "/home/ada/deep");
    fixture.fs.symlink("/outside", `${skillsDir}/by-hand/notes/deep`);
  });
  await backupsOf(fixture, fs).restore(path);
  expect(swapped).toBe(true);
  expect(Object.keys(fixture.fs.dump("/outside"))).toEqual([]);
});

test("a backup inside the workspace is made, with a word of warning", async () => {
  const fixture = fixtureOf();
  const report = await backUp(fixture, { out: "/home/ada/project/backup" });
  expect(report.notices[0]).toContain("keep it out of version control");
  expect((await backUp(fixture)).notices).toEqual([]);
});

test("a library with too many or too deep directories is refused, naming the limit", async () => {
  const fixture = fixtureOf();
  const deep = `${fixture.deps.root.skillsDir}/by-hand${"/d".repeat(70)}`;
  seedTree(fixture.fs, deep, { x: "x" });
  expect(refusalOf(await backupsOf(fixture).create())).toMatchObject({ kind: "too-large", exitCode: 3 });
});
