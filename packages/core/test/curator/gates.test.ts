import { describe, expect, test } from "bun:test";
import {
  createCurator,
  createEventBus,
  createSessionManager,
  LockUnavailable,
  type RunOptions,
} from "@metis-curate/core";
import { confirmArchive, countingFileSystem, curatorFixture, scriptedModel } from "@metis-curate/testkit";
import { type GateFacts, runGate } from "../../src/curator/run-gates.ts";
import {
  acts,
  done,
  eventsOf,
  existsAt,
  expectSound,
  idle,
  payloadsOf,
  reasonsOf,
  refusalOf,
  runNow,
  sidecarText,
  skillsDump,
  used,
} from "./curator-world.ts";

const OPEN: GateFacts = {
  enabledInConfig: true,
  disabled: false,
  paused: false,
  previewed: true,
  neverCurated: false,
  intervalElapsed: true,
  commandLine: "metis-curate .",
};
const BOOLEANS = [false, true];
const KEYS = [
  "enabledInConfig",
  "disabled",
  "paused",
  "previewed",
  "neverCurated",
  "intervalElapsed",
] as const;

function* truthTable(): Generator<{ options: RunOptions; facts: GateFacts }> {
  for (const trigger of ["session_ended", "explicit_cli", "scheduled"] as const) {
    for (const force of BOOLEANS)
      for (const yes of BOOLEANS)
        for (let bits = 0; bits < 2 ** KEYS.length; bits += 1) {
          const facts = Object.fromEntries(KEYS.map((key, index) => [key, (bits & (2 ** index)) !== 0]));
          yield { options: { trigger, force, yes }, facts: { ...OPEN, ...facts } };
        }
  }
}

function expectedGate({ trigger, force, yes }: RunOptions, facts: GateFacts): string {
  const off = !facts.enabledInConfig || facts.disabled || facts.paused;
  const explicit = trigger === "explicit_cli";
  if (off && !force) return explicit ? "record disabled 3" : "record disabled";
  if (explicit) return facts.previewed || yes ? "go" : "refuse 2";
  if (force) return "go";
  return facts.intervalElapsed && !facts.neverCurated ? "go" : "record interval_not_elapsed";
}

