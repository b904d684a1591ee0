import { describe, expect, test } from "bun:test";
import {
  decodeFacts,
  EMPTY_SIDECAR,
  type Facts,
  factsFromHistory,
  foldRootHistory,
  formatFacts,
  getSkillHistory,
  type RootHistory,
  type RootHistoryInput,
  type SidecarState,
  wholeDays,
} from "@metis-curate/core";
import { metisRoot, PROVENANCE_NOW_US, storedEvents, type TraceEventParts } from "@metis-curate/testkit";

const DAY_US = 86_400_000_000;
const ROOT = metisRoot("/ws/a");

function daysAgo(days: number): number {
  return PROVENANCE_NOW_US - days * DAY_US;
}

function event(
  type: string,
  days: number,
  payload: Readonly<Record<string, unknown>> = {},
  rest: Partial<TraceEventParts> = {},
): TraceEventParts {
  return { type, atUs: daysAgo(days), payload: { skill_id: "x", root: ROOT.key, ...payload }, ...rest };
}

function fold(parts: readonly TraceEventParts[], input: Partial<RootHistoryInput> = {}): RootHistory {
  return foldRootHistory({
    events: storedEvents(parts),
    sessionWorkspaces: new Map(),
    root: ROOT,
    nowUs: PROVENANCE_NOW_US,
    traceInfo: { oldestTimestampUs: daysAgo(400), sweptAtUs: null },
    facts: null,
    sidecar: EMPTY_SIDECAR,
    isNearestRoot: () => true,
    ...input,
  });
}

function sidecarOf(entry: Readonly<Record<string, unknown>>): SidecarState {
  const base = {
    pinned: false,
    pinned_at_iso: null,
    pinned_by: null,
    origin: "auto_generated" as const,
    consolidated_from: null,
    archive_path: null,
  };
  return { ...EMPTY_SIDECAR, skills: { x: { ...base, ...entry } } };
}

function factsOf(parts: readonly TraceEventParts[]): Facts {
  const facts = factsFromHistory(fold(parts), daysAgo(100), null);
  const decoded = decodeFacts(formatFacts(facts));
  if (decoded.kind === "corrupt") throw new Error(decoded.message);
  return decoded.facts;
}

const created = (days: number, source = "auto_generated") => event("skill.created", days, { source });
const loaded = (days: number) => event("skill.loaded", days, { source: "workspace" });

describe("the clock of a skill", () => {
  test("a skill made yesterday and never loaded was touched yesterday", () => {
    const skill = getSkillHistory(fold([created(1)]), "x");
    expect(skill).toMatchObject({
      createdAtUs: daysAgo(1),
      lastTouchedAtUs: daysAgo(1),
      lastLoadedAtUs: null,
    });
  });

  test("a new skill does not inherit the loads of a dead namesake", () => {
    const skill = getSkillHistory(fold([created(300), loaded(200), loaded(150), created(10)]), "x");
    expect(skill).toMatchObject({ loads: [], lastLoadedAtUs: null, createdAtUs: daysAgo(10) });
  });

  test("a load before activation by the agent counts like any other", () => {
    const always = event("skill.loaded", 2, { source: "workspace", load_reason: "always" });
    expect(getSkillHistory(fold([created(100), always]), "x").lastLoadedAtUs).toBe(daysAgo(2));
  });

  test("restore, unpin and a modification restart it; a pin and an archive do not", () => {
    const base = [created(200), loaded(120)];
    const touchedBy = (part: TraceEventParts) => getSkillHistory(fold([...base, part]), "x").lastTouchedAtUs;
    expect(touchedBy(event("skill.curated", 1, { action: "restore" }))).toBe(daysAgo(1));
    expect(touchedBy(event("skill.curated", 1, { action: "unpin" }))).toBe(daysAgo(1));
    expect(touchedBy(event("skill.modified", 1))).toBe(daysAgo(1));
    expect(touchedBy(event("skill.adopted", 1))).toBe(daysAgo(1));
    expect(touchedBy(event("skill.curated", 1, { action: "pin" }))).toBe(daysAgo(200));
    expect(touchedBy(event("skill.curated", 1, { action: "archive" }))).toBe(daysAgo(200));
  });

  test("an exact number of days is whole and a microsecond less is not", () => {
    expect(wholeDays(daysAgo(90), PROVENANCE_NOW_US)).toBe(90);
    expect(wholeDays(daysAgo(90) + 1, PROVENANCE_NOW_US)).toBe(89);
    expect(wholeDays(PROVENANCE_NOW_US + 5, PROVENANCE_NOW_US)).toBe(0);
  });
});

