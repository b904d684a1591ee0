import { expect, test } from "bun:test";
import { createCurator } from "@metis-curate/core";
import { agentSkill, Crash, curatorFixture, effectRecorder, memoryLock } from "@metis-curate/testkit";

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

test("recovery does not move a changed skill back through a link out of the workspace", async () => {
  const skills = [agentSkill("old-thing", { path: "cat/old-thing" })];
  const rehearsal = curatorFixture({ skills });
  const counter = effectRecorder(rehearsal);
  await createCurator({ ...rehearsal.deps, fs: counter.fs, trace: counter.trace }).archive("old-thing");
  const at = counter.log.findIndex((name) => /^rename .*\/cat\/old-thing$/.test(name)) + 1;
  const { fs, deps, trace } = curatorFixture({ skills });
  const recorder = effectRecorder({ fs, trace, cut: { at, mode: "crash-after" } });
  const killed = createCurator({ ...deps, fs: recorder.fs, trace: recorder.trace }).archive("old-thing");
  await expect(killed).rejects.toBeInstanceOf(Crash);
  const archived = `${deps.root.archiveDir}/old-thing-20260601T000000Z`;
  fs.writeNewFile(`${archived}/late.md`, new TextEncoder().encode("late"));
  fs.rmdir(`${deps.root.skillsDir}/cat`);
  fs.mkdir("/home/ada/elsewhere");
  fs.symlink("/home/ada/elsewhere", `${deps.root.skillsDir}/cat`);
  const answer = await createCurator({ ...deps, lock: memoryLock() }).resume();
  expect(answer.ok ? null : answer.refusal.message).toContain("leave the workspace");
  expect(fs.readdir("/home/ada/elsewhere")).toEqual([]);
  expect(fs.readdir(archived).map(({ name }) => name)).toEqual(["SKILL.md", "late.md"]);
});
