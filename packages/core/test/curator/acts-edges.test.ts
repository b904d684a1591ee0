import { expect, test } from "bun:test";
import { createCurator } from "@metis-curate/core";
import {
  agentSkill,
  type CuratorFixture,
  confirmArchive,
  curatorFixture,
  editWith,
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
  refusalOf,
  runNow,
  sidecarText,
  skillsDump,
  used,
  writeText,
} from "./curator-world.ts";

const SKILLS = "/home/ada/project/.metis/skills";

function textOf({ fs }: CuratorFixture, skill: string): string {
  return new TextDecoder().decode(fs.readFile(`${SKILLS}/${skill}/SKILL.md`));
}

/** A skill whose body was "deployctl" first, "deploy" from day 0, and a person's from day 2; adopted since. */
async function threeVersions() {
  const fixture = curatorFixture({
    skills: [
      agentSkill("tool", {
        body: "# T\n\nRun deployctl push.\n\nLogs.",
        loadedDaysAgo: [1, 2, 3],
        failedLoads: 3,
      }),
    ],
    model: scriptedModel({ answers: [editWith("@@ @@\n-Run deployctl push.\n+Run deploy push.")] }),
  });
  const curator = createCurator(fixture.deps);
  const first = textOf(fixture, "tool");
  const { curator_run_id: runId } = await runNow(fixture);
  const second = textOf(fixture, "tool");
  fixture.clock.advanceDays(2);
  done(await curator.restore("tool", { before: "2026-06-02T00:00:00Z" }));
  fixture.clock.advanceDays(2);
  return { fixture, curator, first, second, runId };
}

test("--before takes the newest snapshot older than the time, the present file is kept", async () => {
  const { fixture, curator, first, second } = await threeVersions();
  expect(textOf(fixture, "tool")).toBe(first);
  expect(refusalOf(await curator.restore("tool", { before: "2026-06-01T00:00:00Z" })).kind).toBe(
    "no-snapshot",
  );
  done(await curator.restore("tool", { before: "2026-06-04T00:00:00Z" }));
  expect(textOf(fixture, "tool")).toBe(second);
  done(await curator.restore("tool", { before: "2026-06-02T12:00:00Z" }));
  expect(textOf(fixture, "tool")).toBe(first);
  expect(fixture.fs.readdir(fixture.deps.root.archiveDir)).toHaveLength(4);
  expectSound(fixture);
});

test("a file that already is as the snapshot is not written again", async () => {
  const { fixture, curator, first } = await threeVersions();
  const events = fixture.trace.events.length;
  expect(refusalOf(await curator.restore("tool", { before: "2026-06-02T12:00:00Z" })).kind).toBe(
    "no-snapshot",
  );
  expect(textOf(fixture, "tool")).toBe(first);
  expect(fixture.trace.events).toHaveLength(events);
});

test("restore --before of an archived skill is refused, the archive stays", async () => {
  const fixture = curatorFixture({ skills: [idle("alpha")] });
  const curator = createCurator(fixture.deps);
  done(await curator.archive("alpha"));
  const before = fixture.fs.dump(fixture.deps.root.base);
  expect(refusalOf(await curator.restore("alpha", { before: "2027-01-01T00:00:00Z" })).exitCode).toBe(2);
  expect(fixture.fs.dump(fixture.deps.root.base)).toEqual(before);
});

test.each([
  ["a broken skill at its place", { "alpha/SKILL.md": "no frontmatter" }],
  ["the name at another place", { "ops/alpha/SKILL.md": "---\nname: alpha\ndescription: Mine.\n---\nx\n" }],
  ["a file at its place", { alpha: "x" }],
])("S1 12, CASES 22: restore is refused while there is %s", async (_, tree) => {
  const fixture = curatorFixture({ skills: [idle("alpha")] });
  const curator = createCurator(fixture.deps);
  done(await curator.archive("alpha"));
  seedTree(fixture.fs, SKILLS, tree);
  const before = fixture.fs.dump(fixture.deps.root.base);
  const outcome = await curator.restore("alpha");
  expect(refusalOf(outcome)).toMatchObject({ kind: "name-taken", exitCode: 3 });
  expect(fixture.fs.dump(fixture.deps.root.base)).toEqual(before);
  const archiveRun = String(eventsOf(fixture, "skill.curated")[0]?.payload["curator_run_id"]);
  const undone = done(await curator.undo(archiveRun));
  expect(undone).toMatchObject({ undone: [], left: [{ skill: "alpha", action: "archive" }] });
  expect(fixture.fs.dump(fixture.deps.root.base)).toEqual(before);
});

