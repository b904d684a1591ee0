import { describe, expect, test } from "bun:test";
import {
  createCurator,
  type Outcome,
  readSidecar,
  rebuildSidecar,
  type SkillCurator,
  TraceError,
} from "@metis-curate/core";
import {
  agentSkill,
  type CuratorFixture,
  countingFileSystem,
  curatorFixture,
  editWith,
  mergeInto,
  rewriteAs,
  scriptedModel,
} from "@metis-curate/testkit";

async function done<T>(outcome: Promise<Outcome<T>>): Promise<T> {
  const settled = await outcome;
  if (!settled.ok) throw new Error(settled.refusal.message);
  return settled.value;
}

const run = (curator: SkillCurator) => done(curator.run({ trigger: "explicit_cli", yes: true }));

function twins(): CuratorFixture {
  const twin = (name: string) =>
    agentSkill(name, {
      body: "# Deploy",
      description: "Deploy the web app.",
      createdDaysAgo: 30,
      loadedDaysAgo: [1],
    });
  return curatorFixture({ skills: [twin("deploy-web-app"), twin("deploy-web-application")] });
}

function lastRunId({ trace }: CuratorFixture): string {
  return String(trace.events.findLast(({ type }) => type === "skill.curated")?.payload["curator_run_id"]);
}

test("an undo of the undo of a merge moves no skill that was never moved", async () => {
  const fixture = twins();
  const curator = createCurator(fixture.deps);
  const { curator_run_id: merge } = await run(curator);
  await done(curator.undo(merge));
  const both = (await done(curator.list())).skills;
  expect(both.map(({ name, origin, state }) => [name, origin, state])).toEqual([
    ["deploy-web-app", "auto_generated", "active"],
    ["deploy-web-application", "auto_generated", "active"],
  ]);
  expect(both[0]?.idle_days).toBe(1);
  const again = await done(curator.undo(lastRunId(fixture)));
  expect(again.left).toMatchObject([{ skill: "deploy-web-app", action: "restore" }]);
  expect((await done(curator.list())).skills[0]).toMatchObject({ name: "deploy-web-app", state: "active" });
  const { fs, deps, trace } = fixture;
  const found = readSidecar(fs, deps.root);
  expect(found.kind === "state" ? found.state.skills : {}).toEqual(
    rebuildSidecar(trace.events, deps.root).skills,
  );
});

test("a person's text does not become the curator's by restore --before and undo", async () => {
  const body = "# Tool\n\n1. call old_tool\n2. read\n3. write\n4. stop";
  const fixture = curatorFixture({
    skills: [agentSkill("tool", { body, createdDaysAgo: 30, loadedDaysAgo: [3, 2, 1], failedLoads: 3 })],
    model: scriptedModel({
      id: "scripted",
      free: true,
      answers: () => editWith("@@ -1,3 +1,3 @@\n # Tool\n \n-1. call old_tool\n+1. call new_tool\n"),
    }),
  });
  const { fs, deps, clock } = fixture;
  const curator = createCurator(deps);
  const reason = async () => (await done(curator.list())).skills[0]?.reason;
  await run(curator);
  clock.advanceDays(1);
  const file = `${deps.root.skillsDir}/tool/SKILL.md`;
  const text = `${new TextDecoder().decode(fs.readFile(file))}\nMine.\n`;
  fs.unlink(file);
  fs.writeNewFile(file, new TextEncoder().encode(text));
  expect(await reason()).toBe("hand-edited");
  await done(curator.restore("tool", { before: "2026-06-02T00:00:00Z" }));
  expect(await reason()).not.toBe("hand-edited");
  await done(curator.undo(lastRunId(fixture)));
  expect(new TextDecoder().decode(fs.readFile(file))).toBe(text);
  expect(await reason()).toBe("hand-edited");
});

