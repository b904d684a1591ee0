import { expect, test } from "bun:test";
import { agentSkill, type CuratorFixture, curatorFixture } from "@metis-curate/testkit";
import { createCurator, createLibraryReader } from "../../../src/index.ts";

const BODY = "# Release notes\n\n```sh\ngit log --oneline\n```\n\nWrite one line per change for the users.";

async function ranOnce(): Promise<CuratorFixture & { readonly runId: string }> {
  const fixture = curatorFixture({
    skills: [
      agentSkill("release-notes", { body: BODY, loadedDaysAgo: [3] }),
      agentSkill("notes-release", { body: BODY, loadedDaysAgo: [20] }),
      agentSkill("old-report", { loadedDaysAgo: [130] }),
      agentSkill("never-used"),
      agentSkill("daily", { loadedDaysAgo: [1] }),
    ],
  });
  const ran = await createCurator(fixture.deps).run({ trigger: "explicit_cli", yes: true });
  if (!ran.ok) throw new Error(ran.refusal.message);
  return { ...fixture, runId: ran.value.curator_run_id };
}

async function leftToUndo({ deps }: CuratorFixture) {
  const report = await createLibraryReader(deps).undoable();
  if (!report.ok) throw new Error(report.refusal.message);
  return report.value;
}

test("nothing is to be undone where nothing was done", async () => {
  expect(await leftToUndo(curatorFixture({ skills: [agentSkill("one")] }))).toEqual([]);
});

test("a run counts what is left of it: not what was put back, not what is gone, nothing once it is undone", async () => {
  const fixture = await ranOnce();
  const { deps, fs, runId, clock } = fixture;
  const [run] = await leftToUndo(fixture);
  expect(run).toMatchObject({ run_id: runId, actions_by_type: { archive: 3, consolidate: 1 } });

  clock.advanceUs(1_000_000);
  const restored = await createCurator(deps).restore("old-report");
  expect(restored.ok).toBe(true);
  expect((await leftToUndo(fixture))[0]?.actions_by_type).toEqual({ archive: 2, consolidate: 1 });

  const gone = fs.readdir(deps.root.archiveDir).find(({ name }) => name.startsWith("never-used"));
  fs.rename(`${deps.root.archiveDir}/${gone?.name}`, `${deps.root.base}/elsewhere`);
  expect((await leftToUndo(fixture))[0]?.actions_by_type).toEqual({ archive: 1, consolidate: 1 });

  clock.advanceUs(1_000_000);
  const undone = await createCurator(deps).undo(runId);
  expect(undone.ok).toBe(true);
  fs.rename(`${deps.root.base}/elsewhere`, `${deps.root.archiveDir}/${gone?.name}`);
  expect((await leftToUndo(fixture))[0]?.actions_by_type).toEqual({ archive: 1 });
});

test("the newest comes first, and an archive by hand counts", async () => {
  const fixture = await ranOnce();
  fixture.clock.advanceUs(60_000_000);
  const archived = await createCurator(fixture.deps).archive("daily");
  expect(archived.ok).toBe(true);
  const runs = await leftToUndo(fixture);
  expect(runs.map(({ actions_by_type }) => actions_by_type)).toEqual([
    { archive: 1 },
    { archive: 3, consolidate: 1 },
  ]);
});
