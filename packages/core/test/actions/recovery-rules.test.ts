import { describe, expect, test } from "bun:test";
import { createCurator, decodeIntent, type Intent, intentsDir } from "@metis-curate/core";
import {
  agentSkill,
  Crash,
  type CuratorFixture,
  curatorFixture,
  dumpTree,
  editWith,
  effectRecorder,
  manualSkill,
  memoryLock,
  memoryTraceStore,
  scriptedModel,
} from "@metis-curate/testkit";

const SKILLS = [agentSkill("old-thing"), agentSkill("other")];

/** An archive that was killed before, or right after, its directory moved. */
async function killedArchive(mode: "crash-before" | "crash-after"): Promise<CuratorFixture> {
  const rehearsal = curatorFixture({ skills: SKILLS });
  const counter = effectRecorder(rehearsal);
  await createCurator({ ...rehearsal.deps, fs: counter.fs, trace: counter.trace }).archive("old-thing");
  const at = counter.log.findIndex((name) => /^rename .*\/skills\/old-thing$/.test(name)) + 1;
  const fixture = curatorFixture({ skills: SKILLS });
  const recorder = effectRecorder({ fs: fixture.fs, trace: fixture.trace, cut: { at, mode } });
  const killed = createCurator({ ...fixture.deps, fs: recorder.fs, trace: recorder.trace }).archive(
    "old-thing",
  );
  await expect(killed).rejects.toBeInstanceOf(Crash);
  return fixture;
}

function reopened(fixture: CuratorFixture, parts: Partial<CuratorFixture["deps"]> = {}) {
  return createCurator({ ...fixture.deps, lock: memoryLock(), ...parts });
}

function intentFile({ fs, deps }: CuratorFixture): string {
  const [entry] = fs.readdir(intentsDir(deps.root));
  return `${intentsDir(deps.root)}/${entry?.name}`;
}

function rewriteIntent(fixture: CuratorFixture, change: (intent: Intent) => unknown): void {
  const path = intentFile(fixture);
  const intent = decodeIntent(new TextDecoder().decode(fixture.fs.readFile(path)));
  if (intent === null) throw new Error("no intent to change");
  rewriteText(fixture, JSON.stringify(change(intent)));
}

function rewriteText(fixture: CuratorFixture, text: string): void {
  const path = intentFile(fixture);
  fixture.fs.unlink(path);
  fixture.fs.writeNewFile(path, new TextEncoder().encode(text));
}

function asideOf({ fs, deps }: CuratorFixture): readonly string[] {
  return fs.readdir(`${deps.root.privateDir}/aside`).map(({ name }) => name);
}

describe("an unfinished action", () => {
  test("is named by reading commands, which leave it alone", async () => {
    const fixture = await killedArchive("crash-after");
    const before = fixture.fs.dump("/");
    const list = await reopened(fixture).list();
    expect(list.ok && list.value.unfinished).toBe(1);
    const status = await reopened(fixture).status();
    expect(status.ok && status.value.notices.join()).toContain("1 unfinished action");
    expect(fixture.fs.dump("/")).toEqual(before);
  });

  test("that landed is finished with exactly one event, and the report says so", async () => {
    const fixture = await killedArchive("crash-after");
    const run = await reopened(fixture).run({ trigger: "explicit_cli", yes: true });
    expect(run.ok && run.value.notices.join()).toContain(
      "finished what a killed run had begun: archive old-thing",
    );
    const archives = fixture.trace.events.filter(
      ({ type, payload }) => type === "skill.curated" && payload["skill_id"] === "old-thing",
    );
    expect(archives.map(({ payload }) => payload["action"])).toEqual(["archive"]);
  });

  test("that had not begun is forgotten", async () => {
    const fixture = await killedArchive("crash-before");
    const skills = dumpTree(fixture.fs, fixture.deps.root.skillsDir);
    await reopened(fixture).resume();
    expect(dumpTree(fixture.fs, fixture.deps.root.skillsDir)).toEqual(skills);
    expect(fixture.fs.readdir(intentsDir(fixture.deps.root))).toEqual([]);
  });

  test("is refused with another database, and waits for the right one", async () => {
    const fixture = await killedArchive("crash-after");
    const before = fixture.fs.dump("/");
    const answer = await reopened(fixture, { trace: memoryTraceStore() }).pin("other");
    expect(answer.ok ? null : answer.refusal).toMatchObject({ kind: "unfinished", exitCode: 3 });
    expect(answer.ok ? "" : answer.refusal.message).toContain("--db-path");
    expect(fixture.fs.dump("/")).toEqual(before);
    expect((await reopened(fixture).pin("other")).ok).toBe(true);
  });

  test("begun on an empty trace is refused with a database at another path", async () => {
    const fixture = curatorFixture({ skills: [manualSkill("by-hand")] });
    const rehearsal = curatorFixture({ skills: [manualSkill("by-hand")] });
    const counter = effectRecorder(rehearsal);
    const archive = (deps: CuratorFixture["deps"]) => createCurator(deps).archive("by-hand", { force: true });
    await archive({ ...rehearsal.deps, fs: counter.fs, trace: counter.trace });
    const at = counter.log.findIndex((name) => name.startsWith("append")) + 1;
    const recorder = effectRecorder({
      fs: fixture.fs,
      trace: fixture.trace,
      cut: { at, mode: "crash-before" },
    });
    const killed = archive({ ...fixture.deps, fs: recorder.fs, trace: recorder.trace });
    await expect(killed).rejects.toBeInstanceOf(Crash);
    const elsewhere = memoryTraceStore();
    const trace = { ...elsewhere, info: async () => ({ ...(await elsewhere.info()), path: "/another.db" }) };
    const answer = await reopened(fixture, { trace }).resume();
    expect(answer.ok ? null : answer.refusal.kind).toBe("unfinished");
    expect(elsewhere.events).toEqual([]);
    expect((await reopened(fixture).resume()).ok).toBe(true);
    expect(fixture.trace.events.map(({ type }) => type)).toEqual(["skill.curated"]);
  });

  test("whose skill fits neither side is set aside, and nothing of it is touched", async () => {
    const fixture = await killedArchive("crash-before");
    const { fs, deps } = fixture;
    fs.writeNewFile(`${deps.root.skillsDir}/old-thing/notes.md`, new TextEncoder().encode("new\n"));
    const skills = dumpTree(fs, deps.root.skillsDir);
    expect((await reopened(fixture).pin("old-thing")).ok).toBe(true);
    expect(asideOf(fixture)).toHaveLength(1);
    expect(dumpTree(fs, deps.root.skillsDir)).toEqual(skills);
    expect(fixture.logger.messages("warning").join()).toContain("fits nothing on disk");
  });

  test("that moved a directory which changed on the way is moved back", async () => {
    const fixture = await killedArchive("crash-after");
    const { fs, deps } = fixture;
    const [archived] = fs.readdir(deps.root.archiveDir);
    fs.writeNewFile(`${deps.root.archiveDir}/${archived?.name}/late.md`, new TextEncoder().encode("late\n"));
    await reopened(fixture).resume();
    expect(Object.keys(dumpTree(fs, deps.root.skillsDir))).toContain("old-thing/late.md");
    expect(fs.readdir(deps.root.archiveDir)).toEqual([]);
  });
});

