import { expect, test } from "bun:test";
import { createHash } from "node:crypto";
import { type Baseline, matchesBaseline } from "@metis-curate/core";
import { selectionInput } from "@metis-curate/testkit";

const LF_HASH = createHash("sha256").update("one\ntwo\n").digest("hex");

function matches(kind: Baseline["kind"], hash: string, body = "one\r\ntwo\r"): boolean {
  const skill = selectionInput([{ name: "a", body }]).library.skills[0];
  if (skill === undefined) throw new Error("no skill");
  return matchesBaseline(skill, { kind, hash: hash === "own" ? skill.fileHash : hash });
}

test("a file baseline is the file hash", () => {
  expect(matches("file", "own")).toBe(true);
  expect(matches("file", LF_HASH)).toBe(false);
});

test("a body baseline is the hash of the LF-normalised body, whole or shortened or longer", () => {
  for (const hash of [LF_HASH, LF_HASH.slice(0, 16), LF_HASH.slice(0, 8), `${LF_HASH}00`]) {
    expect(matches("body", hash)).toBe(true);
  }
  expect(matches("body", LF_HASH.toUpperCase())).toBe(true);
  expect(matches("body", `sha256:${LF_HASH}`)).toBe(true);
});

test("what is too short or no hash proves nothing", () => {
  for (const hash of ["", LF_HASH.slice(0, 7), "not a hash", "sha256:"]) {
    expect(matches("body", hash)).toBe(false);
  }
});

test("a changed body does not match", () => {
  expect(matches("body", LF_HASH.slice(0, 16), "one\nthree\n")).toBe(false);
});