describe("a clock that was ahead", () => {
  const ahead = { source: "workspace" };

  test("a load dated ahead counts at the time of its id", () => {
    const load = event("skill.loaded", -30, ahead, { idAtUs: daysAgo(3) });
    const history = fold([created(100), load]);
    expect(getSkillHistory(history, "x")).toMatchObject({ lastLoadedAtUs: daysAgo(3), clockSkew: false });
  });

  test("a load whose id is ahead too is no activity and is reported", () => {
    const history = fold([created(100), event("skill.loaded", -30, ahead)]);
    expect(getSkillHistory(history, "x")).toMatchObject({ lastLoadedAtUs: null, clockSkew: true });
    expect(history.clockSkewed).toEqual(["x"]);
  });

  test("five minutes ahead are believed", () => {
    const load = event("skill.loaded", -5 / 1440, ahead);
    expect(getSkillHistory(fold([created(100), load]), "x").loads).toHaveLength(1);
  });

  test("pins and origins count whatever their time", () => {
    const parts = [
      event("skill.created", -30, { source: "imported" }),
      event("skill.curated", -30, { action: "pin" }),
    ];
    const skill = getSkillHistory(fold(parts), "x");
    expect(skill.pinned).toBe(true);
    expect(skill.provenance).toMatchObject({ touchable: false, reason: "imported" });
  });

  test("an own consolidation dated ahead is now, so nothing is merged again at once", () => {
    const parts = [created(100), event("skill.curated", -30, { action: "consolidate" })];
    expect(getSkillHistory(fold(parts), "x").lastConsolidatedAtUs).toBe(PROVENANCE_NOW_US);
  });
});

describe("origin", () => {
  test("a skill without any event is manual", () => {
    expect(getSkillHistory(fold([]), "x").provenance).toEqual({
      touchable: false,
      origin: "manual",
      reason: "manual",
    });
  });

  test("an observed write by the agent's own tool gives no provenance", () => {
    const history = fold([event("skill.observed", 3)]);
    expect(getSkillHistory(history, "x").provenance.touchable).toBe(false);
  });

  test("the sidecar can take permission away and never give it", () => {
    const forbidding = fold([created(9)], { sidecar: sidecarOf({ origin: "manual" }) });
    expect(getSkillHistory(forbidding, "x").provenance).toMatchObject({ touchable: false, reason: "manual" });
    const permitting = fold([], { sidecar: sidecarOf({ origin: "auto_generated", pinned: true }) });
    expect(getSkillHistory(permitting, "x").provenance).toMatchObject({ touchable: false });
    expect(getSkillHistory(permitting, "x").pinned).toBe(true);
  });

  test("a merge makes the survivor curator-generated and leaves it touchable", () => {
    const history = fold([created(100), event("skill.curated", 2, { action: "consolidate" })]);
    expect(getSkillHistory(history, "x").provenance).toEqual({
      touchable: true,
      origin: "curator_generated",
    });
  });
});