test("an undo reads the trace once, however many acts it reverses", async () => {
  const scansOf = async (count: number) => {
    const skills = Array.from({ length: count }, (_, index) => agentSkill(`idle-${index}`));
    const fixture = curatorFixture({ skills });
    const { curator_run_id: id } = await run(createCurator(fixture.deps));
    let scans = 0;
    const trace: typeof fixture.trace = {
      ...fixture.trace,
      scan: (types, window) => {
        scans += 1;
        return window === undefined ? fixture.trace.scan(types) : fixture.trace.scan(types, window);
      },
    };
    const report = await done(createCurator({ ...fixture.deps, trace }).undo(id));
    expect(report.undone).toHaveLength(count);
    return scans;
  };
  expect(await scansOf(5)).toBe(await scansOf(1));
});

test("an undo reads no more files of a library for each act", async () => {
  const readsOf = async (others: number) => {
    const idle = ["idle-a", "idle-b", "idle-c"].map((name) => agentSkill(name));
    const used = Array.from({ length: others }, (_, n) =>
      agentSkill(`used-${n}`, { body: `# Used ${n}`, description: `d${n}`, loadedDaysAgo: [1] }),
    );
    const fixture = curatorFixture({ skills: [...idle, ...used] });
    const { curator_run_id: id } = await run(createCurator(fixture.deps));
    const fs = countingFileSystem(fixture.deps.fs);
    const { undone } = await done(createCurator({ ...fixture.deps, fs }).undo(id));
    expect(undone).toHaveLength(3);
    return fs.count("readFile");
  };
  expect((await readsOf(22)) - (await readsOf(2))).toBe(20);
});

test("undo puts no snapshot back that was changed in the archive since", async () => {
  const body = "# Tool\n\n1. call old_tool\n2. read\n3. write\n4. stop";
  const fixture = curatorFixture({
    skills: [agentSkill("tool", { body, createdDaysAgo: 30, loadedDaysAgo: [3, 2, 1], failedLoads: 3 })],
    model: scriptedModel({
      free: true,
      answers: () => editWith("@@ -1,3 +1,3 @@\n # Tool\n \n-1. call old_tool\n+1. call new_tool\n"),
    }),
  });
  const { fs, deps } = fixture;
  const curator = createCurator(deps);
  const { curator_run_id: id, actions } = await run(curator);
  const snapshot = `${deps.root.base}/${actions[0]?.["archive_path"]}SKILL.md`;
  const altered = new TextDecoder()
    .decode(fs.readFile(snapshot))
    .replace("description: ", "description: Not ");
  fs.unlink(snapshot);
  fs.writeNewFile(snapshot, new TextEncoder().encode(altered));
  const live = fs.readFile(`${deps.root.skillsDir}/tool/SKILL.md`);
  const { undone, left } = await done(curator.undo(id));
  expect(undone).toEqual([]);
  expect(left).toMatchObject([{ skill: "tool", action: "edit" }]);
  expect(left[0]?.message).toContain("was changed since; left as it is");
  expect(fs.readFile(`${deps.root.skillsDir}/tool/SKILL.md`)).toEqual(live);
});

