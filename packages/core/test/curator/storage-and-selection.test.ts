import { describe, expect, test } from "bun:test";
import { createCurator, decodeSidecar, formatSidecar, readSidecar, writeSidecar } from "@metis-curate/core";
import { agentSkill, curatorFixture, manualSkill, seedTree } from "@metis-curate/testkit";
import {
  acts,
  done,
  existsAt,
  expectSound,
  idle,
  payloadsOf,
  reasonsOf,
  refusalOf,
  runNow,
  sidecarText,
  skillsDump,
  used,
  writeText,
} from "./curator-world.ts";

describe("state and storage", () => {
  test("S1 1: the sidecar survives read, mutate, write, read", async () => {
    const fixture = curatorFixture({ skills: [idle("alpha"), manualSkill("beta")] });
    const curator = createCurator(fixture.deps);
    done(await curator.pin("beta"));
    done(await curator.archive("alpha"));
    const { fs, deps } = fixture;
    const first = readSidecar(fs, deps.root);
    if (first.kind !== "state") return expect.unreachable(first.kind);
    writeSidecar(fs, deps.root, first.state);
    expect(readSidecar(fs, deps.root)).toEqual(first);
    expect(decodeSidecar(formatSidecar(first.state))).toEqual(first);
  });

  test("S1 2: a missing sidecar is an empty state", async () => {
    const fixture = curatorFixture({ skills: [used("alpha")] });
    expect(sidecarText(fixture)).toBeNull();
    const list = done(await createCurator(fixture.deps).list());
    expect(list.last_curation_at).toBeNull();
    expect(list.skills.map(({ name, pinned }) => [name, pinned])).toEqual([["alpha", false]]);
  });

  test.each(["", "[]", "null", '{"skills": []}', "\0{}", '{"schema_version":"1","skills":{"a"'])(
    "S1 3, CASES 40: a corrupt sidecar %j is kept aside, warned about, and pins survive",
    async (text) => {
      const fixture = curatorFixture({ skills: [idle("alpha"), idle("beta")] });
      const curator = createCurator(fixture.deps);
      done(await curator.pin("alpha"));
      writeText(fixture, fixture.deps.root.sidecarPath, text);
      const report = await runNow(fixture);
      expect(acts(fixture)).toEqual(["pin alpha", "archive beta"]);
      expect(reasonsOf(report)["alpha"]).toBe("pinned");
      expect(fixture.logger.entries.some(({ level }) => level === "warning")).toBe(true);
      const aside = fixture.fs.readdir(`${fixture.deps.root.base}/.metis/curator`).map(({ name }) => name);
      expect(aside.filter((name) => name.startsWith("state.json.corrupt-"))).toHaveLength(1);
      expectSound(fixture);
      done(await curator.unpin("alpha"));
      expectSound(fixture);
    },
  );

  test("a corrupt sidecar waits for an operator: an unattended run touches nothing", async () => {
    const fixture = curatorFixture({ skills: [idle("alpha")] });
    writeText(fixture, `${fixture.deps.root.base}/.metis/skills/note.txt`, "x");
    seedTree(fixture.fs, fixture.deps.root.base, { ".metis/curator/state.json": "[]" });
    const before = fixture.fs.dump(fixture.deps.root.base);
    const curator = createCurator(fixture.deps);
    expect(refusalOf(await curator.run({ trigger: "scheduled" })).exitCode).toBe(3);
    expect(await curator.maybeRun("s")).toBeNull();
    expect(fixture.fs.dump(fixture.deps.root.base)).toEqual(before);
  });

  test("a corrupt sidecar without a trace is refused until it is reset", async () => {
    const fixture = curatorFixture({ skills: [manualSkill("alpha")], traceAbsent: true });
    seedTree(fixture.fs, fixture.deps.root.base, { ".metis/curator/state.json": "[]" });
    const curator = createCurator(fixture.deps);
    expect(refusalOf(await curator.pin("alpha"))).toMatchObject({ kind: "corrupt-state", exitCode: 3 });
    expect(sidecarText(fixture)).toBe("[]");
    done(await curator.doctor({ resetState: true }));
    done(await curator.pin("alpha"));
  });

  test("a newer schema_version is never written", async () => {
    const fixture = curatorFixture({ skills: [idle("alpha")] });
    const newer = '{"schema_version":"2","skills":{}}';
    seedTree(fixture.fs, fixture.deps.root.base, { ".metis/curator/state.json": newer });
    const before = fixture.fs.dump(fixture.deps.root.base);
    const curator = createCurator(fixture.deps);
    const outcomes = [
      await curator.run({ trigger: "explicit_cli", yes: true, force: true }),
      await curator.pin("alpha"),
      await curator.archive("alpha"),
      await curator.pause(),
      await curator.adopt("alpha"),
      await curator.doctor({ resetState: true }),
    ];
    for (const outcome of outcomes) {
      expect(refusalOf(outcome)).toMatchObject({ kind: "other-version", exitCode: 2 });
    }
    expect(await curator.maybeRun("s")).toBeNull();
    expect(fixture.fs.dump(fixture.deps.root.base)).toEqual(before);
  });

  test("S1 4, CASES 20: archived, saved anew, archived again within one second: both are kept", async () => {
    const fixture = curatorFixture({ skills: [idle("alpha")] });
    const curator = createCurator(fixture.deps);
    expect(existsAt(fixture.fs, fixture.deps.root.archiveDir)).toBe(false);
    done(await curator.archive("alpha"));
    const saved = await curator.saveSkill({ name: "alpha", description: "Anew.", body: "Second." }, "s");
    expect(saved.kind).toBe("saved");
    done(await curator.archive("alpha"));
    const ids = fixture.fs.readdir(fixture.deps.root.archiveDir).map(({ name }) => name);
    expect(ids).toEqual(["alpha-20260601T000000Z", "alpha-20260601T000000Z-2"]);
    const listed = done(await curator.list()).archives.map(({ id }) => id);
    expect([...listed].sort()).toEqual(ids);
    done(await curator.restore("alpha-20260601T000000Z"));
    expectSound(fixture);
  });
});

