import { expect, test } from "bun:test";
import { applyUnifiedDiff } from "@metis-curate/core";
import { restoreHidden, visibleText } from "@metis-curate/models";
import fc from "fast-check";
import {
  archiveDossier,
  consolidateDossier,
  dossierSkill,
  editDossier,
  rewriteDossier,
} from "../support/dossiers.ts";

const BODY = fc
  .array(
    fc.oneof(
      fc.constantFrom("\u200B", "\u202E", "\u{E0041}", "\uFEFF", "א\u200F", "text ", "\n"),
      fc.string(),
    ),
  )
  .map((parts) => parts.join(""));

test("a model that repeats a body as shown gives the body as it is", () => {
  fc.assert(
    fc.property(BODY, BODY, (one, other) => {
      const members = [dossierSkill("a", { body: one }), dossierSkill("b", { body: other })];
      const answer = JSON.stringify({
        body: visibleText(one),
        dropped: [{ item: visibleText(other), reason: "r" }],
      });
      expect(JSON.parse(restoreHidden(answer, rewriteDossier(members)))).toEqual({
        body: one.replace(/\r\n?/g, "\n"),
        dropped: [{ item: other.replace(/\r\n?/g, "\n"), reason: "r" }],
      });
    }),
  );
});

test("a diff over a line with an unseen character applies", () => {
  const body = "# Steps\n\nCall\u200B web_fetch.\n\nDone.\n";
  const diff = "@@ -1,3 +1,3 @@\n \n-Call⟨U+200B⟩ web_fetch.\n+Call⟨U+200B⟩ http_get.\n \n";
  const answer = JSON.stringify({ action: "edit", diff, rationale: "⟨U+200B⟩" });
  const restored = JSON.parse(restoreHidden(answer, editDossier(dossierSkill("a", { body }))));
  expect(applyUnifiedDiff(body, restored.diff)).toMatchObject({ kind: "applied" });
  expect(restored.rationale).toBe("⟨U+200B⟩");
});

test("an answer in a fence among prose is read too", () => {
  const body = "Call\u200B web_fetch.\n";
  const answer = `Here it is:\n\n\`\`\`json\n${JSON.stringify({ body: visibleText(body), dropped: [] })}\n\`\`\`\nDone.`;
  const dossier = rewriteDossier([dossierSkill("a", { body }), dossierSkill("b")]);
  expect(JSON.parse(restoreHidden(answer, dossier)).body).toBe(body);
});

test("a mark that nobody was shown, or that a body holds as written, stays a mark", () => {
  const answer = JSON.stringify({ body: "a⟨U+202E⟩b ⟨U+200B⟩", dropped: [] });
  const written = dossierSkill("a", { body: "about ⟨U+202E⟩ and \u202E, not \u2060" });
  expect(restoreHidden(answer, rewriteDossier([written, dossierSkill("b")]))).toBe(answer);
});

test("a new description is a member's own with its unseen characters, or has none", () => {
  const members = [
    dossierSkill("a", { description: "ספר\u200f חדש" }),
    dossierSkill("b", { description: "about ⟨U+200B⟩" }),
  ];
  const restore = (description: string): unknown =>
    JSON.parse(restoreHidden(JSON.stringify({ new_description: description }), consolidateDossier(members)))
      .new_description;
  expect(restore("ספר⟨U+200F⟩ חדש")).toBe("ספר\u200f חדש");
  expect(restore("ספר⟨U+200F⟩ חדש מאוד")).toBe("ספר חדש מאוד");
  expect(restore("about ⟨U+200B⟩")).toBe("about ⟨U+200B⟩");
});

test("confirmations and other texts are left alone", () => {
  const skill = dossierSkill("a", { body: "\u200B" });
  const answer = '{"action":"archive","rationale":"⟨U+200B⟩"}';
  expect(restoreHidden(answer, archiveDossier(skill))).toBe(answer);
  for (const text of ["prose ⟨U+200B⟩", "", "[]", "null"]) {
    expect(restoreHidden(text, editDossier(skill))).toBe(text);
  }
  const odd = '{"body":7,"dropped":[null,"x",{"item":1}]}';
  expect(restoreHidden(odd, rewriteDossier([skill, dossierSkill("b")]))).toBe(odd);
});