test("an undo goes newest first", async () => {
  const fixture = curatorFixture({ skills: [idle("a1"), idle("b2"), idle("c3")] });
  const { curator_run_id: runId } = await runNow(fixture);
  const undone = done(await createCurator(fixture.deps).undo(runId.slice(0, 12).toLowerCase())).undone;
  expect(undone.map(({ skill }) => skill)).toEqual(["c3", "b2", "a1"]);
  expectSound(fixture);
});

test("an edit whose frontmatter a person changed since is left by undo", async () => {
  const { fixture, curator, runId } = await threeVersions();
  done(await curator.restore("tool", { before: "2026-06-04T00:00:00Z" }));
  const mine = textOf(fixture, "tool").replace("description: ", "description: Mine, ");
  writeText(fixture, `${SKILLS}/tool/SKILL.md`, mine);
  expect(done(await curator.undo(runId)).left).toMatchObject([{ skill: "tool", action: "edit" }]);
  expect(textOf(fixture, "tool")).toBe(mine);
});

test("what undo put back is asked about anew only when it was used again", async () => {
  const model = scriptedModel({
    answers: ({ purpose }) => {
      if (purpose === "archive") return confirmArchive();
      return purpose === "rewrite" ? rewriteAs("# A\n\nOne. Two.") : mergeInto("web-app", ["web-app-two"]);
    },
  });
  const fixture = curatorFixture({
    skills: [
      idle("old-one"),
      used("web-app", { body: "# A\n\nOne.", loadedDaysAgo: [1, 2] }),
      used("web-app-two", { body: "# A\n\nTwo." }),
    ],
    model,
  });
  const before = skillsDump(fixture);
  const { curator_run_id: runId } = await runNow(fixture);
  expect(acts(fixture)).toHaveLength(3);
  done(await createCurator(fixture.deps).undo(runId));
  expect(skillsDump(fixture)).toEqual(before);
  const calls = model.requests.length;
  expect((await runNow(fixture)).actions).toEqual([]);
  expect(model.requests).toHaveLength(calls);
  expectSound(fixture);
});

test("each act on a locked root is refused with exit 3 and changes nothing", async () => {
  const fixture = curatorFixture({ skills: [idle("alpha")] });
  const waits: number[] = [];
  const lock = {
    acquire: async (_: string, waitMs: number) => {
      waits.push(waitMs);
      return null;
    },
  };
  const curator = createCurator({ ...fixture.deps, lock });
  const before = fixture.fs.dump(fixture.deps.root.base);
  const events = fixture.trace.events.length;
  for (const outcome of [
    await curator.pin("alpha"),
    await curator.archive("alpha"),
    await curator.adopt("alpha"),
    await curator.pause(),
    await curator.undo("01ABCDEF"),
  ]) {
    expect(refusalOf(outcome)).toMatchObject({ kind: "locked", exitCode: 3 });
  }
  expect(await curator.maybeRun("s")).toBeNull();
  expect(waits).toEqual([10_000, 10_000, 10_000, 10_000, 10_000, 0]);
  expect(fixture.fs.dump(fixture.deps.root.base)).toEqual(before);
  expect(fixture.trace.events).toHaveLength(events);
});

test("S1 3: a corrupt sidecar is rebuilt by an operator's act: pins, archives and pause survive", async () => {
  const fixture = curatorFixture({ skills: [idle("alpha"), idle("beta"), idle("gamma")] });
  const curator = createCurator(fixture.deps);
  done(await curator.pin("alpha"));
  done(await curator.archive("beta"));
  done(await curator.pause());
  const good = sidecarText(fixture);
  writeText(fixture, fixture.deps.root.sidecarPath, '{"skills": 3');
  done(await curator.pin("alpha"));
  expect(sidecarText(fixture)).toBe(good);
  const kept = `${fixture.deps.root.sidecarPath}.corrupt-20260601T000000Z`;
  expect(existsAt(fixture.fs, kept)).toBe(true);
  expect(new TextDecoder().decode(fixture.fs.readFile(kept))).toBe('{"skills": 3');
  expect(fixture.logger.messages("warning").join()).toContain("state.json");
  done(await curator.restore("beta"));
  expectSound(fixture);
});
