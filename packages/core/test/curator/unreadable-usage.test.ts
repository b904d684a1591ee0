import { expect, test } from "bun:test";
import { createCurator, type ModelAnswer } from "@metis-curate/core";
import { agentSkill, curatorFixture, scriptedModel } from "@metis-curate/testkit";

function answerWith(inputTokens: number): ModelAnswer {
  const usage = { inputTokens, outputTokens: 1, cachedInputTokens: 0, cacheCreationInputTokens: 0 };
  return { kind: "answer", text: '{"action":"archive","rationale":"unused"}', truncated: false, usage };
}

for (const count of [-1, 0.5, Number.NaN, Number.POSITIVE_INFINITY]) {
  test(`an answer that counts ${count} tokens is malformed and costs the estimate`, async () => {
    const scripted = scriptedModel({ answers: () => "" });
    const model = { ...scripted, ask: async () => answerWith(count) };
    const fixture = curatorFixture({ skills: [agentSkill("old-thing")], model });
    const report = await createCurator(fixture.deps).run({ trigger: "explicit_cli", yes: true });
    if (!report.ok) throw new Error(report.refusal.message);
    expect(report.value.skips.map(({ kind }) => kind)).toEqual(["malformed"]);
    const payloads = (type: string) =>
      fixture.trace.events.filter((event) => event.type === type).map(({ payload }) => payload);
    const [started] = payloads("curator.call_started");
    const [completed] = payloads("curator.call_completed");
    expect(completed).toMatchObject({ verdict: "malformed", cost_usd: started?.["estimated_cost_usd"] });
    expect(report.value.skips).toMatchObject([{ cost_usd: started?.["estimated_cost_usd"] }]);
    expect(payloads("skill.curated")).toEqual([]);
  });
}

test("a server of one's own that counts nothing is believed where every price is 0", async () => {
  const id = "openai-compatible:own";
  const scripted = scriptedModel({ id, answers: () => "" });
  const model = { ...scripted, ask: async () => answerWith(Number.NaN) };
  const config = { prices: { [id]: { input: "0", output: "0" } } };
  const fixture = curatorFixture({ skills: [agentSkill("old-thing")], model, config });
  const report = await createCurator(fixture.deps).run({ trigger: "explicit_cli", yes: true });
  if (!report.ok) throw new Error(report.refusal.message);
  expect(report.value).toMatchObject({ actions: [{ action: "archive" }], skips: [], spend_usd: "0" });
  const completed = fixture.trace.events.find(({ type }) => type === "curator.call_completed");
  expect(completed?.payload).toMatchObject({ verdict: "confirmed", cost_usd: "0", input_tokens: 0 });
});
