import { expect, test } from "bun:test";
import { createCurator } from "@metis-curate/core";
import { agentSkill, curatorFixture, memoryLock } from "@metis-curate/testkit";

test("a category that became a link out of the workspace is not written through", async () => {
  const fixture = curatorFixture({ skills: [agentSkill("old-thing", { path: "cat/old-thing" })] });
  const { fs, deps } = fixture;
  const curator = createCurator(deps);
  expect((await curator.archive("old-thing")).ok).toBe(true);
  fs.rmdir(`${deps.root.skillsDir}/cat`);
  fs.mkdir("/home/ada/elsewhere");
  fs.symlink("/home/ada/elsewhere", `${deps.root.skillsDir}/cat`);
  const restored = await createCurator({ ...deps, lock: memoryLock() }).restore("old-thing");
  expect(restored.ok ? null : restored.refusal.message).toContain("leave the workspace");
  expect(fs.readdir("/home/ada/elsewhere")).toEqual([]);
  expect(fs.readdir(deps.root.archiveDir).map(({ name }) => name)).toEqual(["old-thing-20260601T000000Z"]);
  expect(fs.readdir(`${deps.root.privateDir}/intents`)).toEqual([]);
});
