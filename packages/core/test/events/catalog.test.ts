import { expect, test } from "bun:test";
import { decodePayload, findEventDefinition, isKnownEventType, PAYLOAD_REGISTRY } from "@metis-curate/core";

/** CONTRACTS 4.3, 4.4 and S1 8: the floor of every type. */
const FLOORS = {
  "curator.call_completed": "pseudonymous",
  "curator.call_started": "pseudonymous",
  "curator.paused": "pseudonymous",
  "curator.resumed": "pseudonymous",
  "curator.restored": "user_controlled",
  "curator.run_finished": "pseudonymous",
  "curator.run_started": "pseudonymous",
  "eval.completed": "user_controlled",
  "llm.call_completed": "pseudonymous",
  "session.created": "pseudonymous",
  "session.ended": "pseudonymous",
  "skill.adopted": "pseudonymous",
  "skill.created": "pseudonymous",
  "skill.curated": "user_controlled",
  "skill.disowned": "pseudonymous",
  "skill.feedback": "private",
  "skill.loaded": "pseudonymous",
  "skill.matched": "private",
  "skill.modified": "user_controlled",
  "skill.observed": "pseudonymous",
  "skill.promoted": "pseudonymous",
  "skill.scouted": "pseudonymous",
  "tool.called": "private",
  "tool.completed": "private",
  "tool.failed": "private",
  "trace.swept": "pseudonymous",
} as const;

test("the registry holds exactly the catalog, each type under its own name and floor", () => {
  const floors = Object.entries(PAYLOAD_REGISTRY).map(([type, definition]) => {
    expect(definition.type).toBe(type as never);
    return [type, definition.floor];
  });
  expect(Object.fromEntries(floors)).toEqual(FLOORS);
});

test("names of JavaScript's own are no event types", () => {
  expect(["constructor", "__proto__", "toString", "skill.unknown"].filter(isKnownEventType)).toEqual([]);
  expect(findEventDefinition("constructor")).toBeUndefined();
});

test("a payload decodes as its type's or not at all", () => {
  expect(decodePayload("skill.adopted", { skill_id: "a", skill_version: "0", extra: 1 })).toEqual({
    skill_id: "a",
    skill_version: "0",
    extra: 1,
  });
  expect(decodePayload("skill.adopted", { skill_id: 1 })).toBeNull();
});

test("a swept trace may say anything", () => {
  expect(decodePayload("trace.swept", { before: "2026-01-01", rows: 12 })).not.toBeNull();
});
