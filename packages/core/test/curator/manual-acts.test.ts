import { describe, expect, test } from "bun:test";
import { createCurator } from "@metis-curate/core";
import {
  agentSkill,
  curatorFixture,
  editWith,
  manualSkill,
  mergeInto,
  rewriteAs,
  scriptedModel,
  seedTree,
} from "@metis-curate/testkit";
import {
  acts,
  done,
  eventsOf,
  existsAt,
  expectSound,
  idle,
  payloadsOf,
  reasonsOf,
  refusalOf,
  runNow,
  sidecarText,
  signalsOf,
  skillsDump,
  used,
  writeText,
} from "./curator-world.ts";

const SKILLS = "/home/ada/project/.metis/skills";

describe("pin and unpin", () => {
  test("S1 15: pin and unpin update the sidecar and emit a manual skill.curated without a call", async () => {
    const model = scriptedModel({ answers: [] });
    const fixture = curatorFixture({ skills: [manualSkill("by-hand")], model });
    const curator = createCurator(fixture.deps);
    done(await curator.pin("by-hand"));
    expect(JSON.parse(sidecarText(fixture) ?? "").skills["by-hand"].pinned).toBe(true);
    done(await curator.unpin("by-hand"));
    expect(sidecarText(fixture)).toBeNull();
    expect(payloadsOf(fixture, "skill.curated")).toMatchObject([
      { action: "pin", curator_kind: "manual", curator_cost_usd: "0" },
      { action: "unpin", curator_kind: "manual", curator_cost_usd: "0" },
    ]);
    expect(model.requests).toEqual([]);
    expect(eventsOf(fixture, "curator.run_started")).toEqual([]);
    expectSound(fixture);
  });

  test("an unknown skill leaves no ghost", async () => {
    const fixture = curatorFixture({ skills: [idle("alpha")] });
    const curator = createCurator(fixture.deps);
    const events = fixture.trace.events.length;
    for (const outcome of [
      await curator.pin("alpah"),
      await curator.unpin("alpah"),
      await curator.adopt("alpah"),
      await curator.disown("alpah"),
      await curator.archive("alpah"),
      await curator.restore("alpah"),
    ]) {
      expect(refusalOf(outcome)).toMatchObject({ kind: "unknown-skill", exitCode: 2 });
      expect(refusalOf(outcome).message).toContain("alpha");
    }
    expect(fixture.trace.events).toHaveLength(events);
    expect(sidecarText(fixture)).toBeNull();
  });

  test("a skill whose file cannot be loaded is refused with what is wrong with it", async () => {
    const fixture = curatorFixture({ skills: [idle("alpha"), idle("broken")] });
    const path = `${fixture.deps.root.skillsDir}/broken/SKILL.md`;
    writeText(fixture, path, "---\nname: broken\n---\n\nNo description.\n");
    const curator = createCurator(fixture.deps);
    for (const outcome of [await curator.adopt("broken"), await curator.pin("broken")]) {
      expect(refusalOf(outcome)).toMatchObject({ kind: "unknown-skill", exitCode: 2 });
      expect(refusalOf(outcome).message).toContain(`${path}: missing-description: `);
    }
  });

  test("a second pin and a needless unpin emit nothing", async () => {
    const fixture = curatorFixture({ skills: [idle("alpha")] });
    const curator = createCurator(fixture.deps);
    done(await curator.unpin("alpha"));
    done(await curator.pin("alpha"));
    done(await curator.pin("alpha"));
    expect(acts(fixture)).toEqual(["pin alpha"]);
  });
});

describe("archive by hand", () => {
  test("a manual, imported, disowned or pinned skill needs --force; a link is never moved", async () => {
    const fixture = curatorFixture({
      skills: [
        manualSkill("by-hand"),
        agentSkill("brought", { source: "imported" }),
        idle("pinned-one"),
        idle("given-up"),
        idle("free"),
      ],
    });
    seedTree(fixture.fs, SKILLS, { "linked-one": { link: `${SKILLS}/free` } });
    const curator = createCurator(fixture.deps);
    done(await curator.pin("pinned-one"));
    done(await curator.disown("given-up"));
    const before = skillsDump(fixture);
    for (const name of ["by-hand", "brought", "pinned-one", "given-up"]) {
      expect(refusalOf(await curator.archive(name))).toMatchObject({ kind: "needs-force", exitCode: 3 });
    }
    expect(skillsDump(fixture)).toEqual(before);
    for (const name of ["by-hand", "brought", "pinned-one", "given-up"]) {
      const report = done(await curator.archive(name, { force: true, reason: "moved away" }));
      expect(signalsOf(report.payload)["reason"]).toBe("moved away");
      done(await curator.restore(name));
    }
    expect(skillsDump(fixture)).toEqual(before);
    expectSound(fixture);
  });
});

