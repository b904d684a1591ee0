import { describe, expect, test } from "bun:test";
import {
  ANSWER_CHARACTERS_MAX,
  type Dossier,
  decodeVerdict,
  type Verdict,
} from "../../src/verdicts/index.ts";
import { ARCHIVE, consolidateDossier, dossierSkill, EDIT, rewriteDossier } from "./dossiers.ts";

const KEEP = '{"action":"keep","reason":"in use"}';

function verdictOf(text: string, dossier: Dossier = ARCHIVE): Verdict {
  const decoded = decodeVerdict(text, dossier);
  return decoded.kind === "verdict" ? decoded.verdict : expect.unreachable(decoded.message);
}

function faultOf(answer: unknown, dossier: Dossier = ARCHIVE): string {
  const decoded = decodeVerdict(typeof answer === "string" ? answer : JSON.stringify(answer), dossier);
  return decoded.kind === "malformed" ? decoded.message : expect.unreachable("the answer was accepted");
}

describe("the shape of an answer", () => {
  test.each([
    KEEP,
    `\uFEFF\n ${KEEP}\n`,
    `\`\`\`json\n${KEEP}\n\`\`\``,
    `I looked at it.\n\n\`\`\`json\n${KEEP}\n\`\`\`\n\nTell me { if } you need more.`,
    `\`\`\`\n{\n"action": "keep",\n"reason": "in use"\n}\n\`\`\``,
    `~~~\n${KEEP}\n~~~`,
    `The settings {"debug": true} do not matter.\n\`\`\`json\n${KEEP}\n\`\`\``,
  ])("%p is read", (text) => {
    expect(verdictOf(text)).toEqual({ action: "keep", reason: "in use" });
  });

  test("fences and braces inside a string do not confuse the reader", () => {
    const reason = 'use ```json\n{"action":"archive"}\n``` and } too';
    const text = `Here:\n\`\`\`json\n${JSON.stringify({ action: "keep", reason })}\n\`\`\``;
    expect(verdictOf(text)).toEqual({ action: "keep", reason });
  });

  test.each([
    ["I would keep this skill.", "not JSON"],
    ["", "not JSON"],
    ["null", "not JSON"],
    ["[]", "not JSON"],
    [`[${KEEP}]`, "without a fence"],
    [`Sure: ${KEEP}`, "without a fence"],
    [`${KEEP}\n${KEEP}`, "several"],
    [`\`\`\`json\n${KEEP}\n\`\`\`\nor\n\`\`\`json\n${KEEP}\n\`\`\``, "several"],
    [`\`\`\`json\n${KEEP.slice(0, -1)}\n\`\`\``, "not JSON"],
    ["{".repeat(100_000), "not JSON"],
  ])("%p is malformed", (text, message) => {
    expect(faultOf(text)).toContain(message);
  });

  test("an answer above the limit is not looked at", () => {
    expect(faultOf(KEEP.padEnd(ANSWER_CHARACTERS_MAX + 1))).toContain("longer than");
  });
});

describe("an archive candidate", () => {
  test("is confirmed or kept", () => {
    expect(verdictOf('{"action":"archive","rationale":"stale"}')).toEqual({
      action: "archive",
      rationale: "stale",
    });
  });

  test.each([
    [{ action: "archive" }, "rationale"],
    [{ action: "archive", rationale: 1 }, "rationale"],
    [{ action: "archive", rationale: "x", skills: ["everything", "else"] }, "skills"],
    [{ action: "delete", rationale: "x" }, "action"],
    [{ action: "consolidate", survivor: "old", archive: ["x"], new_description: "d" }, "action"],
    [{ action: "archive", rationale: "x".repeat(8_001) }, "rationale"],
    [{}, "action"],
  ])("%j is malformed", (answer, message) => {
    expect(faultOf(answer)).toContain(message);
  });
});

