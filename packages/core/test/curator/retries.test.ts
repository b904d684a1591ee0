import { describe, expect, test } from "bun:test";
import { type AuxiliaryModel, createCurator } from "@metis-curate/core";
import {
  confirmArchive,
  curatorFixture,
  DEFAULT_USAGE,
  keepSkill,
  mergeInto,
  NO_USAGE,
  rewriteAs,
  type ScriptedModelOptions,
  scriptedModel,
} from "@metis-curate/testkit";
import {
  CALL_RETRIES_MAX,
  findRetryWait,
  RETRY_WAIT_MS,
  RETRY_WAIT_MS_MAX,
} from "../../src/curator/call-attempts.ts";
import {
  acts,
  eventsOf,
  expectSound,
  idle,
  kindsOf,
  payloadsOf,
  reasonsOf,
  runNow,
  used,
} from "./curator-world.ts";

/** Costs $0.012 with claude-haiku-4-5; an answer costs $0.002. */
const ESTIMATE = { ...NO_USAGE, inputTokens: 1_600, outputTokens: 2_000 };

function overloaded(afterMs: number | null = null, sent = true) {
  return { kind: "error" as const, message: "overloaded", sent, retry: { afterMs } };
}

function world(answers: ScriptedModelOptions["answers"], options = {}) {
  const model = scriptedModel({ answers, estimate: ESTIMATE, usage: DEFAULT_USAGE });
  return { model, fixture: curatorFixture({ skills: [idle("alpha")], model, ...options }) };
}

describe("an error that may pass", () => {
  test("is tried again after a wait; every attempt is a call of its own, paid for", async () => {
    const { fixture } = world([overloaded(), overloaded(), confirmArchive()]);
    const report = await runNow(fixture);
    expect(acts(fixture)).toEqual(["archive alpha"]);
    expect(fixture.waitedMs).toEqual([RETRY_WAIT_MS, RETRY_WAIT_MS * 2]);
    expect(report).toMatchObject({ spend_usd: "0.026", errors: 0, calls: { calls: 3 } });
    expect(
      payloadsOf(fixture, "curator.call_completed").map((one) => [one["verdict"], one["cost_usd"]]),
    ).toEqual([
      ["error", "0.012"],
      ["error", "0.012"],
      ["confirmed", "0.002"],
    ]);
    const ids = payloadsOf(fixture, "curator.call_started").map((one) => one["call_id"]);
    expect(new Set(ids).size).toBe(3);
    expect(payloadsOf(fixture, "skill.curated")[0]).toMatchObject({ curator_cost_usd: "0.026" });
    expectSound(fixture);
  });

  test("costs nothing when it was never sent", async () => {
    const { fixture } = world([overloaded(null, false), keepSkill()]);
    expect(await runNow(fixture)).toMatchObject({ spend_usd: "0.002" });
  });

  test("is given up after a bounded number of attempts: one skip with the cost of all", async () => {
    const { fixture, model } = world(() => overloaded());
    const report = await runNow(fixture);
    expect(model.requests).toHaveLength(1 + CALL_RETRIES_MAX);
    expect(report.skips).toMatchObject([{ kind: "error", cost_usd: "0.036" }]);
    expect(report).toMatchObject({ errors: 1, spend_usd: "0.036" });
  });

  test("counts once towards the three in a row that end a run", async () => {
    const names = ["a1", "b2", "c3", "d4"];
    const { fixture, model } = world(() => overloaded(null, false), {
      skills: names.map((name) => idle(name)),
    });
    const report = await runNow(fixture);
    expect(report).toMatchObject({ ended_early: "model_errors", errors: 3, spend_usd: "0" });
    expect(model.requests).toHaveLength(3 * (1 + CALL_RETRIES_MAX));
    expect(reasonsOf(report)["d4"]).toBe("not-reached");
  });

  test("is not tried again without room in the budget", async () => {
    const { fixture, model } = world(() => overloaded(), { config: { per_run_max_usd: "0.025" } });
    const report = await runNow(fixture);
    expect(model.requests).toHaveLength(2);
    expect(report.skips).toMatchObject([{ kind: "error", cost_usd: "0.024" }]);
  });

  test("is not tried again when the provider asks for too long a wait", async () => {
    const { fixture, model } = world(() => overloaded(RETRY_WAIT_MS_MAX + 1));
    await runNow(fixture);
    expect(model.requests).toHaveLength(1);
    expect(fixture.waitedMs).toEqual([]);
  });

  test("an error without a word of passing is never tried again", async () => {
    const { fixture, model } = world(() => ({ kind: "error", message: "bad request", sent: true }));
    await runNow(fixture);
    expect(model.requests).toHaveLength(1);
  });

  test("the calls of a merge are tried again each for itself", async () => {
    const body = "# Deploy\n\nBuild and upload.";
    const { fixture } = world(
      [overloaded(), mergeInto("deploy-web-app", ["deploy-web-site"]), overloaded(), rewriteAs(body)],
      { skills: [used("deploy-web-app", { body }), used("deploy-web-site", { body })] },
    );
    const report = await runNow(fixture);
    expect(acts(fixture)).toEqual(["consolidate deploy-web-app", "archive deploy-web-site"]);
    expect(report).toMatchObject({ spend_usd: "0.028" });
    expect(report.calls.by_purpose).toMatchObject({
      consolidate: { calls: 2, billed_usd: "0.014" },
      rewrite: { calls: 2, billed_usd: "0.014" },
    });
  });
});

