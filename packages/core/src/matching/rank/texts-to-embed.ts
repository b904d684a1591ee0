import { contentWords } from "../terms/content-words.ts";
import { splitName } from "../terms/split-name.ts";
import { cutText } from "../terms/task-terms.ts";

/** Changes when the texts of the same skill change: every vector is then made anew. */
export const EMBED_TEXTS_VERSION = "3";

const EMBED_CHARACTERS_MAX = 2_000;
/** Sentences and trigger phrases that get a vector of their own. */
const PHRASES_MAX = 14;
const PHRASE_CHARACTERS_MIN = 9;
const SENTENCE_END = /(?<=[.!?;])\s+|(?<=[。！？；])|\n+/;

/** Which vector of a skill is which; from `phrases` on, each is one of its sentences or trigger phrases. */
export const VECTOR_PLACES = { whole: 0, words: 1, phrases: 2 } as const;

export interface EmbeddedSkill {
  readonly name: string;
  readonly description: string;
  readonly triggers?: readonly string[];
}

/**
 * Returns the texts whose vectors stand for a skill, in the order of `VECTOR_PLACES`: its name with what it says of
 * itself, the same without function words, then its trigger phrases and sentences one by one.
 */
export function textsToEmbed({ name, description, triggers = [] }: EmbeddedSkill): readonly string[] {
  const whole = `${splitName(name)}: ${description}`;
  const sentences = description
    .split(SENTENCE_END)
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence.length >= PHRASE_CHARACTERS_MIN);
  const phrases = [...new Set([...triggers, ...sentences])].slice(0, PHRASES_MAX);
  return [whole, contentWords(whole), ...phrases].map((text) => cutText(text, EMBED_CHARACTERS_MAX));
}

/** Returns the texts whose vectors, blended, stand for a task: as it is, and without function words. */
export function taskTextsToEmbed(task: string): readonly string[] {
  const whole = cutText(task, EMBED_CHARACTERS_MAX);
  return [...new Set([whole, contentWords(whole)])];
}

/** Returns the direction between vectors of one length; null for none. */
export function blendVectors(vectors: readonly Float32Array[]): Float32Array | null {
  const [first, ...rest] = vectors;
  if (first === undefined || rest.length === 0) return first ?? null;
  return first.map((value, at) => rest.reduce((sum, vector) => sum + (vector[at] ?? 0), value));
}
