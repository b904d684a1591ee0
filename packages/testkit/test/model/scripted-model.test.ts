import { describe, expect, test } from "bun:test";
import { buildPriceTable, costOf, decodeVerdict, findPrice, type ModelRequest } from "@metis-curate/core";
import {
  confirmArchive,
  cutOff,
  DEFAULT_USAGE,
  editWith,
  fail,
  keepSkill,
  mergeInto,
  NO_USAGE,
  refuse,
  rewriteAs,
  scriptedModel,
  skipCandidate,
} from "@metis-curate/testkit";

const signals = { last_loaded_at_iso: null, loads_in_window: 0, inactive_days: null };

function skill(name: string) {
  return {
    name,
    description: name,
    body: `# ${name}`,
    files: [],
    loads: 0,
    lastLoadedAtIso: null,
    effectiveness: null,
  };
}

const ARCHIVE: ModelRequest = {
  purpose: "archive",
  dossier: { purpose: "archive", skill: skill("a"), signals },
};
const members = [skill("a"), skill("b")];
const MERGE: ModelRequest = {
  purpose: "consolidate",
  dossier: { purpose: "consolidate", members, referenced: [], takenNames: ["a", "b"], signals },
};
const REWRITE: ModelRequest = {
  purpose: "rewrite",
  dossier: { purpose: "rewrite", members, survivor: "a", archive: ["b"] },
};
const failures = { loads: 3, sessions: 3, failedSessions: 3, rate: 1, signatures: [], toolsSucceeded: [] };
const EDIT: ModelRequest = {
  purpose: "edit",
  dossier: { purpose: "edit", skill: skill("a"), failures, signals },
};

test("answers in order and records every request", async () => {
  const model = scriptedModel({ answers: [confirmArchive(), keepSkill()] });
  expect(await model.ask(ARCHIVE)).toMatchObject({ kind: "answer", usage: DEFAULT_USAGE, truncated: false });
  await model.ask(MERGE);
  expect(model.requests).toEqual([ARCHIVE, MERGE]);
});

test("a call beyond the script is an error of the test", async () => {
  const model = scriptedModel({ answers: [] });
  expect(model.ask(ARCHIVE)).rejects.toThrow("no answer for call 1");
});

test("a function sees the request, the index and the signal", async () => {
  const { signal } = new AbortController();
  const model = scriptedModel({
    answers: (request, index, given) =>
      Promise.resolve(given === signal ? `${request.purpose} ${index}` : "no signal"),
  });
  await model.ask(ARCHIVE, signal);
  expect(await model.ask(MERGE, signal)).toMatchObject({ text: "consolidate 1" });
});

test("usage and estimate follow the options; a free model bills nothing", async () => {
  const usage = { ...NO_USAGE, inputTokens: 7 };
  const model = scriptedModel({ answers: () => "x", usage, estimate: () => DEFAULT_USAGE });
  expect(await model.ask(ARCHIVE)).toMatchObject({ usage });
  expect(model.estimate(ARCHIVE)).toEqual(DEFAULT_USAGE);
  expect(scriptedModel({ answers: [], free: true }).estimate(ARCHIVE)).toEqual(NO_USAGE);
});

test("the default call costs $0.002", () => {
  const price = findPrice(buildPriceTable(), scriptedModel({ answers: [] }).id);
  expect(price === null ? null : String(costOf(price, DEFAULT_USAGE))).toBe("0.002");
});

test.each([refuse(), fail(), cutOff("{")])("a whole answer is passed on: %j", async (answer) => {
  expect(await scriptedModel({ answers: [answer] }).ask(ARCHIVE)).toBe(answer);
});

describe("every helper is a verdict that core decodes", () => {
  test.each([
    ["archive", confirmArchive(), ARCHIVE],
    ["keep", keepSkill(), ARCHIVE],
    ["consolidate", mergeInto("a", ["b"]), MERGE],
    ["consolidate", mergeInto("c", ["a", "b"], { newSkill: true }), MERGE],
    ["rewrite", rewriteAs("# Both", [{ item: "x", reason: "y" }]), REWRITE],
    ["edit", editWith("@@ @@\n-a\n+b"), EDIT],
    ["skip", skipCandidate(), EDIT],
  ])("%s", async (action, scripted, request) => {
    const answer = await scriptedModel({ answers: [scripted] }).ask(request);
    if (answer.kind !== "answer") expect.unreachable(answer.kind);
    else
      expect(decodeVerdict(answer.text, request.dossier)).toMatchObject({
        kind: "verdict",
        verdict: { action },
      });
  });
});