describe("gates", () => {
  test("trigger × enabled × disabled × paused × previewed × curated × interval × force × yes", () => {
    let rows = 0;
    for (const { options, facts } of truthTable()) {
      const gate = runGate(options, facts);
      const said = [
        gate.kind,
        ...(gate.kind === "record" ? [gate.reason] : []),
        ...(gate.kind !== "go" && gate.refusal !== null ? [String(gate.refusal.exitCode)] : []),
      ].join(" ");
      expect(said, JSON.stringify({ options, facts })).toBe(expectedGate(options, facts));
      rows += 1;
    }
    expect(rows).toBe(3 * 4 * 64);
  });

  test("S1 18: enabled = false stops maybeRun, scheduled and explicit runs; --force runs once", async () => {
    const fixture = curatorFixture({ skills: [idle("alpha")], config: { enabled: false } });
    const curator = createCurator(fixture.deps);
    const before = skillsDump(fixture);
    expect(await curator.maybeRun("s")).toBeNull();
    expect(eventsOf(fixture, "curator.run_started")).toEqual([]);
    const scheduled = done(await curator.run({ trigger: "scheduled" }));
    expect(scheduled).toMatchObject({ throttled_reason: "disabled", actions: [] });
    expect(refusalOf(await curator.run({ trigger: "explicit_cli", yes: true }))).toMatchObject({
      kind: "disabled",
      exitCode: 3,
    });
    expect(payloadsOf(fixture, "curator.run_finished").map((one) => one["throttled_reason"])).toEqual([
      "disabled",
      "disabled",
    ]);
    expect(skillsDump(fixture)).toEqual(before);
    expect(sidecarText(fixture)).toBeNull();
    expectSound(fixture);
    await runNow(fixture, { force: true });
    expect(acts(fixture)).toEqual(["archive alpha"]);
  });

  test("a paused root runs again after resume; a sidecar's disabled cannot be lifted by resume", async () => {
    const fixture = curatorFixture({ skills: [idle("alpha")] });
    const curator = createCurator(fixture.deps);
    done(await curator.pause());
    expect(refusalOf(await curator.run({ trigger: "explicit_cli", yes: true })).message).toContain("resume");
    expect(await curator.maybeRun("s")).toBeNull();
    done(await curator.resume());
    expectSound(fixture);
    await runNow(fixture);
    expect(acts(fixture)).toEqual(["archive alpha"]);
  });

  test("no preview, no run; a refused or disabled run is no preview", async () => {
    const fixture = curatorFixture({ skills: [idle("alpha")] });
    const curator = createCurator(fixture.deps);
    const refusal = { kind: "no-preview", exitCode: 2 };
    expect(refusalOf(await curator.run({ trigger: "explicit_cli" }))).toMatchObject(refusal);
    done(await curator.pause());
    expect(refusalOf(await curator.run({ trigger: "explicit_cli" })).kind).toBe("disabled");
    done(await curator.resume());
    expect(refusalOf(await curator.run({ trigger: "explicit_cli" }))).toMatchObject(refusal);
    expect(acts(fixture)).toEqual([]);
    done(await curator.run({ trigger: "explicit_cli", yes: true }));
    done(await curator.run({ trigger: "explicit_cli" }));
    expectSound(fixture);
  });

  test("a machine with nothing to lock with is refused by its own words, and doctor repeats them", async () => {
    const fixture = curatorFixture({ skills: [idle("old")] });
    const lock = { acquire: () => Promise.reject(new LockUnavailable("no SQLite here: install one")) };
    const curator = createCurator({ ...fixture.deps, lock });
    const outcome = await curator.run({ trigger: "explicit_cli", yes: true });
    expect(refusalOf(outcome)).toEqual({
      kind: "no-lock",
      message: "no SQLite here: install one",
      exitCode: 3,
    });
    expect(acts(fixture)).toEqual([]);
    await runNow(fixture);
    const { checks } = done(await curator.doctor());
    expect(checks.find(({ name }) => name === "lock")).toMatchObject({
      ok: false,
      message: "the lock cannot be taken: no SQLite here: install one",
      fix: null,
    });
  });

  test("a locked root is refused with exit 3 and no event", async () => {
    const fixture = curatorFixture({ skills: [idle("alpha")] });
    const handle = await fixture.deps.lock.acquire(`${fixture.deps.root.privateDir}/lock.db`, 0);
    const outcome = await createCurator(fixture.deps).run({ trigger: "explicit_cli", yes: true });
    expect(refusalOf(outcome)).toMatchObject({ kind: "locked", exitCode: 3 });
    expect(refusalOf(outcome).message).toContain("another curator run is in progress");
    expect(eventsOf(fixture, "curator.run_started")).toEqual([]);
    handle?.release();
    await runNow(fixture);
  });

  test("no model, no price, no trace: refused before anything", async () => {
    const none = {
      kind: "none" as const,
      id: "anthropic:x",
      message: "set ANTHROPIC_API_KEY or use --model rules",
    };
    const unpriced = scriptedModel({ id: "openai-compatible:new", answers: [] });
    const cases = [
      [curatorFixture({ skills: [idle("alpha")], model: none }), "no-model", 2],
      [curatorFixture({ skills: [idle("alpha")], model: unpriced }), "no-price", 2],
      [curatorFixture({ skills: [idle("alpha")], traceAbsent: true }), "no-trace", 3],
    ] as const;
    for (const [fixture, kind, exitCode] of cases) {
      const outcome = await createCurator(fixture.deps).run({ trigger: "explicit_cli", yes: true });
      expect(refusalOf(outcome)).toMatchObject({ kind, exitCode });
      expect(eventsOf(fixture, "curator.run_started")).toEqual([]);
      expect(sidecarText(fixture)).toBeNull();
    }
  });

  test("a trace that cannot be written fails the run and moves nothing", async () => {
    const fixture = curatorFixture({ skills: [idle("alpha")], trace: { readOnly: true } });
    const before = skillsDump(fixture);
    const outcome = await createCurator(fixture.deps).run({ trigger: "explicit_cli", yes: true });
    expect(refusalOf(outcome)).toMatchObject({ kind: "trace", exitCode: 1 });
    expect(skillsDump(fixture)).toEqual(before);
  });
});

