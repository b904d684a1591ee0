import { expect, test } from "bun:test";
import { createCurator } from "@metis-curate/core";
import { agentSkill, curatorFixture, dumpTree, editWith, scriptedModel } from "@metis-curate/testkit";

test("CASES 25: a repository around the skills is never read, moved or copied into a snapshot", async () => {
  const fixture = curatorFixture({
    skills: [
      agentSkill("tool", {
        body: "# Tool\n\n1. call old_tool\n2. read\n3. write\n4. stop",
        createdDaysAgo: 30,
        loadedDaysAgo: [3, 2, 1],
        failedLoads: 3,
      }),
    ],
    files: {
      ".metis/skills/.git/HEAD": "ref: refs/heads/main\n",
      ".metis/skills/.git/objects/pack/big.pack": "x".repeat(100_000),
      ".metis/skills/.git/hooks/SKILL.md": "---\nname: hooks\ndescription: no skill\n---\n",
    },
    model: scriptedModel({
      id: "scripted",
      free: true,
      answers: () => editWith("@@ -1,3 +1,3 @@\n # Tool\n \n-1. call old_tool\n+1. call new_tool\n"),
    }),
  });
  const { fs, deps } = fixture;
  const git = dumpTree(fs, `${deps.root.skillsDir}/.git`);
  const run = await createCurator(deps).run({ trigger: "explicit_cli", yes: true });
  expect(run.ok && run.value.actions.map(({ action }) => action)).toEqual(["edit"]);
  expect(dumpTree(fs, `${deps.root.skillsDir}/.git`)).toEqual(git);
  const archived = Object.entries(dumpTree(fs, deps.root.archiveDir));
  expect(archived.filter(([, { kind }]) => kind === "file").map(([path]) => path)).toEqual([
    "tool-edit-20260601T000000Z/SKILL.md",
  ]);
  const list = await createCurator(deps).list();
  expect(list.ok && list.value.skills.map(({ name }) => name)).toEqual(["tool"]);
});
