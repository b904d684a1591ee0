import { expect, test } from "bun:test";
import { agentSkill, scriptedModel } from "@metis-curate/testkit";
import { answerOf, curatorOf, mixedLibrary } from "./report-case.ts";

test("S1 22: a dry run selects, emits nothing and changes no byte of the workspace", async () => {
  const fixture = mixedLibrary();
  const events = fixture.trace.events.length;
  const before = fixture.fs.dump("/home/ada/project");
  const plan = await answerOf(curatorOf(fixture).plan());
  expect(plan.candidates.map(({ action, skills }) => [action, ...skills])).toEqual([
    ["archive", "old-thing"],
  ]);
  expect(fixture.trace.events).toHaveLength(events);
  expect(fixture.fs.dump("/home/ada/project")).toEqual(before);
});

test("a dry run is the preview that an explicit run asks for", async () => {
  const curator = curatorOf(mixedLibrary());
  const early = await curator.run({ trigger: "explicit_cli" });
  expect(early.ok ? null : early.refusal).toMatchObject({ kind: "no-preview", exitCode: 2 });
  await answerOf(curator.plan());
  expect((await curator.run({ trigger: "explicit_cli" })).ok).toBe(true);
});

test("the plan is what the run then does, and every other skill has a reason", async () => {
  const curator = curatorOf(mixedLibrary());
  const plan = await answerOf(curator.plan());
  const run = await answerOf(curator.run({ trigger: "explicit_cli" }));
  expect(run.actions.map(({ skill_id }) => skill_id)).toEqual(
    plan.candidates.flatMap(({ skills }) => [...skills]),
  );
  expect(run.left_alone).toEqual(plan.left_alone);
});

test("the estimate is an upper bound at the price table, two calls for a merge", async () => {
  const usage = { inputTokens: 1000, outputTokens: 100, cachedInputTokens: 0, cacheCreationInputTokens: 0 };
  const model = scriptedModel({ answers: [], estimate: usage });
  const twins = ["deploy-web-app", "deploy-web-application"].map((name) =>
    agentSkill(name, { description: "Deploy the web app.", loadedDaysAgo: [1], createdDaysAgo: 5 }),
  );
  const plan = await answerOf(curatorOf(mixedLibrary({ model, skills: twins })).plan());
  const costs = plan.candidates.map(({ action, estimated_cost_usd }) => `${action} ${estimated_cost_usd}`);
  expect(costs).toEqual(["archive 0.00175", "consolidate 0.0035"]);
  expect(`${plan.estimated_total_usd}`).toBe("0.00525");
});

test("without a model the plan stands and says why it has no estimates", async () => {
  const model = { kind: "none" as const, id: "anthropic:x", message: "no key: set ANTHROPIC_API_KEY" };
  const plan = await answerOf(curatorOf(mixedLibrary({ model })).plan());
  expect(plan.candidates).toHaveLength(1);
  expect(plan.notices.join("\n")).toContain("no estimates: no key: set ANTHROPIC_API_KEY");
});

test("the first report counts the manual skills and shows the command that adopts one", async () => {
  const { notices } = await answerOf(curatorOf(mixedLibrary()).plan());
  expect(notices.join("\n")).toContain("1 manual skill");
  expect(notices.join("\n")).toContain("metis-curate . adopt <skill>");
});

test("a preview that cannot be remembered is a notice, no failure", async () => {
  const fixture = mixedLibrary();
  fixture.fs.chmod("/home/ada", 0o500);
  const { notices } = await answerOf(curatorOf(fixture).plan());
  expect(notices.join("\n")).toContain("could not remember this preview");
});
