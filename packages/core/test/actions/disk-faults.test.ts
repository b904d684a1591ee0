import { describe, expect, test } from "bun:test";
import { createCurator, type FileSystem, FileSystemError } from "@metis-curate/core";
import {
  agentSkill,
  busyAnswers,
  busyLibrary,
  Crash,
  type CuratorFixture,
  curatorFixture,
  effectRecorder,
  type FileSystemOperation,
  memoryLock,
  observedFileSystem,
  scriptedModel,
} from "@metis-curate/testkit";

const EXPLICIT = { trigger: "explicit_cli", yes: true } as const;

function paidModel() {
  return scriptedModel({ answers: ({ dossier }) => busyAnswers(dossier) });
}

/** Lets the first call that matches fail, as a disk does that has a bad moment. */
function failingOnce(failing: FileSystemOperation, where: RegExp): (fs: FileSystem) => FileSystem {
  let done = false;
  return (fs) =>
    observedFileSystem(fs, (operation, path) => {
      if (done || operation !== failing || !where.test(path)) return;
      done = true;
      throw new FileSystemError("io", operation, path);
    });
}

function again(fixture: CuratorFixture) {
  return createCurator({ ...fixture.deps, fs: fixture.fs, lock: memoryLock() });
}

describe("a state.json that cannot be written", () => {
  test("is noticed before anything is moved or paid", async () => {
    const model = paidModel();
    const fixture = curatorFixture({ skills: busyLibrary(), model });
    const { fs, trace, deps } = fixture;
    fs.mkdir(`${deps.root.base}/.metis/curator`);
    fs.chmod(`${deps.root.base}/.metis/curator`, 0o555);
    const [events, before] = [trace.events.length, fs.dump(deps.root.base)];
    const curator = createCurator(deps);
    for (const outcome of [
      await curator.run(EXPLICIT),
      await curator.archive("forgotten-report"),
      await curator.pin("fresh-idea"),
      await curator.pause(),
    ]) {
      expect(outcome).toMatchObject({ ok: false, refusal: { kind: "unwritable", exitCode: 3 } });
    }
    expect(model.requests).toEqual([]);
    expect(trace.events).toHaveLength(events);
    expect(fs.dump(deps.root.base)).toEqual(before);
    fs.chmod(`${deps.root.base}/.metis/curator`, 0o755);
    expect((await curator.archive("forgotten-report")).ok).toBe(true);
  });

  test("is proved without leaving a directory", async () => {
    const fixture = curatorFixture({ skills: busyLibrary() });
    const before = fixture.fs.dump(fixture.deps.root.base);
    expect((await createCurator(fixture.deps).pin("nobody")).ok).toBe(false);
    expect(fixture.fs.dump(fixture.deps.root.base)).toEqual(before);
  });

  test("becomes so in the middle of a run: the action in hand is not begun, the run has its end", async () => {
    const model = scriptedModel({
      answers: ({ dossier }) => {
        const name = dossier.purpose === "archive" ? dossier.skill.name : "";
        if (name === "kept-ledger") fixture.fs.chmod(`${fixture.deps.root.base}/.metis/curator`, 0o555);
        return busyAnswers(dossier);
      },
    });
    const fixture = curatorFixture({ skills: busyLibrary(), model });
    await createCurator(fixture.deps).pin("fresh-idea");
    const outcome = await createCurator(fixture.deps).run(EXPLICIT);
    expect(outcome).toMatchObject({ ok: true, value: { ended_early: "failed" } });
    expect(fixture.fs.dump(fixture.deps.root.skillsDir)["old/nested-relic"]).toBeDefined();
    fixture.fs.chmod(`${fixture.deps.root.base}/.metis/curator`, 0o755);
    const started = fixture.trace.events.filter(({ type }) => type === "curator.run_started");
    const finished = fixture.trace.events.filter(({ type }) => type === "curator.run_finished");
    expect(finished).toHaveLength(started.length);
    expect(await again(fixture).run(EXPLICIT)).toMatchObject({ ok: true, value: { ended_early: null } });
  });
});

test("a state.json that cannot be written at the very end of a run is behind until the next command", async () => {
  const fixture = curatorFixture({
    skills: [agentSkill("kept-ledger")],
    model: paidModel(),
    wrapFileSystem: failingOnce("rename", /state\.json\.tmp$/),
  });
  const outcome = await createCurator(fixture.deps).run(EXPLICIT);
  expect(outcome).toMatchObject({ ok: true, value: { throttled_reason: "completed", ended_early: null } });
  const { sidecarPath } = fixture.deps.root;
  expect(fixture.logger.messages("warning").join("\n")).toContain(`${sidecarPath} is behind`);
  expect((await again(fixture).pin("nobody")).ok).toBe(false);
  const state = JSON.parse(new TextDecoder().decode(fixture.fs.readFile(sidecarPath)));
  expect(state.last_curation_at_iso).toBe("2026-06-01T00:00:00Z");
});