describe("the due check", () => {
  test("CASES 17: the first sight stores the date, emits nothing and moves nothing", async () => {
    const fixture = curatorFixture({ skills: [idle("alpha")] });
    const curator = createCurator(fixture.deps);
    const events = fixture.trace.events.length;
    expect(await curator.maybeRun("s")).toBeNull();
    expect(fixture.trace.events).toHaveLength(events);
    expect(JSON.parse(sidecarText(fixture) ?? "").last_curation_at_iso).toBe("2026-06-01T00:00:00Z");
    expect(fixture.logger.messages("info").join()).toContain("168 hours");
    fixture.clock.advanceUs(168 * 3_600_000_000 - 1);
    expect(await curator.maybeRun("s")).toBeNull();
    fixture.clock.advanceUs(1);
    const report = await curator.maybeRun("the-session");
    expect(report?.throttled_reason).toBe("completed");
    expect(acts(fixture)).toEqual(["archive alpha"]);
    expect(eventsOf(fixture, "curator.run_started")[0]).toMatchObject({
      sessionId: "the-session",
      payload: { trigger: "session_ended" },
    });
    expectSound(fixture);
  });

  test("CASES 17: a first scheduled run waits one interval too, and says so", async () => {
    const fixture = curatorFixture({ skills: [idle("alpha")] });
    const curator = createCurator(fixture.deps);
    const first = done(await curator.run({ trigger: "scheduled" }));
    expect(first).toMatchObject({ throttled_reason: "interval_not_elapsed", actions: [] });
    fixture.clock.advanceDays(6);
    expect(done(await curator.run({ trigger: "scheduled" })).throttled_reason).toBe("interval_not_elapsed");
    fixture.clock.advanceDays(1);
    expect(done(await curator.run({ trigger: "scheduled" })).throttled_reason).toBe("completed");
    expect(acts(fixture)).toEqual(["archive alpha"]);
    expectSound(fixture);
  });

  test("nothing is written where there is no skills directory", async () => {
    const fixture = curatorFixture();
    fixture.fs.rmdir(fixture.deps.root.skillsDir);
    const before = fixture.fs.dump();
    expect(await createCurator(fixture.deps).maybeRun("s")).toBeNull();
    expect(fixture.fs.dump()).toEqual(before);
  });

  test("not due: a handful of calls to the disk and none to the trace", async () => {
    const fixture = curatorFixture({ skills: [idle("alpha")] });
    await createCurator(fixture.deps).maybeRun("s");
    const fs = countingFileSystem(fixture.fs);
    const trace = new Proxy(fixture.trace, { get: (_, key) => expect.unreachable(`trace.${String(key)}`) });
    const curator = createCurator({ ...fixture.deps, fs, trace });
    expect(await curator.maybeRun("s")).toBeNull();
    const first = fs.count();
    expect(first).toBeGreaterThan(0);
    expect(first).toBeLessThanOrEqual(7);
    fixture.clock.advanceDays(1);
    await curator.maybeRun("s");
    const held = fs.count();
    expect(await curator.maybeRun("s")).toBeNull();
    expect(fs.count() - held).toBe(1);
  });

  test("no failure reaches the caller", async () => {
    const fixture = curatorFixture({ skills: [idle("alpha")] });
    const broken = { ...fixture.deps, lock: { acquire: () => Promise.reject(new Error("boom")) } };
    expect(await createCurator(broken).maybeRun("s")).toBeNull();
    expect(fixture.logger.messages("error").join()).toContain("boom");
  });

  test("the mass guard withholds an unattended run that would archive more than max(5, 20 %)", async () => {
    const names = ["a1", "b2", "c3", "d4", "e5", "f6"];
    const fixture = curatorFixture({ skills: names.map((name) => idle(name)) });
    const curator = createCurator(fixture.deps);
    await curator.maybeRun("s");
    fixture.clock.advanceDays(7);
    const report = await curator.maybeRun("s");
    expect(report?.actions).toEqual([]);
    expect(new Set(Object.values(reasonsOf(report ?? expect.unreachable())))).toEqual(
      new Set(["needs-preview"]),
    );
    expect(report?.notices.join()).toContain("needs-preview: 6");
    await runNow(fixture);
    expect(acts(fixture)).toHaveLength(6);
  });

  test("five of five are within the guard", async () => {
    const fixture = curatorFixture({ skills: ["a1", "b2", "c3", "d4", "e5"].map((name) => idle(name)) });
    const curator = createCurator(fixture.deps);
    await curator.maybeRun("s");
    fixture.clock.advanceDays(7);
    await curator.maybeRun("s");
    expect(acts(fixture)).toHaveLength(5);
  });
});

