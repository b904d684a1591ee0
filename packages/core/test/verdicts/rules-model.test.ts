import { describe, expect, test } from "bun:test";
import {
  type ConsolidateDossier,
  checkRetention,
  type Dossier,
  type DossierSkill,
  decodeVerdict,
  rulesModel,
  type Verdict,
} from "../../src/verdicts/index.ts";
import { ARCHIVE, consolidateDossier, dossierSkill, EDIT, rewriteDossier } from "./dossiers.ts";

const model = rulesModel();

async function ask(dossier: Dossier): Promise<Verdict> {
  const answer = await model.ask({ purpose: dossier.purpose, dossier });
  if (answer.kind !== "answer") return expect.unreachable(answer.kind);
  const decoded = decodeVerdict(answer.text, dossier);
  return decoded.kind === "verdict" ? decoded.verdict : expect.unreachable(decoded.message);
}

function groups(dossier: ConsolidateDossier): readonly (readonly string[])[] {
  return model.groups?.({ purpose: "consolidate", dossier }) ?? expect.unreachable("rules has groups");
}

const same = (name: string, rest: Partial<DossierSkill> = {}) =>
  dossierSkill(name, { body: "# X\n\nText.\n", ...rest });

test("a survivor with an odd description is merged into, and keeps it", async () => {
  for (const description of ["read\u200f right to left", "x".repeat(2_000)]) {
    const twins = consolidateDossier([same("a", { description, loads: 2 }), same("b")]);
    expect(await ask(twins)).toMatchObject({ survivor: "a", newDescription: description });
  }
});

test("costs nothing", async () => {
  expect(model).toMatchObject({ id: "rules", free: true });
  const nothing = { inputTokens: 0, outputTokens: 0, cachedInputTokens: 0, cacheCreationInputTokens: 0 };
  const request = { purpose: "archive", dossier: ARCHIVE } as const;
  expect(model.estimate(request)).toEqual(nothing);
  expect(await model.ask(request)).toMatchObject({ usage: nothing, truncated: false });
});

test("confirms an archive and never edits", async () => {
  expect((await ask(ARCHIVE)).action).toBe("archive");
  expect((await ask(EDIT)).action).toBe("skip");
});

describe("a consolidation", () => {
  test("merges equal bodies into the most loaded, blanks aside", async () => {
    const dossier = consolidateDossier([
      same("a"),
      same("b", { loads: 5, body: "# X\r\n\r\n\r\nText." }),
      same("c"),
    ]);
    expect(await ask(dossier)).toMatchObject({ survivor: "b", archive: ["a", "c"], newSkill: false });
  });

  test("breaks ties by name", async () => {
    expect(await ask(consolidateDossier([same("b"), same("a")]))).toMatchObject({
      survivor: "a",
      archive: ["b"],
    });
  });

  test("is declined when bodies differ", async () => {
    const dossier = consolidateDossier([same("a"), same("b", { body: "# X\n\nOther.\n" })]);
    expect(groups(dossier)).toEqual([["a", "b"]]);
    expect((await ask(dossier)).action).toBe("skip");
  });

  test("needs the survivor to have every file of the others", async () => {
    const files = [{ path: "references/a.md", hash: "1" }];
    const owner = same("owner", { files });
    expect(await ask(consolidateDossier([owner, same("top", { loads: 9 })]))).toMatchObject({
      action: "skip",
    });
    expect(await ask(consolidateDossier([same("owner", { files, loads: 9 }), same("bare")]))).toMatchObject({
      survivor: "owner",
      archive: ["bare"],
    });
    const changed = same("changed", { files: [{ path: "references/a.md", hash: "2" }] });
    expect(await ask(consolidateDossier([owner, changed]))).toMatchObject({ action: "skip" });
  });

  test("a referenced member survives, however rarely it is loaded", async () => {
    const dossier = consolidateDossier([same("a", { loads: 9 }), same("b")], { referenced: ["b"] });
    expect(await ask(dossier)).toMatchObject({ survivor: "b", archive: ["a"] });
  });

  test("two referenced members stay, the others go into the more loaded", async () => {
    const members = [same("a", { loads: 9 }), same("b", { loads: 2 }), same("c", { loads: 3 })];
    const dossier = consolidateDossier(members, { referenced: ["b", "c"] });
    expect(groups(dossier)).toEqual([["a", "c"]]);
    expect(await ask(dossier)).toMatchObject({ survivor: "c", archive: ["a"] });
    expect(await ask(consolidateDossier(members.slice(1), { referenced: ["b", "c"] }))).toMatchObject({
      action: "skip",
    });
  });

  test("gives one group per set of equals, whatever the order", () => {
    const other = (name: string) => same(name, { body: "# Y\n" });
    const members = [same("a"), other("b"), same("c"), other("d"), same("e", { body: "# Z\n" })];
    const expected = [
      ["a", "c"],
      ["b", "d"],
    ];
    expect(groups(consolidateDossier(members))).toEqual(expected);
    expect(groups(consolidateDossier(members.toReversed()))).toEqual(expected);
  });

  test("skills with files of their own are grouped among themselves", () => {
    const files = [{ path: "x", hash: "1" }];
    const members = [same("a", { loads: 9 }), same("b"), same("c", { files }), same("d", { files })];
    expect(groups(consolidateDossier(members))).toEqual([
      ["a", "b"],
      ["c", "d"],
    ]);
  });

  test("an over-long description does not break the verdict", async () => {
    const dossier = consolidateDossier([same("a", { description: "x".repeat(3_000) }), same("b")]);
    expect((await ask(dossier)).action).toBe("consolidate");
  });
});

test("a rewrite keeps the survivor's body, and retention holds", async () => {
  const body = "# X\n\nRun `make all -j` and read references/gone.md.\n\n```sh\nmake  all\n```\n";
  const members = [same("a", { body }), same("b", { body: body.replaceAll("\n", "\r\n") })];
  const verdict = await ask(rewriteDossier(members, "a"));
  expect(verdict).toEqual({ action: "rewrite", body, dropped: [] });
  expect(checkRetention(members, body, [], 0.9)).toMatchObject({ kind: "ok", ratio: 1 });
  expect((await ask(rewriteDossier(members, "new"))).action).toBe("skip");
});