describe("restore", () => {
  test("CASES 22: while an active skill has the name it is refused and nothing moves", async () => {
    const fixture = curatorFixture({ skills: [idle("alpha")] });
    const curator = createCurator(fixture.deps);
    done(await curator.archive("alpha"));
    await curator.saveSkill({ name: "alpha", description: "Anew.", body: "Second." }, "s");
    const before = fixture.fs.dump(fixture.deps.root.base);
    expect(refusalOf(await curator.restore("alpha"))).toMatchObject({ kind: "name-taken", exitCode: 3 });
    expect(fixture.fs.dump(fixture.deps.root.base)).toEqual(before);
  });

  test("CASES 24: an archive that was removed is said to be gone and taken off the sidecar", async () => {
    const fixture = curatorFixture({ skills: [idle("alpha")] });
    const curator = createCurator(fixture.deps);
    done(await curator.archive("alpha"));
    const { archiveDir } = fixture.deps.root;
    fixture.fs.rename(`${archiveDir}/alpha-20260601T000000Z`, "/home/ada/gone");
    expect(refusalOf(await curator.restore("alpha"))).toMatchObject({ kind: "archive-gone", exitCode: 3 });
    expect(sidecarText(fixture)).toBeNull();
    expect(refusalOf(await curator.restore("alpha")).exitCode).toBeGreaterThan(0);
    expect(await runNow(fixture)).toMatchObject({ actions: [] });
  });

  test("CASES 24: once the newest is known to be gone, the name restores the one before it", async () => {
    const fixture = curatorFixture({ skills: [idle("alpha")] });
    const curator = createCurator(fixture.deps);
    done(await curator.archive("alpha"));
    await curator.saveSkill({ name: "alpha", description: "Anew.", body: "Second." }, "s");
    done(await curator.archive("alpha", { force: true }));
    const { archiveDir } = fixture.deps.root;
    fixture.fs.rename(`${archiveDir}/alpha-20260601T000000Z-2`, "/home/ada/gone");
    expect(refusalOf(await curator.restore("alpha")).kind).toBe("archive-gone");
    const restored = done(await curator.restore("alpha"));
    expect(restored.payload["signals"]).toMatchObject({ archive_id: "alpha-20260601T000000Z" });
  });

  test("--before needs a time and a snapshot that old", async () => {
    const fixture = curatorFixture({ skills: [idle("alpha")] });
    const curator = createCurator(fixture.deps);
    expect(refusalOf(await curator.restore("alpha", { before: "yesterday" }))).toMatchObject({
      kind: "bad-time",
      exitCode: 2,
    });
    expect(refusalOf(await curator.restore("alpha", { before: "2026-06-01" })).kind).toBe("no-snapshot");
  });

  test("a nested skill goes back to its category, also when that is gone", async () => {
    const fixture = curatorFixture({ skills: [idle("alpha", { path: "ops/web/alpha" })] });
    const curator = createCurator(fixture.deps);
    const before = skillsDump(fixture);
    done(await curator.archive("alpha"));
    for (const path of ["ops/web", "ops"])
      if (existsAt(fixture.fs, `${SKILLS}/${path}`)) fixture.fs.rmdir(`${SKILLS}/${path}`);
    done(await curator.restore("alpha"));
    expect(skillsDump(fixture)).toEqual(before);
    expectSound(fixture);
  });
});

describe("adopt and disown", () => {
  test("adopting takes the present file as the baseline; disowning ends it", async () => {
    const fixture = curatorFixture({
      skills: [agentSkill("edited", { editedBody: "# By hand" }), manualSkill("by-hand")],
    });
    const curator = createCurator(fixture.deps);
    expect(reasonsOf(await runNow(fixture))).toEqual({ "by-hand": "manual", edited: "hand-edited" });
    for (const name of ["edited", "by-hand"]) done(await curator.adopt(name));
    expect((await runNow(fixture)).actions).toEqual([]);
    done(await curator.disown("by-hand"));
    fixture.clock.advanceDays(90);
    await runNow(fixture);
    expect(acts(fixture)).toEqual(["archive edited"]);
    expect(existsAt(fixture.fs, `${SKILLS}/by-hand`)).toBe(true);
    expectSound(fixture);
    writeText(fixture, `${SKILLS}/by-hand/SKILL.md`, "---\nname: by-hand\ndescription: x\n---\nnew\n");
    done(await curator.adopt("by-hand"));
    fixture.clock.advanceDays(90);
    await runNow(fixture);
    expect(acts(fixture).at(-1)).toBe("archive by-hand");
  });
});

