import { describe, expect, test } from "bun:test";
import { agentSkill, matcherFixture } from "@metis-curate/testkit";
import { createCurator } from "../../src/index.ts";

const DEPLOY = agentSkill("deploy-web", { description: "Deploy the web application to production." });
const BREAD = ["bake a rye bread", "baking sourdough rye bread", "how long to bake bread with rye flour"];

type Fixture = ReturnType<typeof matcherFixture>;

async function matchAll(fixture: Fixture, tasks: readonly string[], sessionId = "s-1", profile?: string) {
  for (const task of tasks) await fixture.matcher.match({ task, sessionId, ...(profile && { profile }) });
}

async function gapsOf(fixture: Fixture, request = {}) {
  const outcome = await fixture.matcher.gaps(request);
  if (!outcome.ok) throw new Error(outcome.refusal.message);
  return outcome.value;
}

describe("gaps", () => {
  test("two unmatched tasks are none, three alike are one with its theme and samples", async () => {
    const fixture = matcherFixture({ skills: [DEPLOY] });
    await matchAll(fixture, BREAD.slice(0, 2));
    expect(await gapsOf(fixture)).toMatchObject({ gaps: [], unmatched: 2 });
    fixture.clock.advanceUs(3_600_000_000);
    await matchAll(fixture, BREAD.slice(2), "s-2");
    const { gaps } = await gapsOf(fixture);
    expect(gaps).toHaveLength(1);
    expect(gaps[0]).toMatchObject({
      occurrences: 3,
      sessions: 2,
      restore: null,
      recommended_action: "create_skill",
    });
    expect(gaps[0]?.theme).toContain("bread");
    expect(gaps[0]?.samples).toEqual(BREAD.toReversed());
    expect(gaps[0]?.first_seen).toBe("2026-06-01T00:00:00Z");
    expect(gaps[0]?.last_seen).toBe("2026-06-01T01:00:00Z");
  });

  test("tasks about different things are different gaps", async () => {
    const fixture = matcherFixture({ skills: [DEPLOY] });
    const tax = ["file the income tax return", "tax return for income abroad", "check my income tax return"];
    await matchAll(
      fixture,
      BREAD.flatMap((task, at) => [task, tax[at] ?? ""]),
    );
    const { gaps } = await gapsOf(fixture);
    expect(gaps.map(({ occurrences }) => occurrences)).toEqual([3, 3]);
  });

  test("a matched task is no gap, and reindexing twice changes no count", async () => {
    const fixture = matcherFixture({ skills: [DEPLOY] });
    await matchAll(fixture, [...BREAD, "deploy the web application to production"]);
    const before = await gapsOf(fixture);
    await fixture.matcher.reindex();
    const rows = await fixture.index.rows();
    await fixture.matcher.reindex();
    expect(await fixture.index.rows()).toEqual(rows);
    expect(await gapsOf(fixture)).toEqual(before);
    expect(before.unmatched).toBe(3);
  });

  test("the session and the profile narrow them; a session lists its single tasks", async () => {
    const matching = { profiles: { web: ["deploy-web"] } };
    const fixture = matcherFixture({ skills: [DEPLOY], matching });
    await matchAll(fixture, BREAD, "s-1");
    await matchAll(fixture, ["knit a scarf"], "s-2", "web");
    const session = await gapsOf(fixture, { sessionId: "s-2" });
    expect(session.gaps).toEqual([]);
    expect(session.tasks?.map(({ task }) => task)).toEqual(["knit a scarf"]);
    expect((await gapsOf(fixture, { profile: "web" })).unmatched).toBe(1);
    expect(await gapsOf(fixture)).not.toHaveProperty("tasks");
    expect(await fixture.matcher.gaps({ sessionId: "a\nb" })).toMatchObject({ ok: false });
  });

  test("a gap that a skill fills by now is closed", async () => {
    const fixture = matcherFixture({ skills: [DEPLOY] });
    await matchAll(fixture, BREAD);
    fixture.fs.mkdir("/home/ada/project/.metis/skills/baking");
    const text = "---\nname: baking\ndescription: Bake rye bread and sourdough with flour.\n---\nBake.\n";
    fixture.fs.writeNewFile(
      "/home/ada/project/.metis/skills/baking/SKILL.md",
      new TextEncoder().encode(text),
    );
    const { gaps, notices } = await gapsOf(fixture);
    expect(gaps).toEqual([]);
    expect(notices.join()).toContain("closed");
  });

  test("an archived skill that would fill it is named, here and in the lifecycle and the status", async () => {
    const fixture = matcherFixture({ skills: [DEPLOY] });
    const curator = createCurator(fixture.deps);
    await curator.archive("deploy-web");
    const tasks = [
      "deploy the web application",
      "deploy web to production",
      "deploy the web application again",
    ];
    await matchAll(fixture, tasks);
    const { gaps } = await gapsOf(fixture);
    expect(gaps[0]?.restore).toBe("deploy-web");
    const lifecycle = await fixture.matcher.lifecycle();
    expect(lifecycle.ok ? lifecycle.value.candidates_restore.map(({ skill }) => skill) : []).toEqual([
      "deploy-web",
    ]);
    const status = await curator.status();
    expect(status.ok ? status.value.notices.join("\n") : "").toContain("restore deploy-web");
    const plan = await curator.plan();
    expect(plan.ok ? plan.value.notices.join("\n") : "").toContain("restore?");
  });

  test("of hashed tasks only equal ones make a gap, and none of their words is kept", async () => {
    const fixture = matcherFixture({ skills: [DEPLOY], matching: { store_task: "hash" } });
    await matchAll(fixture, [...BREAD, "bake a rye bread", "Bake  a RYE bread"]);
    const { gaps, hashed } = await gapsOf(fixture);
    expect(hashed).toBe(5);
    expect(gaps.map(({ occurrences }) => occurrences)).toEqual([3]);
    expect(JSON.stringify(fixture.trace.events)).not.toContain("bread");
  });
});