describe("a consolidation", () => {
  const dossier = consolidateDossier(["a", "b", "c"]);
  const merge = {
    action: "consolidate",
    survivor: "a",
    new_skill: false,
    archive: ["b"],
    new_description: "Both",
  };

  test("names a member as the survivor and others to archive", () => {
    expect(verdictOf(JSON.stringify({ ...merge, rationale: "same" }), dossier)).toEqual({
      action: "consolidate",
      survivor: "a",
      newSkill: false,
      archive: ["b"],
      newDescription: "Both",
      rationale: "same",
    });
  });

  test("may leave out new_skill and rationale, as S1 6.1 shows it", () => {
    const { new_skill: _, ...short } = merge;
    expect(verdictOf(JSON.stringify(short), dossier)).toMatchObject({ newSkill: false, rationale: "" });
  });

  test("may be declined", () => {
    expect(verdictOf('{"action":"skip","reason":"different"}', dossier).action).toBe("skip");
  });

  test.each([
    [{ survivor: "d" }, "not in the candidate"],
    [{ archive: ["d"] }, "not in the candidate"],
    [{ archive: ["elsewhere"] }, "not in the candidate"],
    [{ archive: [] }, "empty"],
    [{ archive: ["a"] }, "also to be archived"],
    [{ archive: ["b", "b"] }, "twice"],
    [{ new_description: " \n" }, "new_description"],
    [{ new_description: "x".repeat(1_025) }, "new_description"],
    [{ new_description: "\ud800" }, "new_description"],
    [{ new_skill: "false" }, "new_skill"],
    [{ body: "# A" }, "body"],
  ])("with %j is malformed", (change, message) => {
    expect(faultOf({ ...merge, ...change }, dossier)).toContain(message);
  });

  test("a description has 1,024 code points, not UTF-16 units", () => {
    const text = JSON.stringify({ ...merge, new_description: "🙂".repeat(1_024) });
    expect(verdictOf(text, dossier).action).toBe("consolidate");
  });

  test.each(["unseen \u200f here", "flag \u{1F3F4}\u{E0067}\u{E007F}", "x".repeat(1_500), "a\u0007bell"])(
    "the survivor may keep its own description, %j too; nothing else may have it",
    (description) => {
      const own = consolidateDossier([dossierSkill("a", { description }), "b", "c"]);
      const kept = { ...merge, new_description: description };
      expect(verdictOf(JSON.stringify(kept), own)).toMatchObject({ newDescription: description });
      expect(faultOf({ ...kept, survivor: "b", archive: ["a"] }, own)).toContain("new_description");
      expect(faultOf({ ...kept, survivor: "d", new_skill: true, archive: ["a", "b", "c"] }, own)).toContain(
        "new_description",
      );
      expect(faultOf({ ...kept, new_description: `${description}!` }, own)).toContain("new_description");
    },
  );

  test("a referenced member may survive and is never archived", () => {
    const referenced = consolidateDossier(["a", "b"], { referenced: ["a"] });
    expect(verdictOf(JSON.stringify(merge), referenced).action).toBe("consolidate");
    expect(faultOf({ ...merge, survivor: "b", archive: ["a"] }, referenced)).toContain("referenced");
  });
});

describe("a consolidation into a new skill", () => {
  const dossier = consolidateDossier(["a", "b"]);
  const merge = {
    action: "consolidate",
    survivor: "fresh",
    new_skill: true,
    archive: ["a", "b"],
    new_description: "D",
  };

  test("has a free valid name and archives all members", () => {
    expect(verdictOf(JSON.stringify(merge), dossier)).toMatchObject({ survivor: "fresh", newSkill: true });
  });

  test.each([
    [{ survivor: "a" }, "taken"],
    [{ survivor: "elsewhere" }, "taken"],
    [{ survivor: "Bad Name" }, "lower-case"],
    [{ survivor: "../up" }, "lower-case"],
    [{ survivor: "" }, "empty"],
    [{ survivor: "x".repeat(65) }, "at most 64"],
    [{ archive: ["a"] }, "all members"],
    [{ archive: [] }, "all members"],
  ])("with %j is malformed", (change, message) => {
    expect(faultOf({ ...merge, ...change }, dossier)).toContain(message);
  });

  test("is malformed when a member is referenced", () => {
    expect(faultOf(merge, consolidateDossier(["a", "b"], { referenced: ["b"] }))).toContain("referenced");
  });
});