describe("the undo of a merge", () => {
  const twin = (name: string, port: string) =>
    agentSkill(name, {
      body: `# Deploy\n\nRun it.\n\nSee references/${name}.md for ports.`,
      description: "Deploy the web app.",
      createdDaysAgo: 30,
      loadedDaysAgo: [1],
      files: { [`references/${name}.md`]: `${port}\n` },
    });
  const names = ["deploy-web-app", "deploy-web-application"];

  async function merged(newSkill: boolean) {
    const fixture = curatorFixture({
      skills: [twin("deploy-web-app", "80"), twin("deploy-web-application", "90")],
      model: scriptedModel({
        free: true,
        answers: ({ dossier }) =>
          dossier.purpose === "rewrite"
            ? rewriteAs(dossier.members.map(({ body }) => body).join("\n\n"))
            : newSkill
              ? mergeInto("deploy-web", names, { newSkill })
              : mergeInto("deploy-web-app", ["deploy-web-application"]),
      }),
    });
    const curator = createCurator(fixture.deps);
    const { curator_run_id: id } = await run(curator);
    const survivor = `${fixture.deps.root.skillsDir}/${newSkill ? "deploy-web" : "deploy-web-app"}`;
    const put = (path: string, text: string) => {
      if (fixture.fs.readdir(`${survivor}/references`).some(({ name }) => path.endsWith(name))) {
        fixture.fs.unlink(`${survivor}/${path}`);
      }
      fixture.fs.writeNewFile(`${survivor}/${path}`, new TextEncoder().encode(text));
    };
    return { fixture, undo: () => done(curator.undo(id)), put };
  }

  test.each([
    [false, "references/deploy-web-application.md", "deploy-web-app/references/deploy-web-application.md"],
    [true, "references/deploy-web-application.md", "deploy-web/references/deploy-web-application.md"],
    [true, "mine.md", "deploy-web/mine.md"],
  ])("into a new skill (%p) leaves it when %s is no longer as it was made", async (newSkill, path, named) => {
    const { undo, put, fixture } = await merged(newSkill);
    put(path, "mine\n");
    const { left, undone } = await undo();
    expect(left.map(({ action }) => action)).toEqual(["consolidate"]);
    expect(left[0]?.message).toBe(`${named} was changed since; left as it is`);
    expect(undone.every(({ action }) => action === "restore")).toBe(true);
    const live = `${fixture.deps.root.skillsDir}/${named}`;
    expect(new TextDecoder().decode(fixture.fs.readFile(live))).toBe("mine\n");
  });

  test.each([false, true])("into a new skill (%p) takes the copied files away again", async (newSkill) => {
    const { undo, fixture } = await merged(newSkill);
    expect((await undo()).left).toEqual([]);
    expect(Object.keys(fixture.fs.dump(fixture.deps.root.skillsDir)).sort()).toEqual([
      "deploy-web-app",
      "deploy-web-app/SKILL.md",
      "deploy-web-app/references",
      "deploy-web-app/references/deploy-web-app.md",
      "deploy-web-application",
      "deploy-web-application/SKILL.md",
      "deploy-web-application/references",
      "deploy-web-application/references/deploy-web-application.md",
    ]);
  });
});

test("a skill whose name differs from a live one by case alone comes back", async () => {
  const fixture = curatorFixture({ skills: [agentSkill("old-thing")] });
  const { fs, deps } = fixture;
  const twin = `${deps.root.skillsDir}/Old-Thing`;
  fs.mkdir(twin);
  fs.writeNewFile(
    `${twin}/SKILL.md`,
    new TextEncoder().encode("---\nname: Old-Thing\ndescription: A b.\n---\n"),
  );
  const before = fs.dump(deps.root.skillsDir);
  const curator = createCurator(deps);
  const { curator_run_id: id } = await run(curator);
  expect(fs.dump(deps.root.skillsDir)).not.toEqual(before);
  expect((await done(curator.undo(id))).left).toEqual([]);
  expect(fs.dump(deps.root.skillsDir)).toEqual(before);
});

test("an undo whose trace fails tries nothing more, and goes on where it stopped", async () => {
  const names = ["one", "two", "three"];
  const fixture = curatorFixture({
    skills: names.map((name) => agentSkill(name, { description: `About ${name}.` })),
  });
  const { fs, deps, trace } = fixture;
  const before = fs.dump(deps.root.skillsDir);
  const { curator_run_id: id } = await run(createCurator(deps));
  let appends = 0;
  const append: typeof trace.append = async (events, durability) => {
    appends += 1;
    if (appends === 2) throw new TraceError("io", "the trace failed");
    return await trace.append(events, durability);
  };
  const failing = Object.create(trace, { append: { value: append } });
  const report = await done(createCurator({ ...deps, trace: failing }).undo(id));
  expect(report.undone).toHaveLength(1);
  expect(report.left.map(({ message }) => message.includes("not tried"))).toEqual([false, true]);
  expect(appends).toBe(2);
  expect((await done(createCurator(deps).undo(id))).left).toEqual([]);
  expect(fs.dump(deps.root.skillsDir)).toEqual(before);
});
