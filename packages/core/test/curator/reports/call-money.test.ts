import { expect, test } from "bun:test";
import { createCurator, makeEvent } from "@metis-curate/core";
import {
  curatorFixture,
  DEFAULT_USAGE,
  fail,
  keepSkill,
  NO_USAGE,
  scriptedModel,
} from "@metis-curate/testkit";
import { done, idle, payloadsOf, runNow } from "../curator-world.ts";

/** Costs $0.012 with claude-haiku-4-5. */
const ESTIMATE = { ...NO_USAGE, inputTokens: 1_600, outputTokens: 2_000 };

test("the run and the status show the estimates beside the bill, and call events say the same", async () => {
  const model = scriptedModel({
    answers: [keepSkill(), fail("time-out"), fail("not sent", false)],
    estimate: ESTIMATE,
    usage: DEFAULT_USAGE,
  });
  const fixture = curatorFixture({ skills: ["a1", "b2", "c3"].map((name) => idle(name)), model });
  const report = await runNow(fixture);
  const totals = {
    calls: 3,
    estimated_usd: "0.036",
    billed_usd: "0.014",
    unsettled_usd: "0",
    by_purpose: {
      archive: { calls: 3, estimated_usd: "0.036", billed_usd: "0.014", unsettled_usd: "0" },
    },
  };
  expect(report.calls).toEqual(totals as unknown as typeof report.calls);
  expect(report).toMatchObject({ spend_usd: "0.014" });
  const status = done(await createCurator(fixture.deps).status());
  expect(status.calls_today).toEqual(report.calls);
  expect(status.last_run?.calls).toEqual(report.calls);
  expect(status).toMatchObject({ spend_today_usd: "0.014" });
  expect(payloadsOf(fixture, "curator.call_started").map((one) => one["estimated_cost_usd"])).toEqual([
    "0.012",
    "0.012",
    "0.012",
  ]);
  expect(payloadsOf(fixture, "curator.call_completed").map((one) => one["cost_usd"])).toEqual([
    "0.002",
    "0.012",
    "0",
  ]);
});

test("a call that was cut off is shown as unsettled, and yesterday's calls are not of today", async () => {
  const model = scriptedModel({ answers: () => keepSkill(), estimate: ESTIMATE, usage: DEFAULT_USAGE });
  const fixture = curatorFixture({ skills: [idle("alpha")], model });
  await runNow(fixture);
  fixture.clock.advanceDays(1);
  const { deps } = fixture;
  const payload = {
    root: deps.root.key,
    curator_run_id: "R",
    call_id: "C",
    purpose: "edit",
    skill_ids: ["alpha"],
    model: "anthropic:claude-haiku-4-5",
    estimated_cost_usd: "0.5",
  };
  const started = makeEvent(deps, { type: "curator.call_started", sessionId: "R", payload });
  await deps.trace.append([started], "full");
  const status = done(await createCurator(deps).status());
  expect(status.calls_today).toMatchObject({
    calls: 1,
    estimated_usd: "0.5",
    billed_usd: "0",
    unsettled_usd: "0.5",
  });
  expect(status).toMatchObject({ spend_today_usd: "0.5", last_run: { calls: { billed_usd: "0.002" } } });
});
