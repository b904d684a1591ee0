import { expect, test } from "bun:test";
import { agentSkill, curatorFixture } from "@metis-curate/testkit";
import { answerOf, curatorOf } from "./report-case.ts";

test("a load ahead of the clock is a clock-skew diagnostic of its skill", async () => {
  const fixture = curatorFixture({
    skills: [agentSkill("tool", { createdDaysAgo: 5, loadedDaysAgo: [-2] })],
  });
  const [row] = (await answerOf(curatorOf(fixture).list())).skills;
  expect(row?.diagnostics.map(({ kind }) => kind)).toEqual(["clock-skew"]);
  expect(row?.last_loaded_at).toBeNull();
});

test("a winner keeps its own reason when the shadowed directory's path looks like its name", async () => {
  const composed = "caf\u00e9";
  const fixture = curatorFixture({
    skills: [
      agentSkill(composed, { path: composed.normalize("NFD"), createdDaysAgo: 5 }),
      agentSkill(composed, { path: composed, createdDaysAgo: 5 }),
    ],
  });
  const list = await answerOf(curatorOf(fixture).list());
  expect(list.skipped.map(({ kind }) => kind)).toEqual(["shadowed"]);
  expect(list.skills.map(({ name, reason }) => [name, reason])).toEqual([[composed, "active"]]);
});

test("an archived skill keeps its path after state.json was lost", async () => {
  const fixture = curatorFixture({ skills: [agentSkill("tool", { path: "web/tool" })] });
  const curator = curatorOf(fixture);
  await answerOf(curator.archive("tool"));
  const before = (await answerOf(curator.list())).skills;
  fixture.fs.unlink(fixture.deps.root.sidecarPath);
  expect((await answerOf(curator.list())).skills).toEqual(before);
  expect(before).toMatchObject([
    {
      name: "tool",
      state: "archived",
      path: "web/tool",
      archive_path: ".metis/skills-archive/tool-20260601T000000Z/",
    },
  ]);
});

test("a thousand skills are listed without reading any of them twice", async () => {
  let reads = 0;
  const fixture = curatorFixture({
    skills: Array.from({ length: 1000 }, (_, index) => agentSkill(`skill-${index}`, { createdDaysAgo: 5 })),
    wrapFileSystem: (fs) =>
      new Proxy(fs, {
        get: (target, property) => {
          if (property === "readFile") reads += 1;
          const value: unknown = Reflect.get(target, property);
          return typeof value === "function" ? value.bind(target) : value;
        },
      }),
  });
  expect((await answerOf(curatorOf(fixture).list())).skills).toHaveLength(1000);
  expect(reads).toBeLessThan(1010);
});
