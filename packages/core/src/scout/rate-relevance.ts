import { defaultRanker } from "../matching/rank/default-ranker.ts";
import type { RankInput, Ranking, SkillRanker } from "../matching/rank/skill-ranker.ts";
import { type RatedTexts, TextCollection } from "../matching/rank/text-collection.ts";
import { textsToEmbed } from "../matching/rank/texts-to-embed.ts";
import { levelRanking } from "../matching/scoring/level-ranking.ts";
import type { ConfiguredEmbedder } from "../ports/embedder.ts";
import type { SourcedSkill } from "../ports/skill-source.ts";

/** Skills that are compared by meaning too, those first that words speak for; vectors cost time. */
const EMBEDDED_MAX = 40;
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

/** Returns how similar every skill is to every text, as a match would say it (CONTRACTS 13.2, 13.7). */
export async function rateRelevance(
  { embedder, ranker = defaultRanker }: RateDeps,
  skills: readonly SourcedSkill[],
  texts: readonly string[],
  signal: AbortSignal | undefined,
): Promise<Relevance> {
  const named = nameApart(skills);
  const collection = new TextCollection(named);
  const inputs = texts.map((text) => inputOf(collection, named, text));
  const byWords = inputs.map((input) => similarities(ranker(input), named));
  const likely = named
    .map((document, at) => ({ document, score: Math.max(0, ...byWords.map((scores) => scores[at] ?? 0)) }))
    .sort((a, b) => b.score - a.score)
    .slice(0, EMBEDDED_MAX)
    .map(({ document }) => document);
  const vectors = await embedAll(embedder, likely, texts, signal);
  if (vectors === null || vectors.texts.length === 0) return { of: byWords, hint: vectors?.hint ?? null };
  const ofSkill = new Map(likely.map(({ name }, at) => [name, vectors.skills[at]]));
  const of = inputs.map((input, textAt) => {
    const candidates = input.candidates.map((candidate) => ({
      ...candidate,
      cosines: cosinesOf(vectors.texts[textAt], ofSkill.get(candidate.row.name)),
    }));
    return similarities(
      ranker({ ...input, candidates, model: embedder.kind === "embedder" ? embedder.embedder.id : null }),
      named,
    );
  });
  return { of, hint: null };
}

/** A ranker tells skills apart by name; those of two sources may share one. */
function nameApart(skills: readonly SourcedSkill[]): readonly RatedTexts[] {
  const taken = new Set<string>();
  return skills.map(({ name, description }) => {
    let own = name;
    for (let number = 2; taken.has(own); number++) own = `${name} ${number}`;
    taken.add(own);
    return { name: own, description: description ?? "", body: "", effectiveness: NEUTRAL };
  });
}

/** Every skill is a candidate, also one that shares no word with the text: its meaning may. */
function inputOf(collection: TextCollection, named: readonly RatedTexts[], text: string): RankInput {
  const input = collection.rankInput(text);
  const shared = new Set(input.candidates.map(({ row }) => row.name));
  const others = named
    .filter(({ name }) => !shared.has(name))
    .flatMap((texts) => new TextCollection([texts]).rankInput(`${texts.name}\n${text}`).candidates);
  return { ...input, candidates: [...input.candidates, ...others] };
}

function similarities(ranking: Ranking, named: readonly RatedTexts[]): readonly number[] {
  const levelled = new Map(levelRanking(ranking).map(({ name, similarity }) => [name, similarity]));
  return named.map(({ name }) => levelled.get(name) ?? 0);
}

interface Vectors {
  readonly texts: readonly Float32Array[];
  readonly skills: readonly Float32Array[];
  readonly hint: string | null;
}

async function embedAll(
  configured: ConfiguredEmbedder,
  skills: readonly RatedTexts[],
  texts: readonly string[],
  signal: AbortSignal | undefined,
): Promise<Vectors | null> {
  if (skills.length === 0 || texts.length === 0) return null;
  if (configured.kind === "none") return noVectors(configured.message);
  const { embedder } = configured;
  const wholes = skills.map(({ name, description }) => textsToEmbed({ name, description })[0] ?? name);
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
