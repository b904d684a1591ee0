import { describe, expect, test } from "bun:test";
import {
  createIdSource,
  type EventEnvelope,
  makeEvent,
  type NewEvent,
  PAYLOAD_REGISTRY,
  type Payload,
  SENSITIVITIES,
  type Sensitivity,
  validateEvent,
} from "@metis-curate/core";
import { fixedClock, traceArbitrary } from "@metis-curate/testkit";
import fc from "fast-check";

const clock = fixedClock();
const source = { ids: createIdSource(clock, () => 0.5), clock };

function eventOf(event: Omit<NewEvent, "sessionId">): EventEnvelope {
  return makeEvent(source, { ...event, sessionId: "session" });
}

const curated: Payload = {
  curator_run_id: "run",
  skill_id: "alpha",
  action: "archive",
  source: "workspace",
  skill_version_before: "0123456789abcdef",
  skill_version_after: null,
  consolidated_from: [],
  archive_path: ".metis/skills-archive/alpha-20260601T000000Z/",
  curator_kind: "llm",
  curator_model: "rules",
  curator_cost_usd: "0",
  curator_pricing_version: null,
  curator_latency_ms: 1,
  rationale: "idle for a year",
  signals: { last_loaded_at_iso: null, loads_in_window: 0, inactive_days: null },
};
const redacted: Payload = { ...curated, signals: { rationale_redacted: true } };
const failed: Payload = { tool_use_id: "u", error_class: "timeout", error_message: "secret", latency_ms: 1 };
const loaded: Payload = {
  skill_id: "alpha",
  skill_version: "0",
  load_reason: "always",
  load_size_tokens: 1,
  source: "workspace",
  triggered_by_tool_use_id: null,
};
const modified: Payload = {
  skill_id: "alpha",
  modification_type: "edit",
  before_hash: "0",
  after_hash: "1",
  diff_size_bytes: 1,
  reason: "because",
};

/** For each payload, which of private, user_controlled, pseudonymous, aggregatable may be published. */
const SENSITIVITY_TABLE: readonly (readonly [string, string, Payload, readonly Sensitivity[]])[] = [
  ["a rationale", "skill.curated", curated, ["user_controlled"]],
  ["an empty rationale", "skill.curated", { ...curated, rationale: "" }, ["user_controlled"]],
  ["a redacted rationale", "skill.curated", redacted, ["user_controlled", "pseudonymous"]],
  ["an error message", "tool.failed", failed, ["private"]],
  ["no error message", "tool.failed", { ...failed, error_message: "" }, SENSITIVITIES],
  ["a redacted message", "tool.failed", { ...failed, error_message_redacted: true }, SENSITIVITIES],
  ["a reason", "skill.modified", modified, ["user_controlled"]],
  ["no reason", "skill.modified", { ...modified, reason: null }, SENSITIVITIES.slice(1)],
  ["nothing private", "skill.loaded", loaded, ["pseudonymous"]],
  ["an unknown type", "metis.future", {}, SENSITIVITIES],
];

describe("validateEvent on sensitivity", () => {
  test.each(SENSITIVITY_TABLE)("%s in %s", (_, type, payload, allowed) => {
    const accepted = SENSITIVITIES.filter(
      (sensitivity) => validateEvent(eventOf({ type, payload, sensitivity })).ok,
    );
    expect(accepted).toEqual([...allowed]);
  });

  test("the message names the event, the type and the rule", () => {
    const event = eventOf({ type: "skill.loaded", payload: loaded, sensitivity: "private" });
    expect(validateEvent(event)).toEqual({
      ok: false,
      message: `event ${event.id} (skill.loaded): private is more private than the floor pseudonymous`,
    });
  });
});

describe("validateEvent on payloads", () => {
  test("unknown fields and a root pass in every known type", () => {
    const event = eventOf({ type: "skill.loaded", payload: { ...loaded, root: "metis:global", later: [1] } });
    expect(validateEvent(event)).toEqual({ ok: true });
  });

  test("a root that is not text is refused in every known type", () => {
    for (const type of Object.keys(PAYLOAD_REGISTRY)) {
      expect(validateEvent(eventOf({ type, payload: { root: 1 } })).ok).toBe(false);
    }
  });

  test.each([
    ["a missing field", "skill.loaded", { ...loaded, skill_id: undefined }, "skill_id"],
    ["a value outside the enum", "skill.curated", { ...curated, action: "delete" }, "action"],
    ["a cost as a number", "skill.curated", { ...curated, curator_cost_usd: 0.1 }, "curator_cost_usd"],
    [
      "a cost with an exponent",
      "skill.curated",
      { ...curated, curator_cost_usd: "1E-7" },
      "curator_cost_usd",
    ],
    ["a negative cost", "skill.curated", { ...curated, curator_cost_usd: "-1" }, "curator_cost_usd"],
    ["a fractional count", "skill.loaded", { ...loaded, load_size_tokens: 0.5 }, "load_size_tokens"],
  ] as const)("%s is refused by name", (_, type, payload, field) => {
    const validation = validateEvent(eventOf({ type, payload }));
    expect(validation.ok).toBe(false);
    expect(validation.ok ? "" : validation.message).toContain(`(${type}): ${field}: `);
  });

  test("everything the trace arbitrary makes is valid", () => {
    fc.assert(
      fc.property(traceArbitrary(), (trace) => {
        for (const event of trace) expect(validateEvent(event)).toEqual({ ok: true });
      }),
      { numRuns: 30 },
    );
  });
});

describe("makeEvent", () => {
  test("the catalog fills in who and how private", () => {
    expect(eventOf({ type: "skill.adopted", payload: {} })).toMatchObject({
      actor: "user",
      sensitivity: "pseudonymous",
      turnId: null,
      parentEventId: null,
      timestampUs: clock.nowUs(),
    });
    expect(eventOf({ type: "skill.curated", payload: curated }).sensitivity).toBe("user_controlled");
    expect(eventOf({ type: "metis.future", payload: {} })).toMatchObject({
      actor: "system",
      sensitivity: "private",
    });
  });

  test("a redacted rationale makes a skill.curated pseudonymous", () => {
    expect(eventOf({ type: "skill.curated", payload: redacted }).sensitivity).toBe("pseudonymous");
  });
});