describe("session end", () => {
  const END = { disposition: "completed", turnCount: 1, totalCostUsd: "0", durationSeconds: 2 } as const;

  function manager(fixture: ReturnType<typeof curatorFixture>, maybeRun: (id: string) => Promise<null>) {
    const { ids, clock, logger, trace } = fixture.deps;
    const bus = createEventBus({ log: trace, mode: "strict", logger });
    return createSessionManager({ bus, ids, clock, logger, curator: { maybeRun } });
  }

  test("S1 21: endSession calls maybeRun exactly once, after session.ended", async () => {
    const fixture = curatorFixture({ skills: [idle("alpha")] });
    const seen: string[] = [];
    const sessions = manager(fixture, async (id) => {
      seen.push(`${id} after ${eventsOf(fixture, "session.ended").length}`);
      return null;
    });
    await sessions.endSession("s1", END);
    expect(seen).toEqual(["s1 after 1"]);
  });

  test("a curator that throws does not stop the session's end", async () => {
    const fixture = curatorFixture();
    await manager(fixture, () => Promise.reject(new Error("boom"))).endSession("s1", END);
    expect(eventsOf(fixture, "session.ended")).toHaveLength(1);
  });

  test("S1 21: an elapsed interval gives one run in the ended session", async () => {
    const fixture = curatorFixture({ skills: [idle("alpha")] });
    const curator = createCurator(fixture.deps);
    await curator.maybeRun("before");
    fixture.clock.advanceDays(7);
    const { ids, clock, logger, trace } = fixture.deps;
    const bus = createEventBus({ log: trace, mode: "strict", logger });
    await createSessionManager({ bus, ids, clock, logger, curator }).endSession("s1", END);
    expect(eventsOf(fixture, "curator.run_started").map(({ sessionId }) => sessionId)).toEqual(["s1"]);
    await createSessionManager({ bus, ids, clock, logger, curator }).endSession("s2", END);
    expect(eventsOf(fixture, "curator.run_started")).toHaveLength(1);
  });
});

