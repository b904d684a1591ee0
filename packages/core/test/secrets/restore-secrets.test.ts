import { describe, expect, test } from "bun:test";
import { patternFinder } from "@metis-curate/testkit";
import {
  findLostSecret,
  hideSecrets,
  maskSecrets,
  restoreSecrets,
  SECRET_PLACEHOLDER_EXAMPLE,
} from "../../src/secrets/index.ts";
import { applyUnifiedDiff, type Verdict } from "../../src/verdicts/index.ts";
import { dossierSkill, editDossier, rewriteDossier } from "./secret-dossiers.ts";

const SECRET = "fixture-secret-abcd1";
const KEY = `-----BEGIN KEY-----\n${"Ab1+".repeat(8)}\n${"Cd2/".repeat(8)}\n-----END KEY-----`;
const finder = patternFinder(/fixture-secret-[a-z0-9]+|-----BEGIN KEY-----[\s\S]*?-----END KEY-----/g);

async function hiddenBody(body: string) {
  const hidden = await hideSecrets(finder, editDossier(body));
  if (hidden.kind !== "hidden" || hidden.dossier.purpose !== "edit") return expect.unreachable();
  return { body: hidden.dossier.skill.body, vault: hidden.vault };
}

function kindOf(verdict: Verdict, vault: Parameters<typeof restoreSecrets>[1]): string {
  return restoreSecrets(verdict, vault).kind;
}

describe("placeholders", () => {
  test("look as documented and differ from every text of the request", async () => {
    const { body, vault } = await hiddenBody(`Use ${SECRET}, not ${SECRET_PLACEHOLDER_EXAMPLE}.`);
    expect(body).toMatch(/^Use ⟦secret:[0-9a-f]{8}:1⟧, not ⟦secret:1f2e3d4c:1⟧\.$/);
    expect(vault.id).not.toBe("1f2e3d4c");
  });

  test("are the same for the same request, so that a recorded answer fits again", async () => {
    expect(await hiddenBody(`Use ${SECRET}.`)).toEqual(await hiddenBody(`Use ${SECRET}.`));
  });

  test("an id that the body already holds is not taken", async () => {
    const { vault } = await hiddenBody(`Use ${SECRET}.`);
    const again = await hiddenBody(`Use ${SECRET}. ${vault.id.toUpperCase()}`);
    expect(again.vault.id).not.toBe(vault.id);
  });

  test("hide a secret where only another text shows that it is one", async () => {
    const known = patternFinder(/(?<=password=)\S+/g);
    const hidden = await hideSecrets(known, rewriteDossier(["password=Tr0ub4dor", "Then type Tr0ub4dor."]));
    expect(JSON.stringify(hidden)).toContain("Then type ⟦secret:");
  });

  test("hide a short secret elsewhere as a whole word only", async () => {
    const known = patternFinder(/(?<=:)abc(?=@)/g);
    const hidden = await hideSecrets(known, rewriteDossier(["https://u:abc@host", "abc, abcdef and (abc)"]));
    expect(JSON.stringify(hidden)).toMatch(/"⟦secret:[0-9a-f]{8}:1⟧, abcdef and \(⟦secret:[0-9a-f]{8}:1⟧\)"/);
  });

  test("cannot stand in a name: a skill whose name holds a secret is not sent", async () => {
    const members = [dossierSkill(SECRET, "b"), dossierSkill("other", "b")];
    const dossier = { purpose: "rewrite" as const, members, survivor: "other", archive: [SECRET] };
    expect(await hideSecrets(finder, dossier)).toMatchObject({ kind: "unsendable" });
    const consolidation = {
      purpose: "consolidate" as const,
      members: [dossierSkill("one", "b"), dossierSkill("two", "b")],
      referenced: [],
      takenNames: ["one", SECRET, "two"],
      signals: { last_loaded_at_iso: null, loads_in_window: 0, inactive_days: null },
    };
    expect(await hideSecrets(finder, consolidation)).toMatchObject({
      dossier: { takenNames: ["one", "two"] },
    });
  });
});

