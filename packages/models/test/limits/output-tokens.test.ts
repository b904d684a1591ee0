import { expect, test } from "bun:test";
import {
  ARCHIVE_TOKENS_MAX,
  EDIT_TOKENS_MAX,
  outputTokensMax,
  REQUEST_TIMEOUT_MS_MAX,
  REWRITE_TOKENS_MAX,
  requestTimeoutMs,
} from "@metis-curate/models";
import { archiveDossier, dossierSkill, editDossier, rewriteDossier } from "../support/dossiers.ts";

test("a confirmation's answer does not grow with the skill", () => {
  expect(outputTokensMax(archiveDossier(dossierSkill("a", { body: "x".repeat(500_000) })))).toBe(
    ARCHIVE_TOKENS_MAX,
  );
});

test("a rewrite's answer has room for all bodies that are merged, up to a limit", () => {
  const body = "x".repeat(10_000);
  const members = ["a", "b", "c"].map((name) => dossierSkill(name, { body }));
  expect(outputTokensMax(rewriteDossier(members))).toBe(1_536 + 15_000);
  expect(outputTokensMax(rewriteDossier(members, { archive: ["b"] }))).toBe(1_536 + 10_000);
  const large = members.map((member) => ({ ...member, body: body.repeat(10) }));
  expect(outputTokensMax(rewriteDossier(large))).toBe(REWRITE_TOKENS_MAX);
});

test("an edit's answer grows with the body to what 200 lines take", () => {
  expect(outputTokensMax(editDossier(dossierSkill("a", { body: "部" })))).toBe(1_024 + 2);
  expect(outputTokensMax(editDossier(dossierSkill("a", { body: "x".repeat(10_000) })))).toBe(EDIT_TOKENS_MAX);
});

test("a longer answer may take longer, to a limit", () => {
  expect(requestTimeoutMs(1_000)).toBe(110_000);
  expect(requestTimeoutMs(1_000_000)).toBe(REQUEST_TIMEOUT_MS_MAX);
});