describe("money", () => {
  const priced = (answers: number, caps = {}, names = ["a1", "b2", "c3"]) => {
    const model = scriptedModel({ answers: Array.from({ length: answers }, () => confirmArchive()) });
    return {
      model,
      fixture: curatorFixture({ skills: names.map((name) => idle(name)), model, config: caps }),
    };
  };

  test("S1 16: an estimate above what is left of the run stops it with per_run_cap", async () => {
    const { model, fixture } = priced(1, { per_run_max_usd: "0.004" });
    const report = await runNow(fixture);
    expect(report).toMatchObject({ throttled_reason: "per_run_cap", spend_usd: "0.002", ended_early: null });
    expect(model.requests).toHaveLength(1);
    expect(acts(fixture)).toEqual(["archive a1"]);
    expect(reasonsOf(report)).toEqual({ b2: "not-reached", c3: "not-reached" });
    expect(JSON.parse(sidecarText(fixture) ?? "").last_curation_at_iso).not.toBeNull();
    expectSound(fixture);
  });

  test("exactly the cap is allowed", async () => {
    const { fixture } = priced(2, { per_run_max_usd: "0.00425" });
    expect(await runNow(fixture)).toMatchObject({ throttled_reason: "per_run_cap", spend_usd: "0.004" });
  });

  test.each([
    [{ per_run_max_usd: "0.002" }, "over-run-cap"],
    [{ per_day_max_usd: "0.002" }, "over-day-cap"],
  ])("a candidate dearer than the cap alone is a skip: %j", async (caps, kind) => {
    const { model, fixture } = priced(0, caps);
    const report = await runNow(fixture);
    expect(report).toMatchObject({ throttled_reason: "completed", spend_usd: "0" });
    expect(report.skips.map((one) => one.kind)).toEqual([kind, kind, kind]);
    expect(model.requests).toEqual([]);
  });

  test("the day's cap stops a run in the middle", async () => {
    const { fixture } = priced(1, { per_day_max_usd: "0.004" });
    expect(await runNow(fixture)).toMatchObject({ throttled_reason: "per_day_cap", spend_usd: "0.002" });
  });

  test("S1 17: already at the day's cap: no action, no call, the date advances; the next day goes on", async () => {
    const { model, fixture } = priced(3, { per_day_max_usd: "0.00225", per_run_max_usd: "0.00225" }, [
      "a1",
      "b2",
    ]);
    const spent = {
      curator_run_id: "R",
      call_id: "C",
      purpose: "archive",
      skill_ids: ["x"],
      model: model.id,
    };
    const started = {
      ...spent,
      root: fixture.deps.root.key,
      estimated_cost_usd: "0.00225",
      candidate_hash: "h",
    };
    const event = {
      ...eventsOf(fixture, "skill.created")[0],
      id: fixture.deps.ids.next(),
      type: "curator.call_started",
    };
    const stamped = {
      ...event,
      timestampUs: fixture.clock.nowUs(),
      payload: started,
    } as (typeof fixture.trace.events)[number];
    await fixture.trace.append([stamped], "full");
    fixture.clock.advanceUs(1_000_000);
    const report = await runNow(fixture);
    expect(report).toMatchObject({ throttled_reason: "per_day_cap", actions: [], spend_usd: "0" });
    expect(model.requests).toEqual([]);
    expect(JSON.parse(sidecarText(fixture) ?? "").last_curation_at_iso).not.toBeNull();
    fixture.clock.advanceDays(1);
    expect((await runNow(fixture)).actions).toHaveLength(1);
  });

  test("CASES 37: two curators of one root share the day's cap through the trace", async () => {
    const { fixture } = priced(9, { per_day_max_usd: "0.00425", per_run_max_usd: "0.00425" });
    expect<string | undefined>((await runNow(fixture)).spend_usd).toBe("0.004");
    expect(await runNow(fixture)).toMatchObject({ spend_usd: "0", throttled_reason: "per_day_cap" });
  });

  test("CASES 38: a killed run's calls count in its closing record and in the day", async () => {
    const { fixture } = priced(9);
    const runId = fixture.deps.ids.next();
    const base = eventsOf(fixture, "skill.created")[0] ?? expect.unreachable();
    const { root } = fixture.deps;
    const make = (type: string, payload: object) => ({
      ...base,
      id: fixture.deps.ids.next(),
      type,
      sessionId: runId,
      timestampUs: fixture.clock.nowUs(),
      payload: { root: root.key, curator_run_id: runId, ...payload },
    });
    const call = {
      call_id: "C",
      purpose: "archive",
      skill_ids: ["a1"],
      model: "anthropic:claude-haiku-4-5",
      estimated_cost_usd: "0.3",
      candidate_hash: "h",
    };
    const snapshot = {
      per_run_max_usd: "1",
      per_day_max_usd: "1",
      interval_hours: 1,
      stale_after_days: 1,
      archive_after_days: 1,
      edit_failure_rate: 1,
      edit_failure_window_minutes: 1,
    };
    const started = {
      source: "workspace",
      trigger: "explicit_cli",
      candidates_considered: 1,
      config_snapshot: snapshot,
    };
    await fixture.trace.append(
      [make("curator.run_started", started), make("curator.call_started", call)],
      "full",
    );
    fixture.clock.advanceUs(1_000_000);
    await runNow(fixture);
    expect(payloadsOf(fixture, "curator.run_finished")[0]).toMatchObject({
      curator_run_id: runId,
      ended_early: "recovered",
      spend_usd: "0.3",
    });
    const ids = payloadsOf(fixture, "curator.run_finished").map((one) => one["curator_run_id"]);
    expect(new Set(ids).size).toBe(2);
  });

  test("other throttled reasons: completed and no_candidates", async () => {
    const fixture = curatorFixture({ skills: [idle("alpha"), used("beta")] });
    expect((await runNow(fixture)).throttled_reason).toBe("completed");
    expect((await runNow(fixture)).throttled_reason).toBe("no_candidates");
    expect(existsAt(fixture.fs, fixture.deps.root.archiveDir)).toBe(true);
  });
});
