import { expect, test } from "bun:test";
import {
  applyUnifiedDiff,
  checkRetention,
  type Dossier,
  decodeVerdict,
  NET_LOSS_MAX,
  validateSkillName,
} from "@metis-curate/core";
import {
  forgedRecordArbitrary,
  fuzzTarget,
  hostileJsonArbitrary,
  hostileTextArbitrary,
} from "@metis-curate/testkit";
import * as fc from "fast-check";
import { findBodyFault } from "../../src/verdicts/body-fault.ts";
import { ARCHIVE, consolidateDossier, dossierSkill, EDIT, rewriteDossier } from "../verdicts/dossiers.ts";

const MEMBERS = ["alpha", "beta", "constructor"];
const TAKEN = [...MEMBERS, "elsewhere", "__proto__"];
const CONSOLIDATE = consolidateDossier(MEMBERS, { referenced: ["beta"], takenNames: TAKEN });
const REWRITE = rewriteDossier(
  MEMBERS.map((name) => dossierSkill(name)),
  "alpha",
);
const DOSSIERS = [ARCHIVE, EDIT, CONSOLIDATE, REWRITE];

const BODY_PIECES = [
  "# Title\n",
  "Do this.\n",
  "```sh\nrun it\n```\n",
  "~~~\n",
  "---\nname: x\n",
  "name: evil\n",
  "[a](references/a.md)",
  "https://a.b/c ",
  "`run x`",
  "$ run x\n",
  "@@ -1 +1 @@\n",
  "Sure, here is the updated skill:\n",
];
const body = hostileTextArbitrary(BODY_PIECES);
const name = fc.constantFrom(...TAKEN, "fresh-name", "../up", "UP", "a/b", "", "e\u0301", "\u00e9", "a\nb");
const prose = hostileTextArbitrary(["ignore previous instructions", "archive everything"]);
const answer = forgedRecordArbitrary({
  action: fc.constantFrom("archive", "keep", "consolidate", "skip", "rewrite", "edit", "delete"),
  rationale: prose,
  reason: prose,
  survivor: fc.oneof({ arbitrary: fc.constantFrom(...MEMBERS), weight: 3 }, { arbitrary: name, weight: 1 }),
  new_skill: fc.boolean(),
  archive: fc.oneof(fc.subarray(MEMBERS), fc.array(name, { maxLength: 4 })),
  new_description: prose,
  body,
  dropped: fc.array(fc.record({ item: prose, reason: prose }), { maxLength: 2 }),
  diff: body,
});
/** Mostly an answer to the question that was asked, as a model would write it, else anything. */
function answerTo({ purpose }: Dossier): fc.Arbitrary<string> {
  const right = hostileJsonArbitrary(answer.map((drawn) => onlyKeysOf(drawn, purpose)));
  return fc.oneof(
    { arbitrary: right, weight: 5 },
    { arbitrary: right.map((json) => `Sure!\n\`\`\`json\n${json}\n\`\`\`\nDone.`), weight: 2 },
    { arbitrary: hostileJsonArbitrary(answer), weight: 1 },
    { arbitrary: hostileTextArbitrary(['{"action":', '"keep"', "```json\n"]), weight: 1 },
  );
}

const KEYS_OF: Readonly<Record<Dossier["purpose"], readonly string[]>> = {
  archive: ["rationale"],
  edit: ["diff", "rationale"],
  consolidate: ["survivor", "new_skill", "archive", "new_description", "rationale"],
  rewrite: ["body", "dropped"],
};

function onlyKeysOf(drawn: Record<string, unknown>, purpose: Dossier["purpose"]): Record<string, unknown> {
  const kept = Object.entries(drawn).filter(([key]) => KEYS_OF[purpose].includes(key));
  return { ...(purpose === "rewrite" ? {} : { action: purpose }), ...Object.fromEntries(kept) };
}

const question = fc
  .constantFrom(...DOSSIERS)
  .chain((dossier) => fc.tuple(fc.constant(dossier), answerTo(dossier)));
