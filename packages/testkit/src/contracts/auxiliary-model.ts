import { describe, expect, test } from "bun:test";
import {
  type AuxiliaryModel,
  type Dossier,
  type DossierSkill,
  decodeVerdict,
  type ModelAnswer,
} from "@metis-curate/core";

const SIGNALS = { last_loaded_at_iso: null, loads_in_window: 0, inactive_days: null };
const FAILURES = { loads: 3, sessions: 3, failedSessions: 3, rate: 1, signatures: [], toolsSucceeded: [] };

function member(name: string): DossierSkill {
  return {
    name,
    description: `What ${name} is for`,
    body: "# Steps\n\nDo it.\n",
    files: [],
    loads: 1,
    lastLoadedAtIso: null,
    effectiveness: null,
  };
}

const MEMBERS = [member("first-skill"), member("second-skill")];

/** One dossier of each purpose. */
export const CONTRACT_DOSSIERS: readonly Dossier[] = [
  { purpose: "archive", skill: member("first-skill"), signals: SIGNALS },
  {
    purpose: "consolidate",
    members: MEMBERS,
    referenced: [],
    takenNames: ["first-skill", "second-skill"],
    signals: SIGNALS,
  },
  { purpose: "rewrite", members: MEMBERS, survivor: "first-skill", archive: ["second-skill"] },
  { purpose: "edit", skill: member("first-skill"), failures: FAILURES, signals: SIGNALS },
];

/**
 * The laws of the `AuxiliaryModel` port: an answer to every purpose that decodes, a bill within the estimate, and
 * nothing for a free model; groups, where a model has them, are disjoint sets of members.
 */
export function auxiliaryModelContract(name: string, makeModel: () => AuxiliaryModel): void {
  describe(`${name} keeps the model contract`, () => {
    for (const dossier of CONTRACT_DOSSIERS) {
      const request = { purpose: dossier.purpose, dossier };
      test(`answers ${dossier.purpose} with a verdict of its closed schema`, async () => {
        const answer = await makeModel().ask(request);
        if (answer.kind !== "answer") throw new Error(answer.message);
        expect(decodeVerdict(answer.text, dossier)).toMatchObject({ kind: "verdict" });
      });

      test(`bills no more for ${dossier.purpose} than it estimated`, async () => {
        const model = makeModel();
        const bound = total(model.estimate(request));
        expect(total(usageOf(await model.ask(request)))).toBeLessThanOrEqual(bound);
        if (model.free) expect(bound).toBe(0);
      });
    }

    test("groups are disjoint and hold members only", () => {
      const dossier = CONTRACT_DOSSIERS[1];
      if (dossier === undefined) throw new Error("no consolidation");
      const names = makeModel().groups?.({ purpose: "consolidate", dossier }).flat() ?? [];
      expect(new Set(names).size).toBe(names.length);
      expect(names.filter((one) => !MEMBERS.some((each) => each.name === one))).toEqual([]);
    });
  });
}

type Usage = ReturnType<AuxiliaryModel["estimate"]>;

function usageOf(answer: ModelAnswer): Usage {
  if (answer.kind === "error") throw new Error(answer.message);
  return answer.usage;
}

function total(usage: Usage): number {
  return usage.inputTokens + usage.outputTokens + usage.cachedInputTokens + usage.cacheCreationInputTokens;
}