describe("a rewrite", () => {
  const members = [dossierSkill("a"), dossierSkill("b")];
  const dossier = rewriteDossier(members, "a");

  test("has a body and what was dropped, with reasons", () => {
    const answer = { body: "# New\n\nText.\n", dropped: [{ item: "`x y`", reason: "gone" }] };
    expect(verdictOf(JSON.stringify(answer), dossier)).toEqual({ action: "rewrite", ...answer });
    expect(verdictOf('{"body":"# New"}', dossier)).toMatchObject({ dropped: [] });
  });

  test.each([
    ["", "empty"],
    [" \n\t\n", "empty"],
    ["---\nname: a\ndescription: b\n---\n# A", "frontmatter"],
    ["\n\n---\nname: a\n---\n# A", "frontmatter"],
    ["# A\n\n---\nname: b\ndescription: c\n---\n\nText", "frontmatter"],
    ["@@ -1,2 +1,2 @@\n-a\n+b", "patch"],
    ["--- a/SKILL.md\n+++ b/SKILL.md\n@@ -1 +1 @@", "patch"],
    ["```markdown\n# A\n\nText\n```", "code fence"],
    ["```\n# A\n\nText\n```\n", "code fence"],
    ["Here's the updated skill body with both procedures:\n\n# A", "prose"],
    ["Sure! I merged them.\n\n# A", "prose"],
    ["I have consolidated the two skills into one file.", "prose"],
    ["This patch replaces the old tool name.", "prose"],
    ["# A\n\nText.\n\nLet me know if you want changes!", "prose"],
    ["# A\u0000", "control"],
    ["# A \ud800", "Unicode"],
  ])("the body %p is malformed", (body, message) => {
    expect(faultOf({ body, dropped: [] }, dossier)).toContain(message);
  });

  test.each([
    "# A\n\nHere is how to deploy:\n\n1. Build",
    "Here is how the release works.\n\nDo it.",
    "```bash\nls\n```\n\nThen\n\n```bash\npwd\n```",
    "# A\n\n```yaml\nname: ci\non: push\n```\n\nText\n\n---\n\nMore",
    "I/O errors are retried.",
    "# 名前\n\n本文。\n",
  ])("the body %p is accepted", (body) => {
    expect(verdictOf(JSON.stringify({ body }), dossier)).toMatchObject({ body });
  });

  test("an unchanged body is accepted whatever it looks like", () => {
    const odd = dossierSkill("odd", { body: "Here's the updated skill file:\n\n# Odd" });
    expect(verdictOf(JSON.stringify({ body: odd.body }), rewriteDossier([odd], "odd")).action).toBe(
      "rewrite",
    );
  });

  test.each([
    [{ body: "# A", dropped: [{ item: "x", reason: " " }] }, "reason"],
    [{ body: "# A", dropped: [{ item: "x" }] }, "reason"],
    [{ body: "# A", dropped: "none" }, "dropped"],
    [{ body: "# A", survivor: "b" }, "survivor"],
    [{ dropped: [] }, "body"],
  ])("%j is malformed", (answer, message) => {
    expect(faultOf(answer, dossier)).toContain(message);
  });
});

describe("an edit", () => {
  test("has a diff, or is declined", () => {
    const answer = { action: "edit", diff: "@@ @@\n-a\n+b", rationale: "renamed" };
    expect<unknown>(verdictOf(JSON.stringify(answer), EDIT)).toEqual(answer);
    expect(verdictOf('{"action":"skip","reason":"no fault of the skill"}', EDIT).action).toBe("skip");
  });

  test.each([
    [{ action: "edit", diff: "", rationale: "x" }, "diff"],
    [{ action: "edit", rationale: "x" }, "diff"],
    [{ action: "archive", rationale: "x" }, "action"],
  ])("%j is malformed", (answer, message) => {
    expect(faultOf(answer, EDIT)).toContain(message);
  });
});