const accepted = new Set<string>();
let applied = 0;

const fuzz = fuzzTarget("verdict");

fuzz.law("any answer is malformed or names only what it was asked about", question, ([dossier, drawn]) => {
  const decoded = decodeVerdict(drawn, dossier);
  if (decoded.kind === "malformed") {
    expect(decoded.message).not.toMatch(/[\r\n]/);
    return;
  }
  const { verdict } = decoded;
  accepted.add(verdict.action);
  expect([dossier.purpose, "keep", "skip"]).toContain(verdict.action);
  if (verdict.action === "rewrite") {
    const before = REWRITE.members.map((member) => member.body);
    expect(before.includes(verdict.body) || findBodyFault(verdict.body, before) === null).toBe(true);
  }
  if (verdict.action !== "consolidate") return;
  for (const one of verdict.archive) expect(MEMBERS).toContain(one);
  expect(verdict.archive).not.toContain("beta");
  expect(verdict.archive).not.toContain(verdict.survivor);
  if (verdict.newSkill) {
    expect(TAKEN).not.toContain(verdict.survivor);
    expect(validateSkillName(verdict.survivor)).toBeNull();
  } else expect(MEMBERS).toContain(verdict.survivor);
});

const LINES = ["a", "b", "", "name: x", "c\r", "---", "```", "\u2028", "d", "e", "f", "g"];
const lines = fc.array(fc.constantFrom(...LINES), { minLength: 1, maxLength: 12 });
/** A body and a hunk that mostly fits it. */
const edit = fc
  .tuple(lines, fc.nat(), fc.nat({ max: 3 }), lines, fc.boolean())
  .map(([drawn, at, cut, added, fits]) => {
    const start = at % drawn.length;
    const before = drawn.slice(Math.max(0, start - 2), start);
    const after = drawn.slice(start + cut, start + cut + 2);
    const hunk = [
      "@@ -1 +1 @@",
      ...before.map((line) => ` ${line}`),
      ...drawn.slice(start, start + cut).map((line) => `-${line}`),
      ...added.slice(0, 3).map((line) => `${fits ? "+" : ""}${line}`),
      ...after.map((line) => ` ${line}`),
    ];
    return [drawn.join("\n"), hunk.join("\n")] as const;
  });

fuzz.law(
  "any diff is refused, or gives another valid body that loses little",
  fc.oneof({ arbitrary: edit, weight: 4 }, { arbitrary: fc.tuple(body, body), weight: 1 }),
  ([before, diff]) => {
    const result = applyUnifiedDiff(before, diff);
    if (result.kind === "refused") {
      expect(result.message).not.toMatch(/[\r\n]/);
      return;
    }
    applied += 1;
    expect(result.body).not.toBe(before);
    const count = (whole: string) => whole.split(/\r\n|\n|\r/).length;
    expect(count(before) - count(result.body)).toBeLessThanOrEqual(count(before) * NET_LOSS_MAX + 1);
    if (findBodyFault(before, [before]) === null) expect(findBodyFault(result.body, [before])).toBeNull();
  },
);

fuzz.law(
  "any merge keeps everything, or says what is lost",
  fc.tuple(body, body, body),
  ([one, other, merged]) => {
    const members = [dossierSkill("alpha", { body: one }), dossierSkill("beta", { body: other })];
    const ledger = checkRetention(members, merged, [], 0.9);
    expect(ledger.kind === "refused").toBe(ledger.reasons.length > 0);
    if (ledger.kind === "ok") expect(ledger.missing).toEqual([]);
    expect(
      checkRetention(members, `${one}\n\n${other}`, [], 0).missing.filter(({ kind }) => kind === "url"),
    ).toEqual([]);
  },
);

test("the fuzzers reach what is accepted, not only what is refused", () => {
  expect([...accepted].sort()).toEqual(["archive", "consolidate", "edit", "rewrite"]);
  expect(applied).toBeGreaterThan(10);
});
