import { describe, expect, test } from "bun:test";
import { agentSkill, curatorFixture, manualSkill } from "@metis-curate/testkit";
import { createCurator, type SkillCurator } from "../../src/index.ts";

const DRAFT = agentSkill("sketch", { draft: true, createdDaysAgo: 2 });
const READY = agentSkill("ready", { createdDaysAgo: 2 });
const MANUAL = manualSkill("by-hand");

async function stateOf(curator: SkillCurator, skill: string): Promise<string | undefined> {
  const list = await curator.list();
  return list.ok ? list.value.skills.find(({ name }) => name === skill)?.state : undefined;
}

describe("promote", () => {
  test("makes a draft active with one event, and says so when asked again", async () => {
    const fixture = curatorFixture({ skills: [DRAFT] });
    const curator = createCurator(fixture.deps);
    expect(await stateOf(curator, "sketch")).toBe("draft");
    const outcome = await curator.promote("sketch");
    expect(outcome).toMatchObject({ ok: true, value: { action: "promote", skill: "sketch" } });
    expect(await stateOf(curator, "sketch")).toBe("active");
    expect((await curator.promote("sketch")).ok).toBe(true);
    const events = fixture.trace.events.filter(({ type }) => type === "skill.promoted");
    expect(events.map(({ payload, actor }) => [payload["skill_id"], actor])).toEqual([["sketch", "user"]]);
  });

  test("of an archived skill is a restore", async () => {
    const fixture = curatorFixture({ skills: [READY] });
    const curator = createCurator(fixture.deps);
    await curator.archive("ready");
    expect(await curator.promote("ready")).toMatchObject({ ok: true, value: { action: "restore" } });
    expect(await stateOf(curator, "ready")).toBe("active");
  });

  test("of an unknown skill is refused without a record", async () => {
    const fixture = curatorFixture({ skills: [READY] });
    const before = fixture.trace.events.length;
    const outcome = await createCurator(fixture.deps).promote("redy");
    expect(outcome).toMatchObject({ ok: false, refusal: { kind: "unknown-skill", exitCode: 2 } });
    expect(fixture.trace.events).toHaveLength(before);
  });
});

describe("an agent", () => {
  test("archives, promotes and restores what the curator may touch", async () => {
    const curator = createCurator(curatorFixture({ skills: [DRAFT, READY] }).deps);
    const only = { onlyTouchable: true };
    expect((await curator.promote("sketch", only)).ok).toBe(true);
    expect((await curator.archive("ready", only)).ok).toBe(true);
    expect((await curator.restore("ready", only)).ok).toBe(true);
  });

  test("touches nothing that is manual, pinned or edited by hand, whatever it says", async () => {
    const edited = agentSkill("edited", { editedBody: "# mine now" });
    const fixture = curatorFixture({ skills: [MANUAL, READY, edited, DRAFT] });
    const curator = createCurator(fixture.deps);
    await curator.pin("ready");
    await curator.pin("sketch");
    const before = fixture.trace.events.length;
    const only = { onlyTouchable: true, force: true };
    for (const outcome of [
      await curator.archive("by-hand", only),
      await curator.archive("ready", only),
      await curator.archive("edited", only),
      await curator.promote("by-hand", only),
      await curator.promote("sketch", only),
    ]) {
      expect(outcome).toMatchObject({ ok: false, refusal: { kind: "not-touchable", exitCode: 3 } });
    }
    expect(fixture.trace.events).toHaveLength(before);
  });

  test("does not bring back what the operator archived and owns", async () => {
    const curator = createCurator(curatorFixture({ skills: [MANUAL, READY] }).deps);
    await curator.archive("by-hand", { force: true });
    await curator.pin("ready");
    await curator.archive("ready", { force: true });
    for (const name of ["by-hand", "ready"]) {
      const refusal = { ok: false, refusal: { kind: "not-touchable" } };
      expect(await curator.restore(name, { onlyTouchable: true })).toMatchObject(refusal);
      expect(await curator.promote(name, { onlyTouchable: true })).toMatchObject(refusal);
    }
  });
});
