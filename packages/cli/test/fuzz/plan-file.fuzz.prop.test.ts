import { expect } from "bun:test";
import {
  forgedRecordArbitrary,
  fuzzTarget,
  hostileJsonArbitrary,
  hostileTextArbitrary,
} from "@metis-curate/testkit";
import * as fc from "fast-check";
import { decodePlanFile } from "../../src/plan-file/decode-plan-file.ts";
import { formatJson, safeLines, safeText } from "../../src/text/safe-text.ts";

const candidate = forgedRecordArbitrary({
  action: fc.constantFrom("archive", "consolidate", "edit", "delete"),
  skills: fc.array(fc.constantFrom("a", "../a", "", "__proto__"), { maxLength: 3 }),
  hash: fc.constantFrom("0".repeat(64), ""),
});
const plan = forgedRecordArbitrary({
  schema_version: fc.constant("1"),
  root: fc.constantFrom("metis:global", ""),
  created_at: fc.constant("2026-01-01T00:00:00Z"),
  candidates: fc.array(candidate, { maxLength: 3 }),
});
const file = fc.oneof(
  { arbitrary: hostileJsonArbitrary(plan), weight: 6 },
  { arbitrary: hostileTextArbitrary(['{"schema_version":"1"', "[]"]), weight: 1 },
);

const fuzz = fuzzTarget("plan file and terminal");

fuzz.law("any text is a plan or one line why it is none", file, (text) => {
  const decoded = decodePlanFile(text);
  if (!decoded.ok) {
    expect(decoded.message).not.toBe("");
    return;
  }
  for (const { action, skills, hash } of decoded.plan.candidates) {
    expect(["archive", "consolidate", "edit"]).toContain(action);
    expect(skills.every((skill) => skill !== "")).toBe(true);
    expect(hash).not.toBe("");
  }
  expect(decodePlanFile(JSON.stringify(decoded.plan))).toEqual(decoded);
});

const OBEYED = /[\p{Cc}\p{Cs}\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff]/u;

fuzz.law(
  "no text makes a terminal obey",
  hostileTextArbitrary(["\u001b[2J", "\u009b", "\u0007", "\u202e"]),
  (text) => {
    expect(safeText(text)).not.toMatch(OBEYED);
    for (const line of safeLines(text).split("\n")) expect(line).not.toMatch(OBEYED);
    const json = formatJson({ [text]: text });
    expect(json.replaceAll("\n", "")).not.toMatch(OBEYED);
    expect(JSON.parse(json)).toEqual({ [text]: text });
  },
);