describe("the hand-edit baseline", () => {
  const baseline = (parts: readonly TraceEventParts[]) => getSkillHistory(fold(parts), "x").baseline;
  const first = event("skill.created", 9, { source: "auto_generated", skill_version: "v1" });

  test("is the body of a foreign creation and the file of our own", () => {
    expect(baseline([first])).toEqual({ kind: "body", hash: "v1" });
    expect(baseline([event("skill.created", 9, { skill_version: "v1", file_hash: "f1" })])).toEqual({
      kind: "file",
      hash: "f1",
    });
  });

  test("moves with an edit, a merge, an adoption, an agent's change and a restored snapshot", () => {
    const curated = (action: string, signals: Readonly<Record<string, unknown>> = {}) =>
      event("skill.curated", 1, { action, skill_version_after: "v2", signals });
    const second = { kind: "body", hash: "v2" } as const;
    expect(baseline([first, curated("edit")])).toEqual(second);
    expect(baseline([first, curated("consolidate")])).toEqual(second);
    expect(baseline([first, event("skill.adopted", 1, { skill_version: "v2" })])).toEqual(second);
    expect(baseline([first, event("skill.modified", 1, { after_hash: "v2" }, { actor: "agent" })])).toEqual(
      second,
    );
  });

  const put = (fileHash: string, more: Readonly<Record<string, unknown>> = {}) =>
    event("skill.curated", 1, {
      action: "restore",
      skill_version_after: fileHash.slice(0, 16),
      signals: { restored_kind: "edit", file_hash: fileHash, ...more },
    });
  const edited = (fileHash: string) =>
    event("skill.curated", 1, {
      action: "edit",
      skill_version_after: fileHash.slice(0, 16),
      signals: { file_hash: fileHash },
    });
  const [ours, theirs] = ["a".repeat(64), "b".repeat(64)] as const;

  test("moves with a restored snapshot of what was ours, not with one of a person's text", () => {
    const history = [first, edited(ours), edited("c".repeat(64))];
    expect(baseline([...history, put(ours)])).toEqual({ kind: "file", hash: ours });
    expect(baseline([...history, put(theirs)])).toEqual({ kind: "file", hash: "c".repeat(64) });
    const foreign = event("skill.created", 9, {
      skill_version: "0123456789abcdef",
      source: "auto_generated",
    });
    const back = event("skill.curated", 1, {
      action: "restore",
      skill_version_after: "0123456789abcdef",
      signals: { restored_kind: "edit", file_hash: theirs },
    });
    expect(baseline([foreign, edited(ours), back])).toEqual({ kind: "file", hash: theirs });
  });

  test("stays through loads, pins, archives, plain restores and a person's change", () => {
    const others = [
      loaded(1),
      ...["pin", "unpin", "archive", "restore"].map((action) =>
        event("skill.curated", 1, { action, skill_version_after: "v2", signals: { file_hash: "f2" } }),
      ),
      event("skill.modified", 1, { after_hash: "v2", reason: "typo" }, { actor: "user" }),
    ];
    expect(baseline([first, ...others])).toEqual({ kind: "body", hash: "v1" });
  });

  test("moves with the operator's apply-description", () => {
    const applied = event(
      "skill.modified",
      1,
      { after_hash: "v2", reason: "apply-description" },
      { actor: "user" },
    );
    expect(baseline([first, applied])).toEqual({ kind: "body", hash: "v2" });
  });
});

describe("effectiveness", () => {
  const feedback = (days: number, outcome: string) => event("skill.feedback", days, { outcome });

  test("is a moving average from one half, in order of insertion", () => {
    const history = fold([created(9), feedback(3, "success"), feedback(2, "failure"), feedback(1, "odd")]);
    const skill = getSkillHistory(history, "x");
    expect(skill.effectiveness?.uses).toBe(2);
    expect(skill.effectiveness?.score).toBeCloseTo(0.455, 12);
  });

  test("is unknown without feedback and forgets a dead namesake's", () => {
    expect(getSkillHistory(fold([created(9)]), "x").effectiveness).toBeNull();
    expect(getSkillHistory(fold([feedback(30, "failure"), created(9)]), "x").effectiveness).toBeNull();
  });
});

describe("runs", () => {
  const run = (days: number, id: string, payload: Readonly<Record<string, unknown>>) => [
    event("curator.run_started", days, { curator_run_id: id, trigger: "scheduled" }),
    event("curator.run_finished", days, { curator_run_id: id, ...payload }),
  ];

  test("only completed work, nothing to do and the two caps move the last curation", () => {
    const reasons = [
      "completed",
      "no_candidates",
      "per_run_cap",
      "per_day_cap",
      "interval_not_elapsed",
      "disabled",
    ];
    const advanced = reasons.filter(
      (reason) => fold(run(2, "r", { throttled_reason: reason })).lastCurationAtUs === daysAgo(2),
    );
    expect(advanced).toEqual(["completed", "no_candidates", "per_run_cap", "per_day_cap"]);
  });

  test("a run that ended early does not move it, nor does one without an end", () => {
    const early = run(1, "b", { throttled_reason: "completed", ended_early: "model_errors" });
    const history = fold([
      ...run(5, "a", { throttled_reason: "completed", ended_early: null }),
      ...early,
      event("curator.run_started", 0, { curator_run_id: "c", trigger: "explicit_cli" }),
    ]);
    expect(history.lastCurationAtUs).toBe(daysAgo(5));
    expect(history.runs.map(({ runId, finishedAtUs }) => [runId, finishedAtUs])).toEqual([
      ["a", daysAgo(5)],
      ["b", daysAgo(1)],
      ["c", null],
    ]);
  });

  test("the last of pause and resume decides, and a paused sidecar pauses too", () => {
    expect(fold([event("curator.paused", 3), event("curator.resumed", 2)]).paused).toBe(false);
    expect(fold([event("curator.resumed", 3), event("curator.paused", 2)]).paused).toBe(true);
    const sidecar = { ...EMPTY_SIDECAR, paused_at_iso: "2026-05-01T00:00:00Z" };
    expect(fold([], { sidecar }).paused).toBe(true);
  });
});

