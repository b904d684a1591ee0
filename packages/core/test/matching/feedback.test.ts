import { describe, expect, test } from "bun:test";
import { agentSkill, manualSkill, matcherFixture } from "@metis-curate/testkit";
import { createCurator } from "../../src/index.ts";

const SKILLS = [
  agentSkill("deploy-blue", { description: "Deploy the service to the cluster.", createdDaysAgo: 3 }),
  agentSkill("deploy-green", { description: "Deploy the service to the cluster.", createdDaysAgo: 3 }),
];
const TASK = "deploy the service to the cluster";

async function best(fixture: ReturnType<typeof matcherFixture>) {
  const outcome = await fixture.matcher.match({ task: TASK, isRecorded: false });
  return outcome.ok ? outcome.value.matches.map(({ name, effectiveness }) => [name, effectiveness]) : [];
}

describe("feedback", () => {
  test("moves the effectiveness by the moving average, and the next match knows it", async () => {
    const fixture = matcherFixture({ skills: SKILLS });
    expect(await best(fixture)).toEqual([
      ["deploy-blue", 0.5],
      ["deploy-green", 0.5],
    ]);
    const report = await fixture.matcher.feedback({
      skill: "deploy-green",
      outcome: "success",
      sessionId: "s",
    });
    expect(report).toMatchObject({
      ok: true,
      value: { effectiveness_before: 0.5, effectiveness: 0.65, uses: 1 },
    });
    await fixture.matcher.feedback({ skill: "deploy-blue", outcome: "failure" });
    await fixture.matcher.feedback({ skill: "deploy-blue", outcome: "partial" });
    expect(await best(fixture)).toEqual([
      ["deploy-green", 0.65],
      ["deploy-blue", 0.395],
    ]);
  });

  test("an invalid outcome or an unknown skill is refused and stores nothing", async () => {
    const fixture = matcherFixture({ skills: SKILLS });
    const before = fixture.trace.events.length;
    for (const [skill, outcome, kind] of [
      ["deploy-blue", "great", "invalid-outcome"],
      ["deploy-blue", "", "invalid-outcome"],
      ["deploy-blue", "Success", "invalid-outcome"],
      ["deploy-blu", "success", "unknown-skill"],
      ["", "success", "unknown-skill"],
      ["__proto__", "success", "unknown-skill"],
    ] as const) {
      const refused = await fixture.matcher.feedback({ skill, outcome });
      expect(refused).toMatchObject({ ok: false, refusal: { kind, exitCode: 2 } });
    }
    expect(fixture.trace.events).toHaveLength(before);
    expect(fixture.index.feedback.size).toBe(0);
  });

  test("a trace that cannot be written is said, nothing is learned", async () => {
    const fixture = matcherFixture({ skills: SKILLS, trace: { readOnly: true } });
    const refused = await fixture.matcher.feedback({ skill: "deploy-blue", outcome: "success" });
    expect(refused).toMatchObject({ ok: false, refusal: { kind: "unwritable", exitCode: 3 } });
    expect((await best(fixture))[0]).toEqual(["deploy-blue", 0.5]);
  });

  test("a skill that failed often enough becomes a candidate for the archive once it is stale", async () => {
    const skill = agentSkill("flaky", { createdDaysAgo: 40, description: "Restart the flaky worker." });
    const fixture = matcherFixture({ skills: [skill] });
    for (let n = 0; n < 3; n++) await fixture.matcher.feedback({ skill: "flaky", outcome: "failure" });
    const lifecycle = await fixture.matcher.lifecycle();
    const candidates = lifecycle.ok ? lifecycle.value.candidates_archive : [];
    expect(candidates.map(({ name }) => name)).toEqual(["flaky"]);
    expect(candidates[0]?.reason).toContain("effectiveness");
    const plan = await createCurator(fixture.deps).plan();
    expect(plan.ok ? plan.value.candidates.map(({ action, skills }) => [action, ...skills]) : []).toEqual([
      ["archive", "flaky"],
    ]);
  });

  test("a draft that proved good is worth promoting, and is not promoted by itself", async () => {
    const skill = agentSkill("sketch", { draft: true, createdDaysAgo: 1 });
    const fixture = matcherFixture({ skills: [skill, manualSkill("other")] });
    for (let n = 0; n < 2; n++) await fixture.matcher.feedback({ skill: "sketch", outcome: "success" });
    const early = await fixture.matcher.lifecycle();
    expect(early.ok ? early.value.candidates_promote : null).toEqual([]);
    await fixture.matcher.feedback({ skill: "sketch", outcome: "success" });
    const later = await fixture.matcher.lifecycle();
    expect(later.ok ? later.value.candidates_promote.map(({ name }) => name) : []).toEqual(["sketch"]);
    expect(later.ok ? later.value.drafts.map(({ name }) => name) : []).toEqual(["sketch"]);
    await createCurator(fixture.deps).promote("sketch");
    const after = await fixture.matcher.lifecycle();
    expect(after.ok ? after.value.drafts : null).toEqual([]);
  });
});
