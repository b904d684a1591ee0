import { expect, test } from "bun:test";
import { consolidatePrompt } from "@metis-curate/models";
import { consolidateDossier, dossierSkill } from "../support/dossiers.ts";

const BODY = `# Deploy\n\n${"Step. ".repeat(200)}\n\nThe end of the body.`;
const MEMBERS = [dossierSkill("deploy-site", { body: BODY }), dossierSkill("deploy-web", { loads: 3 })];

test("it holds every member with its description, the beginning of its body and its activity", () => {
  const { user } = consolidatePrompt(consolidateDossier(MEMBERS));
  expect(user).toContain(
    "Skill 1 of 2 (loads ever: 7; last load: 2026-08-01T10:00:00.000Z; effectiveness: 0.42):",
  );
  expect(user).toContain("Skill 2 of 2 (loads ever: 3;");
  for (const { name, description } of MEMBERS) {
    expect(user).toContain(`name: ${JSON.stringify(name)}\ndescription: ${JSON.stringify(description)}`);
  }
  expect(user).toContain(BODY.slice(0, 500));
});

test("it says which member may only survive, and how much they are alike", () => {
  const { user } = consolidatePrompt(
    consolidateDossier(MEMBERS, {
      referenced: ["deploy-web"],
      signals: {
        last_loaded_at_iso: null,
        loads_in_window: 9,
        inactive_days: null,
        name_overlap: 0.5,
        description_overlap: 0.75,
      },
    }),
  );
  expect(user).toMatch(/Skill 2 of 2 \([^)]*; may only survive\):/);
  expect(user).not.toMatch(/Skill 1 of 2 \([^)]*may only survive/);
  expect(user).toContain("closest overlap of two names: 0.50");
  expect(user).toContain("closest overlap of two descriptions: 0.75");
});

test("it holds no whole body, no file and no name of another skill", () => {
  const files = [{ path: "scripts/run.sh", hash: "f00d".repeat(16) }];
  const members = MEMBERS.map((member) => ({ ...member, files }));
  const { system, user } = consolidatePrompt(
    consolidateDossier(members, {
      takenNames: ["deploy-site", "deploy-web", "payroll-export", "vault-rotation"],
    }),
  );
  expect(user).not.toContain("The end of the body");
  expect(`${system}${user}`).not.toMatch(/run\.sh|f00d|payroll|vault-rotation/);
});

test("the system part states the shapes and what code will refuse", () => {
  const { system } = consolidatePrompt(consolidateDossier());
  expect(system).toContain(
    '{"action":"consolidate","survivor":"name","new_skill":false,"archive":["other-name"]',
  );
  expect(system).toContain('{"action":"skip","reason":');
  expect(system).toContain("at most 1024 characters");
  expect(system).toContain("Code refuses a name that the library already has");
});
