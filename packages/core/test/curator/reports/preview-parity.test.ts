import { expect, test } from "bun:test";
import type { ModelRequest } from "@metis-curate/core";
import { agentSkill, curatorFixture, scriptedModel } from "@metis-curate/testkit";
import { answerOf, curatorOf } from "./report-case.ts";

const DECLINED = { action: "keep", reason: "still needed" };
const SKIPPED = { action: "skip", reason: "not alike" };

/** Every request bills what it weighs, so equal requests have equal estimates. */
function weigh(request: ModelRequest) {
  const inputTokens = JSON.stringify(request).length;
  return { inputTokens, outputTokens: 10, cachedInputTokens: 0, cacheCreationInputTokens: 0 };
}

test("the preview estimates the very requests the run then sends", async () => {
  const description = "Deploy the web app.";
  const estimated: string[] = [];
  const model = scriptedModel({
    answers: ({ purpose }) => (purpose === "archive" ? DECLINED : SKIPPED),
    usage: weigh,
    estimate: (request) => {
      estimated.push(JSON.stringify(request));
      return weigh(request);
    },
  });
  const fixture = curatorFixture({
    skills: [
      agentSkill("old-thing", { createdDaysAgo: 200 }),
      agentSkill("gone-thing", { createdDaysAgo: 300 }),
      agentSkill("deploy-web-app", { description, createdDaysAgo: 5, loadedDaysAgo: [1] }),
      agentSkill("deploy-web-application", { description, createdDaysAgo: 5, loadedDaysAgo: [1] }),
    ],
    files: { ".metis/skills/broken/SKILL.md": "no frontmatter\n" },
    model,
  });
  const curator = curatorOf(fixture);
  await answerOf(curator.archive("gone-thing"));
  const plan = await answerOf(curator.plan());
  const previewed = estimated.splice(0);
  await answerOf(curator.run({ trigger: "explicit_cli" }));
  for (const request of model.requests) expect(previewed).toContain(JSON.stringify(request));
  expect(model.requests.map(({ purpose }) => purpose)).toEqual(["archive", "consolidate"]);
  const started = fixture.trace.events.filter(({ type }) => type === "curator.call_started");
  expect(started[0]?.payload["estimated_cost_usd"]).toBe(plan.candidates[0]?.estimated_cost_usd ?? "none");
});

test("status and explain hold with an interval no calendar can hold", async () => {
  const fixture = curatorFixture({
    skills: [agentSkill("in-use", { createdDaysAgo: 5 })],
    config: { interval_hours: 1e15, archive_after_days: 1e12 },
  });
  const curator = curatorOf(fixture);
  await answerOf(curator.run({ trigger: "explicit_cli", yes: true }));
  expect((await answerOf(curator.status())).next_due_at).toBeNull();
  expect((await answerOf(curator.explain("in-use"))).advice.join("\n")).not.toContain("archived from");
});

test("unfinished actions that cannot be looked at are not called none", async () => {
  const fixture = curatorFixture({ skills: [agentSkill("in-use", { createdDaysAgo: 5 })] });
  const curator = curatorOf(fixture);
  await answerOf(curator.pin("in-use"));
  fixture.fs.chmod(`${fixture.deps.root.privateDir}/intents`, 0);
  expect((await answerOf(curator.status())).notices.join("\n")).toContain("cannot be told");
  const { checks } = await answerOf(curator.doctor());
  expect(checks.find(({ name }) => name === "actions")?.ok).toBe(false);
});
