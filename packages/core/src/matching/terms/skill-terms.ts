import type { IndexField } from "../../ports/skill-index.ts";
import { bodyParts } from "./body-parts.ts";
import { splitWords, type TextWord } from "./split-words.ts";
import { triggerText } from "./trigger-text.ts";
import { wordGrams } from "./word-grams.ts";

/** Changes when the terms of the same text change: every index is then made anew. */
export const TERMS_VERSION = "3";

const FIELD_TERMS_MAX = 4_000;

export interface SkillTexts {
  readonly name: string;
  readonly description: string;
  /** Phrases of the frontmatter that say when to use it. */
  readonly triggers?: readonly string[];
  readonly body: string;
}

export interface SkillTerms {
  /** The when-to-use part of the description, then each phrase on a line of its own. */
  readonly triggerText: string;
  readonly terms: Readonly<Record<IndexField, readonly string[]>>;
}

/** Returns what a skill is found by: terms of its fields, each at most 4,000. */
export function skillTerms({ name, description, triggers = [], body }: SkillTexts): SkillTerms {
  const parts = bodyParts(body);
  const trigger = [triggerText(description), ...triggers].filter((text) => text !== "").join("\n");
  const nameWords = splitWords(name);
  const descriptionWords = splitWords(description);
  const triggerWords = splitWords(triggers.join("\n"));
  const spelled = [...nameWords, ...descriptionWords, ...triggerWords].map(({ shown }) => shown);
  return {
    triggerText: trigger,
    terms: {
      name: termsOf(nameWords),
      trigger: termsOf(splitWords(`${trigger}\n${parts.trigger}`)),
      description: termsOf(descriptionWords),
      headings: termsOf(splitWords(parts.headings)),
      body: termsOf(splitWords(parts.text)),
      grams: wordGrams(spelled).slice(0, FIELD_TERMS_MAX),
    },
  };
}

function termsOf(words: readonly TextWord[]): readonly string[] {
  return words.slice(0, FIELD_TERMS_MAX).map(({ term }) => term);
}
