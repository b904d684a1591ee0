import type { AuxiliaryModel, ModelRequest, TokenUsage } from "../ports/auxiliary-model.ts";
import type { CandidateSignals } from "../selection/candidate.ts";
import type { ConsolidateDossier, Dossier, RewriteDossier } from "./dossier.ts";
import { findEqualGroups } from "./equal-groups.ts";

const NOTHING: TokenUsage = {
  inputTokens: 0,
  outputTokens: 0,
  cachedInputTokens: 0,
  cacheCreationInputTokens: 0,
};

/**
 * The model without a network and without cost (CONTRACTS 8.4). It confirms every archive candidate, merges skills
 * that say the same, answers their rewrite with the survivor's body as it is, and never edits. `groups` gives one
 * group per set of equals, or the whole cluster, which is then declined. It answers with JSON text like every model.
 */
export function rulesModel(): AuxiliaryModel {
  return {
    id: "rules",
    free: true,
    estimate: () => NOTHING,
    groups: ({ dossier }) => groupsOf(dossier),
    ask: ({ dossier }: ModelRequest) =>
      Promise.resolve({
        kind: "answer",
        text: JSON.stringify(judge(dossier)),
        usage: NOTHING,
        truncated: false,
      }),
  };
}

type Answer = Readonly<Record<string, unknown>>;

function judge(dossier: Dossier): Answer {
  switch (dossier.purpose) {
    case "archive":
      return { action: "archive", rationale: whyIdle(dossier.signals) };
    case "consolidate":
      return judgeMerge(dossier);
    case "rewrite":
      return keepSurvivor(dossier);
    case "edit":
      return { action: "skip", reason: "rules never edit a body" };
  }
}

function whyIdle(signals: CandidateSignals): string {
  const { idle_days: idleDays, last_loaded_at_iso: lastLoaded, effectiveness } = signals;
  const idle = typeof idleDays === "number" ? `Idle for ${idleDays} days` : "Out of use";
  const use = lastLoaded === null ? "never loaded" : `last loaded on ${lastLoaded.slice(0, 10)}`;
  const help = typeof effectiveness === "number" ? `, effectiveness ${effectiveness.toFixed(2)}` : "";
  return `${idle}, ${use}${help}.`;
}

function judgeMerge(dossier: ConsolidateDossier): Answer {
  const [group] = findEqualGroups(dossier);
  if (group === undefined) return { action: "skip", reason: "no two of these skills say exactly the same" };
  return {
    action: "consolidate",
    survivor: group.survivor.name,
    new_skill: false,
    archive: group.archive.map((member) => member.name),
    new_description: group.survivor.description,
    rationale: "Equal bodies; the survivor has every file of the others.",
  };
}

function keepSurvivor(dossier: RewriteDossier): Answer {
  const survivor = dossier.members.find((member) => member.name === dossier.survivor);
  if (survivor === undefined) return { action: "skip", reason: "rules never write a new skill" };
  return { body: survivor.body, dropped: [] };
}

function groupsOf(dossier: Dossier): readonly (readonly string[])[] {
  if (dossier.purpose !== "consolidate") return [];
  const groups = findEqualGroups(dossier);
  if (groups.length === 0) return [dossier.members.map((member) => member.name)];
  return groups.map(({ survivor, archive }) => [survivor, ...archive].map((member) => member.name).sort());
}
