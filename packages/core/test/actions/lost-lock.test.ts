import { expect, test } from "bun:test";
import { createCurator, type Lock } from "@metis-curate/core";
import { agentSkill, curatorFixture, memoryLock } from "@metis-curate/testkit";

/** A lock whose file somebody removes once so many actions were begun under it. */
function losingLock(actions: number): Lock {
  let asked = 0;
  return {
    ...memoryLock(),
    isIntact: () => {
      asked += 1;
      return asked <= actions;
    },
  };
}

test("a run that lost its lock finishes the action in hand and begins no other", async () => {
  const fixture = curatorFixture({
    skills: ["one", "two", "three"].map((name) => agentSkill(name, { description: `About ${name}.` })),
  });
  const { fs, deps, trace } = fixture;
  const run = await createCurator({ ...deps, lock: losingLock(1) }).run({
    trigger: "explicit_cli",
    yes: true,
  });
  if (!run.ok) throw new Error(run.refusal.message);
  expect(run.value).toMatchObject({ ended_early: "failed", actions: [{ action: "archive" }] });
  expect(run.value.notices.join()).toContain("lock.db");
  expect(fs.readdir(deps.root.archiveDir)).toHaveLength(1);
  expect(trace.events.filter(({ type }) => type === "skill.curated")).toHaveLength(1);
});
