import { expect, test } from "bun:test";
import { createCurator, createRootBackups } from "@metis-curate/core";
import {
  Crash,
  type CuratorFixture,
  effectRecorder,
  memoryLock,
  memoryTraceStore,
} from "@metis-curate/testkit";
import {
  backUp,
  backupDeps,
  done,
  existsAt,
  fixtureOf,
  readText,
  refusalOf,
  reopened,
  treesOf,
  writeText,
} from "./backup-world.ts";

interface Cut {
  readonly fixture: CuratorFixture;
  readonly target: ReturnType<typeof treesOf>;
  readonly journal: string;
}

/** A restore that was killed right after its record was written and one skill had moved. */
async function cutRestore(): Promise<Cut> {
  const fixture = fixtureOf();
  const { path } = await backUp(fixture);
  const target = treesOf(fixture);
  for (const skill of ["old-thing", "other"]) {
    writeText(fixture, `${fixture.deps.root.skillsDir}/${skill}/SKILL.md`, "changed");
  }
  const journal = `${fixture.deps.root.privateDir}/restore.json`;
  let moved = 0;
  const recorder = effectRecorder({
    fs: fixture.fs,
    trace: fixture.trace,
    meanwhile: () => {
      if (existsAt(fixture.fs, journal)) moved += 1;
      if (moved === 8) throw new Crash("killed");
    },
  });
  const backups = createRootBackups(backupDeps(fixture, { fs: recorder.fs, trace: recorder.trace }));
  await expect(backups.restore(path)).rejects.toThrow("killed");
  return { fixture: { ...fixture, deps: { ...fixture.deps, lock: memoryLock() } }, target, journal };
}

test("a cut restore is one unfinished action to those who look, and nobody of them touches it", async () => {
  const { fixture, journal } = await cutRestore();
  const before = fixture.fs.dump(fixture.deps.root.base);
  const curator = createCurator(fixture.deps);
  expect(done(await curator.status()).unfinished).toBe(1);
  expect(done(await curator.list()).unfinished).toBe(1);
  expect(done(await curator.plan()).notices.join(" ")).toContain("1 unfinished action");
  expect(fixture.fs.dump(fixture.deps.root.base)).toEqual(before);
  expect(existsAt(fixture.fs, journal)).toBe(true);
});

test("the next run finishes it first and says so", async () => {
  const { fixture, target } = await cutRestore();
  const report = done(await reopened(fixture).run({ trigger: "explicit_cli", yes: true }));
  expect(report.notices.join("\n")).toContain("finished the restore from ");
  expect(report.actions).toEqual([]);
  expect(treesOf(fixture)).toEqual(target);
});

test("a backup finishes it first", async () => {
  const { fixture, target } = await cutRestore();
  const report = await backUp(fixture);
  expect(report.notices).toHaveLength(1);
  expect(treesOf(fixture)).toEqual(target);
});

test("it is refused with another trace, and waits for its own", async () => {
  const { fixture, target, journal } = await cutRestore();
  const before = fixture.fs.dump("/home/ada/project");
  const other = createCurator({ ...fixture.deps, trace: memoryTraceStore() });
  expect(refusalOf(await other.pin("deploy"))).toMatchObject({ kind: "unfinished", exitCode: 3 });
  expect(fixture.fs.dump("/home/ada/project")).toEqual(before);
  expect(existsAt(fixture.fs, journal)).toBe(true);
  done(await createCurator(fixture.deps).pin("deploy"));
  expect(treesOf(fixture)).toEqual(target);
});

test("a record that is not readable, or of another root, is set aside, and what was moved stays where it says", async () => {
  for (const damage of ["{", "[]", '{"version":1}', null]) {
    const { fixture, journal } = await cutRestore();
    const { root } = fixture.deps;
    const text = damage ?? readText(fixture, journal).replace(root.key, "metis:other");
    writeText(fixture, journal, text);
    const moved = fixture.fs.dump(`${root.privateDir}/displaced`);
    done(await createCurator(fixture.deps).pin("deploy"));
    expect(existsAt(fixture.fs, journal)).toBe(false);
    const [kept] = fixture.fs.readdir(`${root.privateDir}/aside`);
    expect(readText(fixture, `${root.privateDir}/aside/${kept?.name}`)).toBe(text);
    expect(fixture.fs.dump(`${root.privateDir}/displaced`)).toEqual(moved);
    expect(fixture.logger.messages("warning").join("\n")).toContain("displaced");
  }
});

test("when its staged files are damaged it is taken back", async () => {
  const { fixture, target } = await cutRestore();
  const { root } = fixture.deps;
  const dump = fixture.fs.dump(`${root.privateDir}/restoring`);
  for (const [path, { kind }] of Object.entries(dump)) {
    if (kind === "file") writeText(fixture, `${root.privateDir}/restoring/${path}`, "damaged");
  }
  done(await createCurator(fixture.deps).pin("deploy"));
  expect(treesOf(fixture)).not.toEqual(target);
  for (const skill of ["old-thing", "other"]) {
    expect(readText(fixture, `${root.skillsDir}/${skill}/SKILL.md`)).toBe("changed");
  }
});

test("an action that was cut is finished before the library is backed up", async () => {
  const fixture = fixtureOf();
  const { skillsDir } = fixture.deps.root;
  const recorder = effectRecorder({
    fs: fixture.fs,
    trace: fixture.trace,
    meanwhile: () => {
      if (!existsAt(fixture.fs, `${skillsDir}/old-thing`)) throw new Crash("killed");
    },
  });
  const cut = createCurator({ ...fixture.deps, fs: recorder.fs, trace: recorder.trace });
  await expect(cut.archive("old-thing")).rejects.toThrow("killed");
  const report = await backUp({ ...fixture, deps: { ...fixture.deps, lock: memoryLock() } });
  expect(report.notices).toEqual(["finished what a killed run had begun: archive old-thing"]);
  const state = JSON.parse(readText(fixture, `${report.path}/tree/curator/state.json`));
  const archived = state.skills["old-thing"].archives[0].id;
  expect(existsAt(fixture.fs, `${report.path}/tree/archive/${archived}/SKILL.md`)).toBe(true);
});

test("what is no file cannot be the record of a restore: it is set aside, and acts go on", async () => {
  const fixture = fixtureOf();
  await backUp(fixture);
  fixture.fs.mkdir(`${fixture.deps.root.privateDir}/restore.json`);
  expect((await createCurator(fixture.deps).pause()).ok).toBe(true);
  expect(existsAt(fixture.fs, `${fixture.deps.root.privateDir}/restore.json`)).toBe(false);
});
