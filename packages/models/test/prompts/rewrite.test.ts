import { expect, test } from "bun:test";
import { rewritePrompt } from "@metis-curate/models";
import { dossierSkill, rewriteDossier } from "../support/dossiers.ts";

const LONG = `# Deploy\n\n${"Step. ".repeat(2_000)}\n\nThe end of the body.`;
const MEMBERS = [
  dossierSkill("deploy-site", {
    body: LONG,
    files: [{ path: "references/a b.md", hash: "f00d".repeat(16) }],
  }),
  dossierSkill("deploy-web", { body: "Token: ⟦secret:1a2b3c4d:1⟧\n" }),
  dossierSkill("ship-it"),
];

test("it holds the whole bodies of the skills that are merged, with their roles and files", () => {
  const { user } = rewritePrompt(rewriteDossier(MEMBERS));
  expect(user).toContain("Skill 1 of 3 (the survivor):");
  expect(user).toContain("Skill 2 of 3 (to be merged, then archived):");
  for (const { body } of MEMBERS) expect(user).toContain(body);
  expect(user).toContain('support files:\n"references/a b.md"\n');
  expect(user).toContain("support files: none");
  expect(user).toEndWith("Write the new body of skill 1, which takes in the others.");
});

test("a new skill is named", () => {
  const archive = MEMBERS.map(({ name }) => name);
  const { user } = rewritePrompt(rewriteDossier(MEMBERS, { survivor: "deploy", archive }));
  expect(user).not.toContain("(the survivor)");
  expect(user).toEndWith('Write the body of a new skill named "deploy" that takes in all of them.');
});

test("a member that is not merged is not sent", () => {
  const { user } = rewritePrompt(rewriteDossier(MEMBERS, { archive: ["deploy-web"] }));
  expect(user).toContain("Skill 2 of 2");
  expect(user).not.toContain("ship-it");
});

test("it holds no activity and no hash", () => {
  const { user } = rewritePrompt(rewriteDossier(MEMBERS));
  expect(user).not.toMatch(/f00d|effectiveness|2026-08-01|loads/);
});

test("a list of files has an end", () => {
  const files = Array.from({ length: 250 }, (_, index) => ({ path: `references/${index}.md`, hash: "0" }));
  const { user } = rewritePrompt(rewriteDossier([dossierSkill("a", { files }), dossierSkill("b")]));
  expect(user).toContain('"references/199.md"\nand 50 more');
  expect(user).not.toContain("references/200.md");
});

test("the system part states retention, placeholders and the shapes", () => {
  const { system } = rewritePrompt(rewriteDossier());
  expect(system).toContain('{"body":"the whole merged body","dropped":[{"item":');
  expect(system).toContain("fenced code block, every command line");
  expect(system).toContain("less than 50 % of the distinct words");
  expect(system).toContain("no frontmatter");
  expect(system).toContain("repeat the mark character for character");
});
