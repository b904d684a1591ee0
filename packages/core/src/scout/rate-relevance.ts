import { defaultRanker } from "../matching/rank/default-ranker.ts";
import type { SkillRanker } from "../matching/rank/skill-ranker.ts";
import { TextCollection } from "../matching/rank/text-collection.ts";
import { textsToEmbed } from "../matching/rank/texts-to-embed.ts";
import { roundShare } from "../matching/scoring/score-skill.ts";
import type { ConfiguredEmbedder } from "../ports/embedder.ts";
import type { SourcedSkill } from "../ports/skill-source.ts";

/** Skills that are compared by meaning too; vectors cost time. */
const EMBEDDED_MAX = 100;
const NEUTRAL = 0.5;

export interface RateDeps {
  readonly embedder: ConfiguredEmbedder;
  readonly ranker?: SkillRanker;
}

/** Similarities of skills to texts: `of[text][skill]`, each 0..1, and the line why meaning did not count. */
export interface Relevance {
  readonly of: readonly (readonly number[])[];
  readonly hint: string | null;
}

/**
 * Returns how similar every skill is to every text, calibrated like a match (CONTRACTS 13.2, 13.7): each is ranked
 * alone, with the rarity of words taken from all of them, so that equal texts score alike whatever stands beside them.
 */
export async function rateRelevance(
  { embedder, ranker = defaultRanker }: RateDeps,
  skills: readonly SourcedSkill[],
  texts: readonly string[],
  signal: AbortSignal | undefined,
): Promise<Relevance> {
  const vectors = await embedAll(embedder, skills, texts, signal);
  const documents = skills.map(({ name, description }) => ({
    name,
    description: description ?? "",
    body: "",
    effectiveness: NEUTRAL,
  }));
  const all = new TextCollection(documents);
  const single = documents.map((document) => new TextCollection([document]));
  const of = texts.map((text, textAt) => {
    const { task, statistics } = all.rankInput(text);
    return single.map((collection, at) => {
      const [candidate] = collection.rankInput(text).candidates;
      if (candidate === undefined) return 0;
      const cosines = cosinesOf(vectors?.texts[textAt], vectors?.skills[at]);
      const model = cosines.length === 0 ? null : embedder.kind === "embedder" ? embedder.embedder.id : null;
      return roundShare(ranker({ task, statistics, candidates: [{ ...candidate, cosines }], model }).fit);
    });
  });
  return { of, hint: vectors?.hint ?? null };
}

interface Vectors {
  readonly texts: readonly Float32Array[];
  readonly skills: readonly Float32Array[];
  readonly hint: string | null;
}

async function embedAll(
  configured: ConfiguredEmbedder,
  skills: readonly SourcedSkill[],
  texts: readonly string[],
  signal: AbortSignal | undefined,
): Promise<Vectors | null> {
  if (skills.length === 0 || texts.length === 0) return null;
  if (configured.kind === "none") return noVectors(configured.message);
  const { embedder } = configured;
  const wholes = skills
    .slice(0, EMBEDDED_MAX)
    .map(({ name, description }) => textsToEmbed({ name, description: description ?? "" })[0] ?? name);
  const asked = await embedder.embed(texts, "query", signal);
  if (asked.kind === "unavailable") return noVectors(asked.message);
  const told = await embedder.embed(wholes, "document", signal);
  if (told.kind === "unavailable") return noVectors(told.message);
  return { texts: asked.vectors, skills: told.vectors, hint: null };
}

function noVectors(hint: string | null): Vectors {
  return { texts: [], skills: [], hint };
}

function cosinesOf(a: Float32Array | undefined, b: Float32Array | undefined): readonly number[] {
  if (a === undefined || b === undefined || a.length !== b.length) return [];
  let product = 0;
  let squareA = 0;
  let squareB = 0;
  for (let at = 0; at < a.length; at++) {
    const x = a[at] ?? 0;
    const y = b[at] ?? 0;
    product += x * y;
    squareA += x * x;
    squareB += y * y;
  }
  const cosine = product / Math.sqrt(squareA * squareB);
  return Number.isFinite(cosine) ? [cosine] : [];
}