describe("a record that cannot be trusted is set aside", () => {
  const TAMPERED: readonly (readonly [string, (intent: Intent) => unknown])[] = [
    ["of another root", (intent) => ({ ...intent, rootKey: "metis:global" })],
    ["of a later version", (intent) => ({ ...intent, version: 2 })],
    ["with an unknown step", (intent) => ({ ...intent, steps: [{ kind: "delete", skill: "other" }] })],
    [
      "with a place outside",
      (intent) => ({
        ...intent,
        steps: intent.steps.map((step) =>
          step.kind === "move-tree" ? { ...step, to: { area: "archive", path: "../../../../etc" } } : step,
        ),
      }),
    ],
    ["with an id that is a path", (intent) => ({ ...intent, id: "../../x" })],
  ];
  for (const [name, change] of TAMPERED) {
    test(name, async () => {
      const fixture = await killedArchive("crash-before");
      rewriteIntent(fixture, change);
      const skills = dumpTree(fixture.fs, fixture.deps.root.skillsDir);
      expect((await reopened(fixture).pin("other")).ok).toBe(true);
      expect(asideOf(fixture)).toHaveLength(1);
      expect(dumpTree(fixture.fs, fixture.deps.root.skillsDir)).toEqual(skills);
    });
  }

  for (const text of ["", "{", "null", "[]", "\u0000", '{"version":1}']) {
    test(`torn: ${JSON.stringify(text)}`, async () => {
      const fixture = await killedArchive("crash-before");
      rewriteText(fixture, text);
      expect((await reopened(fixture).pin("other")).ok).toBe(true);
      expect(asideOf(fixture)).toHaveLength(1);
    });
  }
});

test("an edit whose staged bytes were damaged is set aside, and the skill stays as it was", async () => {
  const options = {
    skills: [
      agentSkill("tool", {
        body: "# Tool\n\n1. call old_tool\n2. read\n3. write\n4. stop",
        createdDaysAgo: 30,
        loadedDaysAgo: [3, 2, 1],
        failedLoads: 3,
      }),
    ],
    model: scriptedModel({
      id: "scripted",
      free: true,
      answers: () => editWith("@@ -1,3 +1,3 @@\n # Tool\n \n-1. call old_tool\n+1. call new_tool\n"),
    }),
  };
  const run = { trigger: "explicit_cli", yes: true } as const;
  const rehearsal = curatorFixture(options);
  const counter = effectRecorder(rehearsal);
  await createCurator({ ...rehearsal.deps, fs: counter.fs, trace: counter.trace }).run(run);
  const at = counter.log.findIndex((name) => /^rename .*\/skills-archive\/\.metis-tmp-/.test(name)) + 1;
  const fixture = curatorFixture(options);
  const recorder = effectRecorder({ fs: fixture.fs, trace: fixture.trace, cut: { at, mode: "crash-after" } });
  const killed = createCurator({ ...fixture.deps, fs: recorder.fs, trace: recorder.trace }).run(run);
  await expect(killed).rejects.toBeInstanceOf(Crash);

  const { fs, deps } = fixture;
  const staging = `${deps.root.privateDir}/staging`;
  const [id] = fs.readdir(staging);
  const staged = `${staging}/${id?.name}/1`;
  fs.unlink(staged);
  fs.writeNewFile(staged, new TextEncoder().encode("something else"));
  const skills = dumpTree(fs, deps.root.skillsDir);
  expect((await reopened(fixture).pin("tool")).ok).toBe(true);
  expect(asideOf(fixture)).toHaveLength(1);
  expect(dumpTree(fs, deps.root.skillsDir)).toEqual(skills);
});
