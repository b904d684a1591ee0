import { describe, expect, test } from "bun:test";
import {
  archiveDossier,
  consolidateDossier,
  dossierSkill,
  editDossier,
  rewriteDossier,
} from "../support/dossiers.ts";
import { VENDORS } from "../support/vendors.ts";

const NOWHERE = { url: "http://127.0.0.1:1", openaiUrl: "http://127.0.0.1:1/v1" };
const huge = (name: string) =>
  dossierSkill(name, { body: "# Long\n".repeat(150_000), description: "d".repeat(900_000) });

describe.each(VENDORS)("$name", (vendor) => {
  const model = vendor.make(NOWHERE);

  test("usual skills fit", () => {
    for (const dossier of [archiveDossier(), consolidateDossier(), rewriteDossier(), editDossier()]) {
      expect(model.findObstacle?.({ purpose: dossier.purpose, dossier })).toBeNull();
    }
  });

  test("a confirmation always fits: it holds beginnings only", () => {
    const members = ["a", "b", "c", "d", "e"].map(huge);
    for (const dossier of [archiveDossier(huge("a")), consolidateDossier(members)]) {
      expect(model.findObstacle?.({ purpose: dossier.purpose, dossier })).toBeNull();
    }
  });

  test("a body larger than the context cannot be edited whole", () => {
    const line = model.findObstacle?.({ purpose: "edit", dossier: editDossier(huge("a")) });
    expect(line).toMatch(/^the request may take \d+ tokens, the model has \d+$/);
  });

  test("bodies that leave no room for the merged one cannot be merged", () => {
    const members = ["a", "b"].map((name) => dossierSkill(name, { body: "x".repeat(31_000) }));
    const line = model.findObstacle?.({ purpose: "rewrite", dossier: rewriteDossier(members) });
    expect(line).toContain("too large to merge: the answer may need 32536 tokens, at most 32000");
  });

  test("what is far too large to merge is told without rendering it", () => {
    const dossier = rewriteDossier(["a", "b", "c", "d", "e"].map(huge));
    const before = process.cpuUsage();
    for (let time = 0; time < 25; time++) model.findObstacle?.({ purpose: "rewrite", dossier });
    expect(process.cpuUsage(before).user).toBeLessThan(500_000);
  });

  test("what is not merged does not count", () => {
    const members = ["a", "b", "c"].map((name) => dossierSkill(name, { body: "x".repeat(25_000) }));
    const dossier = rewriteDossier(members, { archive: ["b"] });
    expect(model.findObstacle?.({ purpose: "rewrite", dossier })).toBeNull();
  });
});
