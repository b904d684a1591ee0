import { Database } from "bun:sqlite";
import { afterEach, beforeEach, expect, test } from "bun:test";
import { existsSync, mkdirSync, readdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { nodeFileSystem } from "@metis-curate/adapters";
import type { BackupReport, RestoreBackupReport } from "@metis-curate/core";
import { dumpTree } from "@metis-curate/testkit";
import { smallLibrary } from "./support/libraries.ts";
import { linesOf, type Ran, runInProcess } from "./support/real-cli.ts";
import { createSandbox, type Sandbox } from "./support/sandbox.ts";

let box: Sandbox;

beforeEach(async () => {
  box = createSandbox();
  await box.addLibrary({ skills: smallLibrary() });
});

afterEach(() => box.dispose());

const ws = (...argv: readonly string[]): Promise<Ran> => runInProcess(box, ["ws", ...argv]);
const skillsDir = (): string => join(box.workspace, ".metis/skills");

async function json<T>(...argv: readonly string[]): Promise<T> {
  const ran = await ws(...argv, "--json");
  expect(ran.stderr).toBe("");
  return JSON.parse(ran.stdout);
}

function loseTheTrace(): void {
  for (const suffix of ["", "-wal", "-shm"]) rmSync(box.database + suffix, { force: true });
}

test("a workspace and a trace that are gone come back, and the next run goes on", async () => {
  await ws("pin", "by-hand");
  const before = box.dump();
  const events = box.events();
  const backup = await json<BackupReport>("backup");
  expect(backup).toMatchObject({ complete: true, left_out: [] });
  expect(backup.path).toStartWith(join(box.home, ".metis/curator/backups/metis-"));
  rmSync(join(box.workspace, ".metis"), { recursive: true });
  rmSync(join(box.home, ".metis/curator/roots"), { recursive: true });
  loseTheTrace();
  const report = await json<RestoreBackupReport>("restore-backup", backup.path);
  expect(report.trace).toEqual({ mode: "put-back", events_added: 0, path: box.database });
  expect(box.dump()).toEqual(before);
  expect(box.events().slice(0, events.length)).toEqual([...events]);
  const run = await ws("--model", "rules", "--yes");
  expect(run.exitCode).toBe(0);
  expect(existsSync(join(skillsDir(), "by-hand/SKILL.md"))).toBe(true);
  const doctor = await ws("doctor");
  expect(doctor.exitCode).toBe(0);
});

test("a shared trace keeps what other libraries wrote since", async () => {
  const other = join(box.home, "other");
  await box.addLibrary({ skills: smallLibrary(), workspace: other });
  const { path } = await json<BackupReport>("backup");
  await runInProcess(box, ["other", "pin", "old-thing"]);
  await ws("archive", "old-thing");
  const ids = box.events().map(({ id }) => id);
  const { trace } = await json<RestoreBackupReport>("restore-backup", path);
  expect(trace).toMatchObject({ mode: "merged", events_added: 0 });
  const now = box.events();
  expect(now.slice(0, ids.length).map(({ id }) => id)).toEqual(ids);
  expect(now.slice(ids.length).map(({ type }) => type)).toEqual(["skill.curated", "curator.restored"]);
  expect(existsSync(join(skillsDir(), "old-thing/SKILL.md"))).toBe(true);
});

test("events that a trace lost come back in order, once", async () => {
  await ws("pin", "by-hand");
  const all = box.events();
  const { path } = await json<BackupReport>("backup");
  const database = new Database(box.database);
  database.exec("DELETE FROM events");
  database.close();
  const { trace } = await json<RestoreBackupReport>("restore-backup", path);
  expect(trace).toMatchObject({ mode: "merged", events_added: all.length });
  expect(box.events().slice(0, all.length)).toEqual([...all]);
});

test("links, .git, environments and packages are listed, left out, and stay where they are", async () => {
  const skill = join(skillsDir(), "fresh-thing");
  mkdirSync(join(skill, ".git/objects"), { recursive: true });
  writeFileSync(join(skill, ".git/HEAD"), "ref: refs/heads/main\n");
  mkdirSync(join(skill, "env"));
  writeFileSync(join(skill, "env/pyvenv.cfg"), "home = /usr/bin\n");
  mkdirSync(join(skill, "node_modules/x"), { recursive: true });
  symlinkSync("/etc/hostname", join(skill, "outside"));
  const { path, left_out: leftOut } = await json<BackupReport>("backup");
  expect(leftOut).toEqual([
    { path: "skills/fresh-thing/.git", kind: "excluded" },
    { path: "skills/fresh-thing/env", kind: "excluded" },
    { path: "skills/fresh-thing/node_modules", kind: "excluded" },
    { path: "skills/fresh-thing/outside", kind: "link" },
  ]);
  const before = box.dump();
  writeFileSync(join(skill, "SKILL.md"), "damaged");
  writeFileSync(join(skill, "more.md"), "more");
  const report = await json<RestoreBackupReport>("restore-backup", path);
  expect(box.dump()).toEqual(before);
  expect(report.restored).toEqual(["skills/fresh-thing/SKILL.md"]);
  expect(report.displaced).toEqual(["skills/fresh-thing/more.md"]);
  const text = linesOf((await ws("backup")).stdout);
  expect(text).toContain("- skills/fresh-thing/outside: a link, never followed");
});

test("--out takes a directory or a new name, and never a place inside the library", async () => {
  const disk = join(box.home, "disk");
  mkdirSync(disk);
  const inside = await json<BackupReport>("backup", "--out", "disk");
  expect(inside.path).toStartWith(`${disk}/metis-`);
  const named = await json<BackupReport>("backup", "--out", "disk/monday", "--no-trace");
  expect(named).toMatchObject({ path: join(disk, "monday"), trace_bytes: null });
  expect((await ws("backup", "--out", "disk/monday/manifest.json")).exitCode).toBe(2);
  const wrong = await ws("backup", "--out", join(skillsDir(), "mine"));
  expect(wrong.exitCode).toBe(2);
  expect(linesOf(wrong.stderr)).toHaveLength(1);
  expect(readdirSync(disk).filter((name) => name.startsWith("."))).toEqual([]);
  const fromName = await json<RestoreBackupReport>("restore-backup", "disk/monday");
  expect(fromName.curator_run_id).toBeNull();
});

test("no backup lands where the archive would be, or among the curator's own files, by any name", async () => {
  await ws("resume");
  const roots = join(box.home, ".metis/curator/roots");
  const key = readdirSync(roots)[0] ?? "";
  symlinkSync(roots, join(box.home, "alias"));
  rmSync(join(box.workspace, ".metis/skills-archive"), { recursive: true, force: true });
  const archive = join(box.workspace, ".metis/skills-archive");
  for (const out of [
    archive,
    join(archive, "b"),
    join(roots, key),
    join(roots, key, "staging/b"),
    "alias/b",
  ]) {
    const ran = await ws("backup", "--out", out);
    expect(ran.exitCode, out).toBe(2);
    expect(ran.stderr, out).toContain("name another place");
  }
  expect(existsSync(archive)).toBe(false);
});

test("a library above the limit is refused in one line that names the flag", async () => {
  const ran = await ws("backup", "--max-bytes", "100");
  expect(ran.exitCode).toBe(3);
  expect(ran.stderr).toContain("--max-bytes");
  expect(linesOf(ran.stderr)).toHaveLength(1);
});

test("what is no backup, another library's, or damaged is one line, and changes nothing", async () => {
  const other = join(box.home, "other");
  await box.addLibrary({ skills: smallLibrary(), workspace: other });
  const foreign = JSON.parse((await runInProcess(box, ["other", "backup", "--json"])).stdout) as BackupReport;
  const own = await json<BackupReport>("backup");
  writeFileSync(join(own.path, "tree/skills/by-hand/SKILL.md"), "other bytes");
  const before = dumpTree(nodeFileSystem(), box.home);
  const cases: readonly (readonly [string, number, string])[] = [
    ["nowhere", 2, "/nowhere has no manifest.json"],
    ["ws", 2, "/ws has no manifest.json"],
    [foreign.path, 3, "backup of the library metis:"],
    [own.path, 3, "skills/by-hand/SKILL.md"],
  ];
  for (const [path, exitCode, words] of cases) {
    const ran = await ws("restore-backup", path);
    expect(ran.exitCode).toBe(exitCode);
    expect(ran.stderr).toContain(words);
    expect(linesOf(ran.stderr)).toHaveLength(1);
  }
  expect(dumpTree(nodeFileSystem(), box.home)).toEqual(before);
});

test("the global library is backed up without the backups themselves", async () => {
  await box.addLibrary({ skills: smallLibrary(), scope: "global" });
  const first = JSON.parse((await runInProcess(box, ["--global", "backup", "--json"])).stdout);
  const second = JSON.parse((await runInProcess(box, ["--global", "backup", "--json"])).stdout);
  expect(second.files).toBe(first.files);
  const ran = await runInProcess(box, ["--global", "restore-backup", first.path, "--json"]);
  expect(JSON.parse(ran.stdout)).toMatchObject({ restored: [], displaced: [] });
});