describe("the memory of no", () => {
  const call = { curator_run_id: "r", call_id: "c", skill_ids: ["x"], model: "m", candidate_hash: "h" };

  test("holds declined and refused candidates, and no others", () => {
    const remembered = ["confirmed", "declined", "refused", "malformed", "error"].filter((verdict) => {
      const ended = event("curator.call_completed", 1, { curator_run_id: "r", call_id: "c", verdict });
      return fold([event("curator.call_started", 1, call), ended]).refusals.length > 0;
    });
    expect(remembered).toEqual(["declined", "refused"]);
  });

  test("holds the candidate of an undone action, named by the action or by its call", () => {
    const parts = (signals: Readonly<Record<string, unknown>>) => [
      event("curator.call_started", 3, call),
      event("skill.curated", 3, { action: "archive", curator_run_id: "r", curator_model: "m", signals }),
    ];
    const undone = (signals: Readonly<Record<string, unknown>>) => {
      const acts = parts(signals);
      const id = storedEvents(acts)[1]?.event.id;
      const restore = event("skill.curated", 1, { action: "restore", signals: { undoes: id } });
      return fold([...acts, restore]).refusals;
    };
    expect(undone({ candidate_hash: "own" })).toEqual([
      { candidateHash: "own", model: "m", atUs: daysAgo(1) },
    ]);
    expect(undone({})).toEqual([{ candidateHash: "h", model: "m", atUs: daysAgo(1) }]);
  });
});

describe("a pruned trace", () => {
  const young = { traceInfo: { oldestTimestampUs: daysAgo(30), sweptAtUs: null } };
  const swept = { traceInfo: { oldestTimestampUs: daysAgo(30), sweptAtUs: daysAgo(1) } };

  test("makes a skill nothing is known of untouchable as unknown-origin", () => {
    const history = fold([], swept);
    expect(history.pruned).toBe(true);
    expect(getSkillHistory(history, "x").provenance).toMatchObject({ reason: "unknown-origin" });
  });

  test("is noticed without a sweep event when the oldest event is younger than the facts", () => {
    const facts = factsOf([created(200), loaded(150)]);
    expect(fold([], { facts, ...young }).pruned).toBe(true);
    expect(fold([], { facts }).pruned).toBe(false);
    expect(fold([], { ...young, facts: null }).pruned).toBe(false);
    expect(fold([], { ...young, areFactsLost: true }).pruned).toBe(true);
  });

  test("leaves what the facts knew: origin, baseline, dates and effectiveness", () => {
    const parts = [
      event("skill.created", 200, { source: "auto_generated", skill_version: "v1" }),
      loaded(150),
      event("skill.feedback", 149, { outcome: "success" }),
    ];
    const whole = getSkillHistory(fold(parts), "x");
    const left = getSkillHistory(fold([], { facts: factsOf(parts), ...young }), "x");
    expect({ ...left, loads: whole.loads }).toEqual(whole);
  });

  test("never lowers a prohibition, and a later retag still decides", () => {
    const facts = factsOf([event("skill.disowned", 200)]);
    const later = fold([created(5)], { facts, ...young });
    expect(getSkillHistory(later, "x").provenance).toMatchObject({ touchable: false, reason: "manual" });
    const adopted = fold([event("skill.adopted", 5)], { facts, ...young });
    expect(getSkillHistory(adopted, "x").provenance.touchable).toBe(true);
  });

  test("does not count feedback twice that the facts already hold", () => {
    const parts = [created(200), event("skill.feedback", 120, { outcome: "success" })];
    const facts = factsOf(parts);
    const again = fold([event("skill.feedback", 120, { outcome: "success" })], { facts, ...young });
    expect(getSkillHistory(again, "x").effectiveness?.uses).toBe(1);
    const more = fold([event("skill.feedback", 20, { outcome: "success" })], { facts, ...young });
    expect(getSkillHistory(more, "x").effectiveness?.uses).toBe(2);
  });

  test("stays known as pruned after the facts were written again", () => {
    const facts = factsOf([created(200)]);
    const next = factsFromHistory(fold([], { facts, ...young }), PROVENANCE_NOW_US, facts);
    expect(next.oldest_event_us).toBe(facts.oldest_event_us);
    expect(fold([], { facts: next, ...young }).pruned).toBe(true);
    expect(next.skills).toEqual(facts.skills);
  });
});