describe("undo", () => {
  const APP = "# App\n\nBuild the app, then upload it to the server.";
  const SITE = "# Site\n\nBuild the site; see `references/hosts.md` for hosts.";
  const library = () => [
    used("deploy-web-app", { body: APP, loadedDaysAgo: [1, 2] }),
    used("deploy-web-site", { body: SITE, files: { "references/hosts.md": "one\n" } }),
    idle("old-one", { files: { "a.sh": { content: "x", mode: 0o755 } } }),
    agentSkill("tool-user", {
      body: "# Tool\n\nRun deployctl push.\n\nLogs.",
      loadedDaysAgo: [1, 2, 3],
      failedLoads: 3,
    }),
  ];
  const model = (newSkill: boolean) =>
    scriptedModel({
      answers: ({ purpose }) => {
        if (purpose === "archive") return { action: "archive", rationale: "r" };
        if (purpose === "edit") return editWith("@@ @@\n-Run deployctl push.\n+Run deploy push.");
        if (purpose === "rewrite") return rewriteAs(`${APP}\n\n${SITE}`);
        return newSkill
          ? mergeInto("deploy-web", ["deploy-web-app", "deploy-web-site"], { newSkill: true })
          : mergeInto("deploy-web-app", ["deploy-web-site"]);
      },
    });

  test.each([false, true])(
    "a whole run brings the skills tree back byte for byte (new survivor: %p)",
    async (newSkill) => {
      const fixture = curatorFixture({ skills: library(), model: model(newSkill) });
      const before = skillsDump(fixture);
      const report = await runNow(fixture);
      expect(report.actions.map(({ action }) => action)).toEqual([
        "archive",
        "consolidate",
        "archive",
        ...(newSkill ? ["archive"] : []),
        "edit",
      ]);
      const undone = done(await createCurator(fixture.deps).undo(report.curator_run_id));
      expect(undone.left).toEqual([]);
      const dump = skillsDump(fixture);
      expect(
        Object.fromEntries(
          Object.entries(dump).filter(([path, { kind }]) => kind !== "directory" || path in before),
        ),
      ).toEqual(before);
      expect(Object.keys(dump)).toEqual(Object.keys(before));
      expectSound(fixture);
      expect(done(await createCurator(fixture.deps).undo(report.curator_run_id))).toMatchObject({
        undone: [],
        left: [],
      });
      fixture.clock.advanceDays(1);
      expect((await runNow(fixture)).actions).toEqual([]);
    },
  );

  test("what was changed since is reported and left", async () => {
    const fixture = curatorFixture({ skills: library(), model: model(false) });
    const report = await runNow(fixture);
    writeText(fixture, `${SKILLS}/tool-user/SKILL.md`, "---\nname: tool-user\ndescription: x\n---\nmine\n");
    const before = fixture.fs.readFile(`${SKILLS}/tool-user/SKILL.md`);
    const undone = done(await createCurator(fixture.deps).undo(report.curator_run_id));
    expect(undone.left).toMatchObject([{ skill: "tool-user", action: "edit" }]);
    expect(undone.undone).toHaveLength(3);
    expect(fixture.fs.readFile(`${SKILLS}/tool-user/SKILL.md`)).toEqual(before);
    expectSound(fixture);
  });

  test("each manual act is undone by its own id", async () => {
    const fixture = curatorFixture({ skills: [idle("alpha")] });
    const curator = createCurator(fixture.deps);
    const undo = async () => {
      const id = String(payloadsOf(fixture, "skill.curated").at(-1)?.["curator_run_id"]);
      expect(done(await curator.undo(id)).left).toEqual([]);
      expectSound(fixture);
    };
    const before = skillsDump(fixture);
    done(await curator.pin("alpha"));
    await undo();
    done(await curator.archive("alpha"));
    await undo();
    expect(skillsDump(fixture)).toEqual(before);
    done(await curator.archive("alpha"));
    done(await curator.restore("alpha"));
    await undo();
    expect(existsAt(fixture.fs, `${SKILLS}/alpha`)).toBe(false);
    await undo();
    expect(skillsDump(fixture)).toEqual(before);
    expect(acts(fixture)).toEqual([
      "pin alpha",
      "unpin alpha",
      "archive alpha",
      "restore alpha",
      "archive alpha",
      "restore alpha",
      "archive alpha",
      "restore alpha",
    ]);
  });

  test("an unknown run is refused", async () => {
    const fixture = curatorFixture({ skills: [idle("alpha")] });
    expect(refusalOf(await createCurator(fixture.deps).undo("01ABC"))).toMatchObject({
      kind: "unknown-run",
      exitCode: 2,
    });
  });
});