test("a state.json in the making that a killed write left is swept by the next command", async () => {
  const fixture = curatorFixture({ skills: [agentSkill("fresh-idea", { createdDaysAgo: 5 })] });
  const { fs, deps } = fixture;
  const run = (recorded: Pick<CuratorFixture["deps"], "fs" | "trace">) =>
    createCurator({ ...deps, ...recorded }).run({ trigger: "scheduled" });
  const rehearsal = curatorFixture({ skills: [agentSkill("fresh-idea", { createdDaysAgo: 5 })] });
  const counter = effectRecorder({ fs: rehearsal.fs, trace: rehearsal.trace });
  await createCurator({ ...rehearsal.deps, fs: counter.fs, trace: counter.trace }).run({
    trigger: "scheduled",
  });
  const at = counter.log.findLastIndex((name) => /^writeNewFile .*state\.json\.tmp$/.test(name)) + 1;
  const cut = { at, mode: "crash-after" } as const;
  await expect(run(effectRecorder({ fs, trace: fixture.trace, cut }))).rejects.toBeInstanceOf(Crash);
  const temp = `${deps.root.sidecarPath}.tmp`.slice(1);
  expect(fs.dump("/")[temp]).toBeDefined();
  expect((await again(fixture).pin("nobody")).ok).toBe(false);
  expect(fs.dump("/")[temp]).toBeUndefined();
});

test("a support file that cannot be added leaves no empty directory behind", async () => {
  const fixture = curatorFixture({
    skills: busyLibrary(),
    model: paidModel(),
    wrapFileSystem: failingOnce("writeNewFile", /\/deploy-web-app\/references\/\.metis-tmp-/),
  });
  const before = fixture.fs.dump(`${fixture.deps.root.skillsDir}/deploy-web-app`);
  const outcome = await createCurator(fixture.deps).run(EXPLICIT);
  expect(outcome).toMatchObject({ ok: true, value: { errors: expect.any(Number) } });
  expect(fixture.fs.dump(`${fixture.deps.root.skillsDir}/deploy-web-app`)).toEqual(before);
});

describe("a disk error past the point of no return is finished by the next run", () => {
  test("a member of a merge that could not be moved", async () => {
    const fixture = curatorFixture({
      skills: busyLibrary(),
      model: paidModel(),
      wrapFileSystem: failingOnce("rename", /\/skills\/deploy-web-application$/),
    });
    const outcome = await createCurator(fixture.deps).run(EXPLICIT);
    expect(outcome).toMatchObject({ ok: true, value: { ended_early: "failed" } });
    const status = await again(fixture).status();
    expect(status).toMatchObject({ ok: true, value: { unfinished: 1 } });
    await again(fixture).run(EXPLICIT);
    const merged = fixture.trace.events.filter(({ payload }) => payload["action"] === "consolidate");
    expect(merged.find(({ payload }) => payload["skill_id"] === "deploy-web-app")?.payload).toMatchObject({
      consolidated_from: ["deploy-web-application"],
    });
    expect(fixture.fs.dump(fixture.deps.root.skillsDir)["deploy-web-application"]).toBeUndefined();
  });

  test.each([
    ["unlink", /\/deploy-web-app\/references\/ports\.md$/],
    ["rmdir", /\/deploy-web-app\/references$/],
  ] as const)("a file that an undo could not take away again (%s)", async (operation, path) => {
    const options = { skills: busyLibrary(), model: paidModel() };
    const rehearsal = curatorFixture(options);
    const before = rehearsal.fs.dump(`${rehearsal.deps.root.skillsDir}/deploy-web-app`);
    const fixture = curatorFixture({ ...options, wrapFileSystem: failingOnce(operation, path) });
    const ran = await createCurator({ ...fixture.deps, fs: fixture.fs }).run(EXPLICIT);
    const runId = ran.ok ? ran.value.curator_run_id : "";
    await createCurator(fixture.deps).undo(runId);
    await again(fixture).undo(runId);
    expect(fixture.fs.dump(`${fixture.deps.root.skillsDir}/deploy-web-app`)).toEqual(before);
  });
});
