import { expect, test } from "bun:test";
import { createCurator } from "@metis-curate/core";
import {
  agentSkill,
  type CuratorFixture,
  curatorFixture,
  editWith,
  mergeInto,
  rewriteAs,
  type ScriptedModel,
  scriptedModel,
} from "@metis-curate/testkit";

async function runTwice(fixture: CuratorFixture, model: ScriptedModel) {
  const curator = createCurator(fixture.deps);
  const run = async () => {
    const report = await curator.run({ trigger: "explicit_cli", yes: true });
    if (!report.ok) throw new Error(report.refusal.message);
    return report.value;
  };
  const first = await run();
  const calls = model.requests.length;
  const second = await run();
  return { first, second, calls, moreCalls: model.requests.length - calls };
}

test("a diff that code refuses is paid for once: the second run remembers the no", async () => {
  const model = scriptedModel({ answers: () => editWith("@@ -1,2 +1,2 @@\n-not there\n+new\n") });
  const fixture = curatorFixture({
    skills: [agentSkill("tool", { createdDaysAgo: 30, loadedDaysAgo: [3, 2, 1], failedLoads: 3 })],
    model,
  });
  const { first, second, calls, moreCalls } = await runTwice(fixture, model);
  expect(first.skips).toMatchObject([{ skills: ["tool"], kind: "malformed", cost_usd: "0.002" }]);
  expect([calls, moreCalls]).toEqual([1, 0]);
  expect(second.left_alone).toMatchObject([{ skill: "tool", reason: "answered" }]);
  const completed = fixture.trace.events.filter(({ type }) => type === "curator.call_completed");
  expect(completed.map(({ payload }) => payload["verdict"])).toEqual(["refused"]);
});

test("a merge that loses content is paid for once, and counts as no error of the model", async () => {
  const model = scriptedModel({
    answers: ({ purpose }) =>
      purpose === "rewrite"
        ? rewriteAs("# Short\n\nNothing of it is left here.")
        : mergeInto("deploy-web-app", ["deploy-web-application"]),
  });
  const twin = (name: string, body: string) =>
    agentSkill(name, { body, description: "Deploy the web app.", createdDaysAgo: 30, loadedDaysAgo: [1] });
  const fixture = curatorFixture({
    skills: [
      twin(
        "deploy-web-app",
        "# Deploy\n\n```sh\nmake deploy\n```\n\nThen watch dashboards carefully for regressions.",
      ),
      twin(
        "deploy-web-application",
        "# Rollout\n\n```sh\nmake rollout\n```\n\nAfterwards notify everybody in chat.",
      ),
    ],
    model,
  });
  const { first, moreCalls } = await runTwice(fixture, model);
  expect(first.skips).toMatchObject([{ kind: "retention", cost_usd: "0.004" }]);
  expect(first.errors).toBe(0);
  expect(moreCalls).toBe(0);
});