describe("selection", () => {
  test("S1 5, CASES 15: a skill without skill.created is manual and untouched", async () => {
    const fixture = curatorFixture({ skills: [manualSkill("by-hand")] });
    const before = skillsDump(fixture);
    const report = await runNow(fixture);
    expect(report.actions).toEqual([]);
    expect(reasonsOf(report)).toEqual({ "by-hand": "manual" });
    expect(skillsDump(fixture)).toEqual(before);
  });

  test("S1 6: a pinned skill is left alone whatever its activity", async () => {
    const fixture = curatorFixture({ skills: [idle("alpha"), used("beta")] });
    const curator = createCurator(fixture.deps);
    for (const name of ["alpha", "beta"]) done(await curator.pin(name));
    expect(reasonsOf(await runNow(fixture))).toEqual({ alpha: "pinned", beta: "pinned" });
  });

  test("S1 7: last_loaded_at is the latest skill.loaded", async () => {
    const fixture = curatorFixture({ skills: [agentSkill("alpha", { loadedDaysAgo: [40, 3, 9] })] });
    const [alpha] = done(await createCurator(fixture.deps).list()).skills;
    expect(alpha?.last_loaded_at).toStartWith("2026-05-29T00:00:00");
  });

  test("S1 8, S1 9: one load in the archive window keeps a skill, none does not", async () => {
    const fixture = curatorFixture({
      skills: [
        agentSkill("loaded", { loadedDaysAgo: [89] }),
        idle("unused"),
        agentSkill("old", { loadedDaysAgo: [90] }),
      ],
    });
    await runNow(fixture);
    expect(acts(fixture).toSorted()).toEqual(["archive old", "archive unused"]);
  });

  test("CASES 12, 16: a skill made yesterday or restored yesterday has its own clock", async () => {
    const fixture = curatorFixture({ skills: [agentSkill("young", { createdDaysAgo: 1 }), idle("back")] });
    const curator = createCurator(fixture.deps);
    done(await curator.archive("back"));
    done(await curator.restore("back"));
    fixture.clock.advanceDays(1);
    expect((await runNow(fixture)).actions).toEqual([]);
  });

  test("S1 10: names above the threshold cluster, below they do not", async () => {
    const clusters = async (names: readonly string[]) => {
      const fixture = curatorFixture({
        skills: names.map((name) =>
          used(name, { description: `About ${names.indexOf(name)}${name.length}q.` }),
        ),
      });
      const { candidates } = done(await createCurator(fixture.deps).plan());
      return candidates.filter(({ action }) => action === "consolidate").map(({ skills }) => skills);
    };
    expect(await clusters(["deploy-web-app", "deploy-web-site"])).toEqual([
      ["deploy-web-app", "deploy-web-site"],
    ]);
    expect(await clusters(["deploy-web", "deploy-api"])).toEqual([]);
  });

  test("CASES 33: a referenced skill is not archived while who refers to it lives", async () => {
    const fixture = curatorFixture({
      skills: [idle("base"), used("top", { body: 'Call skill_load("base") first.' }), idle("by-agents")],
      files: { "AGENTS.md": "Use skills/by-agents always." },
    });
    const report = await runNow(fixture);
    expect(report.actions).toEqual([]);
    expect(reasonsOf(report)).toMatchObject({ base: "referenced", "by-agents": "referenced" });
  });

  test("CASES 43: a read-only skills directory is reported per skill and nothing changes", async () => {
    const fixture = curatorFixture({ skills: [idle("alpha"), idle("beta")] });
    fixture.fs.chmod(fixture.deps.root.skillsDir, 0o555);
    const before = skillsDump(fixture);
    expect(done(await createCurator(fixture.deps).plan()).candidates).toHaveLength(2);
    const report = await runNow(fixture);
    expect(report.skips.map(({ skills, kind }) => [skills, kind])).toEqual([
      [["alpha"], "failed"],
      [["beta"], "failed"],
    ]);
    expect(report.skips[0]?.message).toContain("permission");
    expect(report.errors).toBe(2);
    expect(skillsDump(fixture)).toEqual(before);
    expect(payloadsOf(fixture, "skill.curated")).toEqual([]);
    expectSound(fixture);
  });

  test("two workspaces with equal skill names never meet", async () => {
    const one = curatorFixture({ skills: [idle("alpha"), idle("beta")], workspace: "/home/ada/one" });
    const two = curatorFixture({ skills: [used("alpha"), idle("beta")], workspace: "/home/ada/two" });
    const shared = { ...two, trace: one.trace, deps: { ...two.deps, trace: one.trace } };
    await one.trace.append(
      two.trace.events.map((event, serial) => ({
        ...event,
        id: event.id.slice(0, -2) + `Z${serial}`.slice(-2).padStart(2, "Z"),
      })),
      "normal",
    );
    const first = createCurator(one.deps);
    const second = createCurator(shared.deps);
    done(await second.pin("beta"));
    const before = skillsDump(shared);
    done(await first.run({ trigger: "explicit_cli", yes: true }));
    expect(skillsDump(shared)).toEqual(before);
    expect(skillsDump(one)).toEqual({});
    const plan = done(await second.plan());
    expect(plan.candidates).toEqual([]);
    expect(refusalOf(await second.restore("beta")).kind).toBe("not-archived");
    const runId = String(payloadsOf(one, "curator.run_started")[0]?.["curator_run_id"]);
    expect(refusalOf(await second.undo(runId)).kind).toBe("unknown-run");
  });
});
