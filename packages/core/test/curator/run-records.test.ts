import { describe, expect, test } from "bun:test";
import { createCurator, readFacts, type Usd } from "@metis-curate/core";
import {
  confirmArchive,
  curatorFixture,
  type FixtureSkill,
  type ScriptedModelOptions,
  scriptedModel,
} from "@metis-curate/testkit";
import { makeValidEvent } from "../../src/curator/make-valid-event.ts";
import {
  acts,
  done,
  eventsOf,
  existsAt,
  expectSound,
  idle,
  payloadsOf,
  runNow,
  sidecarText,
  skillsDump,
  used,
} from "./curator-world.ts";

function world(skills: readonly FixtureSkill[], answers: ScriptedModelOptions["answers"], options = {}) {
  return curatorFixture({ skills, model: scriptedModel({ answers }), ...options });
}

describe("records of a run", () => {
  test("S1 17: at the day's cap nothing is even skipped, and without candidates it is per_day_cap too", async () => {
    for (const skills of [[idle("alpha")], []]) {
      const fixture = world(skills, [], {
        config: { per_day_max_usd: "0.001", per_run_max_usd: "0.001" },
      });
      const { deps } = fixture;
      const call = {
        root: deps.root.key,
        curator_run_id: "R",
        call_id: "C",
        purpose: "archive",
        skill_ids: ["x"],
        model: "anthropic:claude-haiku-4-5",
        estimated_cost_usd: "0.001",
        candidate_hash: "h",
      };
      const event = makeValidEvent(deps, { type: "curator.call_started", sessionId: "R", payload: call });
      await deps.trace.append([event], "full");
      const report = await runNow(fixture);
      expect(report).toMatchObject({ throttled_reason: "per_day_cap", skips: [], actions: [] });
      expectSound(fixture);
    }
  });

  test("a model whose prices are 0 runs although the day's cap is used up", async () => {
    const id = "openai-compatible:own";
    const fixture = curatorFixture({
      skills: [idle("alpha")],
      model: scriptedModel({ id, answers: [confirmArchive()] }),
      config: {
        per_day_max_usd: "0" as Usd,
        per_run_max_usd: "0" as Usd,
        prices: { [id]: { input: "0", output: "0.00" } },
      },
    });
    const report = await runNow(fixture);
    expect(report).toMatchObject({ throttled_reason: "completed", spend_usd: "0", calls: { calls: 1 } });
    expect(report.actions).toMatchObject([{ action: "archive", skill_id: "alpha" }]);
    expectSound(fixture);
  });

  test("CASES 38: the closing record of a killed run counts what it had done", async () => {
    const fixture = curatorFixture({ skills: [idle("alpha"), idle("beta")] });
    const { deps } = fixture;
    const curator = createCurator(deps);
    await runNow(fixture);
    const template = eventsOf(fixture, "curator.run_started")[0] ?? expect.unreachable();
    const act = done(await curator.restore("alpha"));
    const runId = String(act.payload["curator_run_id"]);
    const payload = { ...template.payload, curator_run_id: runId };
    await deps.trace.append(
      [makeValidEvent(deps, { type: "curator.run_started", sessionId: runId, payload })],
      "full",
    );
    done(await curator.pin("alpha"));
    expect(payloadsOf(fixture, "curator.run_finished").at(-1)).toMatchObject({
      curator_run_id: runId,
      actions_taken: 1,
      ended_early: "recovered",
    });
  });

  test("S1 5: facts.json knows origin and date after a run, outside the workspace", async () => {
    const fixture = curatorFixture({ skills: [used("alpha")] });
    await runNow(fixture);
    const { fs, root, clock } = fixture.deps;
    expect(root.privateDir.startsWith(root.base)).toBe(false);
    const found = readFacts(fs, root);
    if (found.kind !== "facts") return expect.unreachable(found.kind);
    expect(found.facts.last_curation_at_us).toBe(clock.nowUs());
    expect(Object.keys(found.facts.skills)).toEqual(["alpha"]);
  });
});

describe("the due check", () => {
  test("without a trace nothing is noted and nothing runs", async () => {
    const fixture = curatorFixture({ skills: [idle("alpha")], traceAbsent: true });
    const before = fixture.fs.dump();
    expect(await createCurator(fixture.deps).maybeRun("s")).toBeNull();
    expect(fixture.fs.dump()).toEqual(before);
  });

  test("a pause outlives a removed state.json: no run, no event", async () => {
    const fixture = curatorFixture({ skills: [idle("alpha")] });
    const curator = createCurator(fixture.deps);
    await runNow(fixture);
    done(await curator.pause());
    fixture.fs.unlink(fixture.deps.root.sidecarPath);
    fixture.clock.advanceDays(8);
    const events = fixture.trace.events.length;
    expect(await curator.maybeRun("s")).toBeNull();
    expect(fixture.trace.events).toHaveLength(events);
  });

  test("no key: nothing runs, nothing is noted, the log says why", async () => {
    const model = { kind: "none" as const, id: "anthropic:x", message: "set ANTHROPIC_API_KEY" };
    const fixture = curatorFixture({ skills: [idle("alpha")], model });
    const events = fixture.trace.events.length;
    expect(await createCurator(fixture.deps).maybeRun("s")).toBeNull();
    expect(fixture.trace.events).toHaveLength(events);
    expect(sidecarText(fixture)).toBeNull();
    expect(fixture.logger.messages("warning").join()).toContain("ANTHROPIC_API_KEY");
  });
});

describe("plans and roots", () => {
  test("a plan whose hash is another is refused for that candidate alone", async () => {
    const fixture = curatorFixture({ skills: [idle("alpha"), idle("beta")] });
    const curator = createCurator(fixture.deps);
    const planned = done(await curator.plan()).candidates;
    const plan = {
      schema_version: "1" as const,
      root: fixture.deps.root.key,
      created_at: "2026-06-01T00:00:00Z",
      candidates: planned.map((one) => (one.skills[0] === "beta" ? { ...one, hash: "0".repeat(64) } : one)),
    };
    const report = done(await curator.run({ trigger: "explicit_cli", plan }));
    expect(acts(fixture)).toEqual(["archive alpha"]);
    expect(report.skips).toMatchObject([{ skills: ["beta"], kind: "changed-meanwhile", cost_usd: "0" }]);
  });

  test("S1 11: the global root is curated in its own place, a workspace's loads do not count", async () => {
    const loaded = (source: string) => ({
      type: "skill.loaded",
      daysAgo: 1,
      sessionId: source,
      payload: {
        root: undefined,
        skill_id: `by-${source}`,
        skill_version: "0".repeat(16),
        load_reason: "on_demand",
        load_size_tokens: 1,
        source,
        triggered_by_tool_use_id: null,
      },
    });
    const fixture = curatorFixture({
      scope: "global",
      skills: [idle("by-global"), idle("by-nobody")],
      events: [loaded("global")],
    });
    await runNow(fixture);
    expect(acts(fixture)).toEqual(["archive by-nobody"]);
    expect(existsAt(fixture.fs, "/home/ada/.metis/skills-archive/by-nobody-20260601T000000Z")).toBe(true);
    expect(payloadsOf(fixture, "curator.run_started")[0]).toMatchObject({ source: "global" });
    expect(Object.keys(skillsDump(fixture))).toEqual(["by-global", "by-global/SKILL.md"]);
    expectSound(fixture);
  });
});
