import { expect, test } from "bun:test";
import { createCurator, makeEvent } from "@metis-curate/core";
import { agentSkill, type CuratorFixture, curatorFixture, scriptedModel } from "@metis-curate/testkit";

async function spendElsewhere({ deps }: CuratorFixture, costUsd: string): Promise<void> {
  const event = makeEvent(deps, {
    type: "curator.call_completed",
    sessionId: "rival",
    payload: {
      root: deps.root.key,
      curator_run_id: "rival",
      call_id: "rival-call",
      purpose: "archive",
      skill_ids: ["other"],
      model: "anthropic:claude-haiku-4-5",
      input_tokens: 1,
      output_tokens: 1,
      cached_input_tokens: 0,
      cache_creation_input_tokens: 0,
      cost_usd: costUsd,
      pricing_version: "rival",
      latency_ms: 1,
      verdict: "declined",
      candidate_hash: "rival",
    },
  });
  await deps.trace.append([event], "full");
}

for (const [rivalUsd, reason, calls] of [
  ["1000", "per_day_cap", 1],
  ["0.001", "completed", 2],
] as const) {
  test(`a run that passes midnight counts $${rivalUsd} that a rival spent on the new day`, async () => {
    const model = scriptedModel({
      answers: async (_request, index) => {
        if (index === 0) {
          fixture.clock.set("2026-06-02T00:00:01Z");
          await spendElsewhere(fixture, rivalUsd);
        }
        return { action: "keep", reason: "still useful" };
      },
    });
    const fixture: CuratorFixture = curatorFixture({
      skills: [agentSkill("one-thing"), agentSkill("other-matter")],
      model,
    });
    fixture.clock.set("2026-06-01T23:59:59Z");
    const report = await createCurator(fixture.deps).run({ trigger: "explicit_cli", yes: true });
    if (!report.ok) throw new Error(report.refusal.message);
    expect(report.value.throttled_reason).toBe(reason);
    expect(model.requests).toHaveLength(calls);
  });
}