test("the progress tells the spend so far, and when a failed attempt is made again", async () => {
  const { fixture } = world([overloaded(5_000), keepSkill(), keepSkill()], {
    skills: [idle("a1"), idle("b2")],
  });
  const seen: unknown[] = [];
  await runNow(fixture, {
    onProgress: ({ result, retryInMs, spendUsd }) => seen.push([result, retryInMs ?? null, spendUsd]),
  });
  expect(seen).toEqual([
    [null, null, "0"],
    [null, 5_000, "0.012"],
    [null, null, "0.012"],
    ["declined", null, "0.014"],
    [null, null, "0.014"],
    ["declined", null, "0.016"],
  ]);
});

describe("Ctrl-C", () => {
  test("ends the wait and the run; what was asked stays paid for", async () => {
    const stop = new AbortController();
    const { fixture, model } = world(() => overloaded(), { onWait: () => stop.abort() });
    const report = await runNow(fixture, { signal: stop.signal });
    expect(model.requests).toHaveLength(1);
    expect(report).toMatchObject({ ended_early: "interrupted", errors: 0, spend_usd: "0.012" });
    expect(kindsOf(report)).toEqual(["interrupted"]);
    expectSound(fixture);
  });

  test("in the midst of a call counts its estimate and is no error of the model", async () => {
    const stop = new AbortController();
    const { fixture } = world(() => {
      stop.abort();
      return { kind: "error", message: "aborted", sent: true };
    });
    const report = await runNow(fixture, { signal: stop.signal });
    expect(report).toMatchObject({ ended_early: "interrupted", errors: 0, spend_usd: "0.012" });
    expect(eventsOf(fixture, "curator.call_completed")).toHaveLength(1);
  });

  test("between the two calls of a merge gives back what the second would have cost", async () => {
    const stop = new AbortController();
    const body = "# Deploy\n\nBuild and upload.";
    const { fixture, model } = world(
      () => {
        stop.abort();
        return mergeInto("deploy-web-app", ["deploy-web-site"]);
      },
      { skills: [used("deploy-web-app", { body }), used("deploy-web-site", { body })] },
    );
    const report = await runNow(fixture, { signal: stop.signal });
    expect(model.requests).toHaveLength(1);
    expect(report).toMatchObject({ ended_early: "interrupted", spend_usd: "0.002" });
    expect(kindsOf(report)).toEqual(["interrupted"]);
    expect(acts(fixture)).toEqual([]);
  });
});

