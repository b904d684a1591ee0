import { beforeEach, describe, expect, test } from "bun:test";
import {
  agentSkill,
  type CuratorFixture,
  curatorFixture,
  manualSkill,
  sampleEvent,
} from "@metis-curate/testkit";
import { createCurator, createLibraryReader, type LibraryReader } from "../../src/index.ts";

const SECOND_US = 1_000_000;

let fixture: CuratorFixture;
let reader: LibraryReader;
let scans = 0;

beforeEach(() => {
  fixture = curatorFixture({
    skills: [agentSkill("deploy", { loadedDaysAgo: [1, 8] }), agentSkill("idle"), manualSkill("notes")],
  });
  const { trace } = fixture.deps;
  scans = 0;
  const counted: typeof trace = {
    ...trace,
    scan: (types, window) => {
      if (types.includes("curator.run_started")) scans += 1;
      return window === undefined ? trace.scan(types) : trace.scan(types, window);
    },
  };
  reader = createLibraryReader({ ...fixture.deps, trace: counted });
});

async function namesIn(): Promise<readonly string[]> {
  const health = await reader.health();
  if (!health.ok) throw new Error(health.refusal.message);
  return health.value.skills.map(({ name, pinned }) => (pinned ? `${name}!` : name));
}

describe("a library reader", () => {
  test("answers as the curator does, and writes nothing", async () => {
    const before = fixture.fs.dump("/");
    const curator = createCurator(fixture.deps);
    expect(await reader.list()).toEqual(await curator.list());
    expect(await reader.status()).toEqual(await curator.status());
    expect(await reader.explain("idle")).toEqual(await curator.explain("idle"));
    expect(await reader.history()).toEqual(await curator.history());
    const plan = await reader.plan();
    expect(fixture.fs.dump("/")).toEqual(before);
    expect(plan).toEqual(await curator.plan());
  });

  test("reads the root once for several reports, also at once", async () => {
    await Promise.all([reader.status(), reader.list(), reader.health(), reader.plan(), reader.history()]);
    await reader.health();
    expect(scans).toBe(1);
  });

  test("sees an event, a skill, an edit and a state that are new", async () => {
    expect(await namesIn()).toEqual(["deploy", "idle", "notes"]);
    const { fs, deps, trace } = fixture;
    await createCurator(deps).pin("idle");
    expect(await namesIn()).toEqual(["deploy", "idle!", "notes"]);

    fs.mkdir(`${deps.root.skillsDir}/fresh`);
    const text = "---\nname: fresh\ndescription: New.\n---\nBody\n";
    fs.writeNewFile(`${deps.root.skillsDir}/fresh/SKILL.md`, new TextEncoder().encode(text));
    expect(await namesIn()).toEqual(["deploy", "fresh", "idle!", "notes"]);

    fs.unlink(`${deps.root.skillsDir}/fresh/SKILL.md`);
    expect(await namesIn()).toEqual(["deploy", "idle!", "notes"]);

    const before = scans;
    const load = { skill_id: "deploy", root: deps.root.key, source: "workspace" };
    await trace.append(
      [sampleEvent("new", "skill.loaded", load, { timestampUs: fixture.clock.nowUs() })],
      "normal",
    );
    const health = await reader.health();
    expect(health.ok && health.value.skills[0]).toMatchObject({
      name: "deploy",
      loads_total: 3,
      idle_days: 0,
    });
    expect(scans).toBe(before + 1);
  });

  test("reads anew after five seconds", async () => {
    await reader.status();
    fixture.clock.advanceUs(5 * SECOND_US);
    await reader.status();
    expect(scans).toBe(1);
    fixture.clock.advanceUs(1);
    await reader.status();
    expect(scans).toBe(2);
  });

  test("holds no refusal", async () => {
    const { fs, deps } = fixture;
    const state = deps.root.sidecarPath;
    await createCurator(deps).pin("idle");
    const good = fs.readFile(state);
    fs.unlink(state);
    fs.writeNewFile(state, new TextEncoder().encode('{"schema_version":"9","skills":{}}'));
    expect(await reader.status()).toMatchObject({ ok: false, refusal: { kind: "other-version" } });
    fs.unlink(state);
    fs.writeNewFile(state, good);
    expect((await reader.status()).ok).toBe(true);
  });

  test("counts live, pinned and archived skills, whatever was loaded", async () => {
    const curator = createCurator(fixture.deps);
    expect(await reader.counts()).toEqual({ ok: true, value: { pinned: 0, archived: 0, active: 3 } });
    await curator.pin("notes");
    await curator.archive("idle");
    expect(await reader.counts()).toEqual({ ok: true, value: { pinned: 1, archived: 1, active: 2 } });
    await curator.restore("idle");
    expect(await reader.counts()).toEqual({ ok: true, value: { pinned: 1, archived: 0, active: 3 } });
  });

  test("reads a skill's text, live or archived, and no other file", async () => {
    const read = async (name: string) => {
      const source = await reader.readSkill(name);
      return source.ok ? source.value : source.refusal;
    };
    expect(await read("deploy")).toMatchObject({
      archived: false,
      text: expect.stringContaining("name: deploy"),
    });
    await createCurator(fixture.deps).archive("idle");
    expect(await read("idle")).toMatchObject({ archived: true, text: expect.stringContaining("name: idle") });
    for (const name of ["absent", "", "..", "../..", "deploy/SKILL.md"]) expect(await read(name)).toBeNull();
  });

  test("a skill's file that leads out of the root is not shown", async () => {
    const { fs, deps } = fixture;
    const file = `${deps.root.skillsDir}/deploy/SKILL.md`;
    await reader.health();
    fs.writeNewFile("/home/ada/private.md", new TextEncoder().encode("private"));
    fs.unlink(file);
    fs.symlink("/home/ada/private.md", file);
    const source = await reader.readSkill("deploy");
    expect(JSON.stringify(source)).not.toContain("private");
  });
});
