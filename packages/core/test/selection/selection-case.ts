import { type LeftAlone, type Selection, type SelectionInput, select } from "@metis-curate/core";
import { type SelectionParts, type SelectionSkill, selectionInput } from "@metis-curate/testkit";

/** Selects over a snapshot of these skills. */
export function selectOver(skills: readonly SelectionSkill[], parts?: SelectionParts): Selection {
  return select(selectionInput(skills, parts));
}

/** Candidates as `action name+name`, in order. */
export function candidatesOf(selection: Selection): readonly string[] {
  return selection.candidates.map(({ action, skills }) => `${action} ${skills.join("+")}`);
}

/** The outcome of one skill: its candidate's action or the reason it is left alone. */
export function outcomeOf(selection: Selection, skill: string): string {
  const candidate = selection.candidates.find(({ skills }) => skills.some((name) => name === skill));
  return candidate?.action ?? leftAloneOf(selection, skill)?.reason ?? "none";
}

export function leftAloneOf(selection: Selection, skill: string): LeftAlone | undefined {
  return selection.leftAlone.find((entry) => entry.skill === skill);
}

/** A snapshot in which a paid model already answered no to every candidate, so many days ago. */
export function refusedBefore(
  skills: readonly SelectionSkill[],
  daysAgo: number,
  parts: SelectionParts = {},
): SelectionInput {
  const input = selectionInput(skills, parts);
  const refusals = select(input).candidates.map(({ hash }) => ({
    candidateHash: hash,
    model: "anthropic:claude-haiku-4-5",
    atUs: input.nowUs - daysAgo * 86_400_000_000,
  }));
  return { ...input, history: { ...input.history, refusals } };
}
