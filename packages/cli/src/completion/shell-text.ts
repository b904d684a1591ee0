import type { CompletionModel, CompletionWord } from "./completion-model.ts";
import type { CompletionValues } from "./completion-values.ts";

/** A text as one word in single quotes, as bash and zsh read it. */
export function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

/** As `quoted`, for fish. */
export function fishQuoted(text: string): string {
  return `'${text.replaceAll("\\", "\\\\").replaceAll("'", "\\'")}'`;
}

/** The words alone, for a pattern or a list. */
export function wordList(words: readonly CompletionWord[]): readonly string[] {
  return words.map(({ word }) => word);
}

/** The places of a model grouped by what may stand there, so that each is written once. */
export function placesByValues(
  model: CompletionModel,
): readonly (readonly [readonly string[], CompletionValues])[] {
  const groups = new Map<string, { readonly places: string[]; readonly values: CompletionValues }>();
  for (const [place, values] of model.values) {
    const key = JSON.stringify(values);
    const group = groups.get(key) ?? { places: [], values };
    group.places.push(place);
    groups.set(key, group);
  }
  return [...groups.values()].map(({ places, values }) => [places, values] as const);
}