describe("an answer", () => {
  test.each([
    ["altered serial", (p: string) => p.replace(":1⟧", ":2⟧")],
    ["altered brackets", (p: string) => p.replace("⟦", "[").replace("⟧", "]")],
    ["the id alone", (p: string) => p.slice(8, 16)],
    ["made up", () => "⟦secret:00000000:1⟧"],
    ["never closed", (p: string) => p.slice(0, -1)],
    ["upper case", (p: string) => p.toUpperCase()],
  ])("with a placeholder %s is refused", async (_, alter) => {
    const { body, vault } = await hiddenBody(`Use ${SECRET}.`);
    const placeholder = vault.secrets[0]?.placeholder ?? expect.unreachable();
    const altered = `${body}\n${alter(placeholder)}`;
    expect(kindOf({ action: "rewrite", body: altered, dropped: [] }, vault)).toBe("refused");
    expect(kindOf({ action: "edit", diff: `@@\n+${altered}`, rationale: "" }, vault)).toBe("refused");
  });

  test("with a placeholder in a name or in the description is refused", async () => {
    const { vault } = await hiddenBody(`Use ${SECRET}.`);
    const placeholder = vault.secrets[0]?.placeholder ?? expect.unreachable();
    const merge = {
      action: "consolidate" as const,
      survivor: "one",
      newSkill: false,
      archive: ["two"],
      newDescription: "Both",
      rationale: "",
    };
    expect(kindOf(merge, vault)).toBe("restored");
    expect(kindOf({ ...merge, newDescription: `Both, with ${placeholder}` }, vault)).toBe("refused");
    expect(kindOf({ ...merge, newSkill: true, survivor: `one-${vault.id}` }, vault)).toBe("refused");
  });

  test("may repeat a text that only looks like a placeholder", async () => {
    const { body, vault } = await hiddenBody(`Placeholders look like ${SECRET_PLACEHOLDER_EXAMPLE}.`);
    expect(kindOf({ action: "rewrite", body, dropped: [] }, vault)).toBe("restored");
  });

  test("a secret of several lines comes back in a diff with a marker on each line", async () => {
    const before = `# Key\n\nTake it:\n\n${KEY}\n\nRun old.\n`;
    const { vault } = await hiddenBody(before);
    const placeholder = vault.secrets[0]?.placeholder ?? expect.unreachable();
    const diff = `@@ @@\n ${placeholder}\n \n-Run old.\n+Run new.`;
    const restored = restoreSecrets({ action: "edit", diff, rationale: "" }, vault);
    if (restored.kind !== "restored" || restored.verdict.action !== "edit") return expect.unreachable();
    expect(applyUnifiedDiff(before, restored.verdict.diff)).toEqual({
      kind: "applied",
      body: before.replace("old", "new"),
    });
  });

  test("a secret that is neither in the body nor dropped is lost; one that is moved is not", async () => {
    const { vault } = await hiddenBody(`Use ${SECRET}.`);
    expect(findLostSecret(vault, [`Use ${SECRET}.`], ["Use it."])).toBe(vault.secrets[0]?.placeholder ?? "");
    expect(findLostSecret(vault, [`Use ${SECRET}.`], ["Use it.", `drop ${SECRET}`])).toBeNull();
    expect(findLostSecret(vault, ["Use it."], ["Use it."])).toBeNull();
  });
});

describe("a mask", () => {
  const mask = maskSecrets([SECRET, KEY]);

  test.each([
    [`lost: ${SECRET}`, "lost: [redacted]"],
    [`lost: ${SECRET.slice(0, 12)}…`, "lost: [redacted]"],
    [`lost: ${KEY.replace(/\s+/g, " ")} end`, "lost: [redacted] end"],
    [`not a line: ${"Ab1+".repeat(8)}`, "not a line: [redacted]"],
    ["nothing here", "nothing here"],
  ])("%s", (text, masked) => {
    expect(mask(text)).toBe(masked);
  });
});