test("the wait doubles, honours what the provider asks for, and is bounded", () => {
  expect([0, 1, 2].map((retries) => findRetryWait(retries, null))).toEqual([
    RETRY_WAIT_MS,
    RETRY_WAIT_MS * 2,
    null,
  ]);
  expect(findRetryWait(0, 5_000)).toBe(5_000);
  expect(findRetryWait(0, 1)).toBe(RETRY_WAIT_MS);
  expect(findRetryWait(0, RETRY_WAIT_MS_MAX)).toBe(RETRY_WAIT_MS_MAX);
  expect(findRetryWait(0, Number.NaN)).toBe(RETRY_WAIT_MS);
  expect(findRetryWait(0, -5)).toBe(RETRY_WAIT_MS);
});

describe("a request that cannot be put whole", () => {
  const tooLarge: AuxiliaryModel = {
    ...scriptedModel({ answers: [], estimate: ESTIMATE }),
    findObstacle: () => "the body is larger than the model takes",
  };

  test("is skipped without a call and without cost, and the dry run says so", async () => {
    const fixture = curatorFixture({ skills: [idle("alpha")], model: tooLarge });
    const plan = await createCurator(fixture.deps).plan();
    if (!plan.ok) return expect.unreachable();
    expect(plan.value.candidates).toMatchObject([{ skills: ["alpha"], estimated_cost_usd: "0" }]);
    expect(plan.value.candidates[0]?.reason).toContain("too-large-for-model: the body is larger");
    const report = await runNow(fixture);
    expect(report.skips).toMatchObject([{ kind: "too-large-for-model", cost_usd: "0" }]);
    expect(report).toMatchObject({ errors: 0, ended_early: null });
    expect(eventsOf(fixture, "curator.call_started")).toEqual([]);
  });

  test("the smaller merges inside a cluster that is too large are not hidden by it", async () => {
    const body = "# Deploy\n\nBuild and upload.";
    const sizes = { "deploy-web-app": body, "deploy-web-page": "x".repeat(900), "deploy-web-site": body };
    const model = scriptedModel({
      answers: [mergeInto("deploy-web-app", ["deploy-web-site"]), rewriteAs(body)],
      estimate: ESTIMATE,
    });
    const findObstacle: AuxiliaryModel["findObstacle"] = ({ dossier }) =>
      "members" in dossier && dossier.members.some((member) => member.body.length >= 900) ? "big" : null;
    const fixture = curatorFixture({
      skills: Object.entries(sizes).map(([name, text]) => used(name, { body: text })),
      model: { ...model, findObstacle },
    });
    const plan = await createCurator(fixture.deps).plan();
    if (!plan.ok) return expect.unreachable();
    expect(plan.value.candidates.map(({ skills }) => skills)).toEqual([
      ["deploy-web-app", "deploy-web-site"],
    ]);
    expect(plan.value.candidates[0]?.reason).toEndWith(
      "; without deploy-web-page, too large for one request",
    );
    const report = await runNow(fixture);
    expect(acts(fixture)).toEqual(["consolidate deploy-web-app", "archive deploy-web-site"]);
    expect(reasonsOf(report)).toEqual({ "deploy-web-page": "active" });
    expectSound(fixture);
  });

  test("a merge whose rewrite is too large is not even confirmed", async () => {
    const model = scriptedModel({ answers: [], estimate: ESTIMATE });
    const only = {
      ...model,
      findObstacle: ({ purpose }: { purpose: string }) => (purpose === "rewrite" ? "big" : null),
    };
    const fixture = curatorFixture({
      skills: [used("deploy-web-app"), used("deploy-web-site")],
      model: only,
    });
    expect(kindsOf(await runNow(fixture))).toEqual(["too-large-for-model"]);
    expect(model.requests).toEqual([]);
  });
});
