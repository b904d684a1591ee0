import { expect, test } from "bun:test";
import { createCurator, TraceError, type TraceStore } from "@metis-curate/core";
import { curatorFixture } from "@metis-curate/testkit";
import { existsAt, payloadsOf } from "./curator-world.ts";

const SKILL = { name: "new-skill", description: "Use when needed.", body: "# Steps\n" };

/** Each append fails, after it stored the events or instead of it. */
function failingAppend(trace: TraceStore, stores: boolean): TraceStore {
  const append: TraceStore["append"] = async (events, durability) => {
    if (stores) await trace.append(events, durability);
    throw new TraceError("io", "the disk went away");
  };
  return { ...trace, append };
}

test("a skill whose event was stored before the append failed is kept and announced", async () => {
  const { fs, deps, ...fixture } = curatorFixture({ skills: [] });
  const announced: string[] = [];
  const curator = createCurator({
    ...deps,
    trace: failingAppend(deps.trace, true),
    announce: async (events) => void announced.push(...events.map(({ type }) => type)),
  });
  expect((await curator.saveSkill(SKILL, "s")).kind).toBe("saved");
  expect(existsAt(fs, `${deps.root.skillsDir}/new-skill/SKILL.md`)).toBe(true);
  expect(payloadsOf({ fs, deps, ...fixture }, "skill.created")).toMatchObject([{ skill_id: "new-skill" }]);
  expect(announced).toEqual(["skill.created"]);
});

test("a skill whose event was not stored is taken back, also when nobody can tell", async () => {
  for (const has of [async () => false, () => Promise.reject(new TraceError("io", "unreadable"))]) {
    const { fs, deps } = curatorFixture({ skills: [] });
    const trace = { ...failingAppend(deps.trace, false), has };
    const saving = createCurator({ ...deps, trace }).saveSkill(SKILL, "s");
    await expect(saving).rejects.toThrow("the disk went away");
    expect(existsAt(fs, `${deps.root.skillsDir}/new-skill`)).toBe(false);
  }
});
