import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  blendVectors,
  DEFAULT_MATCHING,
  defaultRanker,
  type Embedder,
  findMatches,
  type SkillIndex,
  type SkillRanker,
  type SkillTexts,
  skillTerms,
  taskTerms,
  taskTextsToEmbed,
  textsToEmbed,
} from "@metis-curate/core";
import { openSkillIndex } from "@metis-curate/skill-index";
import type { RoutingSet } from "./read-routing.ts";
import type { RoutedTask } from "./routing-figures.ts";

const BATCH = 64;

/** By words alone, by the vector of name and description alone, or as the product does. */
export type RoutingMethod = "words" | "meaning" | "hybrid";

/** Ranks by the first vector of every skill, to be compared with. */
const meaningAlone: SkillRanker = ({ candidates }) => {
  const skills = candidates
    .map(({ row, cosines }) => ({ name: row.name, relevance: Math.max(0, cosines[0] ?? 0), why: [] }))
    .sort((a, b) => b.relevance - a.relevance || (a.name < b.name ? -1 : 1));
  return { skills, fit: skills[0]?.relevance ?? 0 };
};

/**
 * Answers every task of a set over a real index of its skills, by each method. Without an embedder only by words.
 */
export async function routeTasks(
  { skills, tasks }: RoutingSet,
  embedder: Embedder | null,
): Promise<ReadonlyMap<RoutingMethod, readonly RoutedTask[]>> {
  const directory = mkdtempSync(join(tmpdir(), "metis-quality-"));
  const index = openSkillIndex(join(directory, "index.db"), { asideStamp: "quality" });
  try {
    await index.apply({ put: skills.map(toIndexed), atUs: 0 });
    const vectors = embedder === null ? null : await embedAll(index, embedder, skills, tasks);
    const methods: readonly RoutingMethod[] = vectors === null ? ["words"] : ["words", "meaning", "hybrid"];
    const answers = new Map<RoutingMethod, RoutedTask[]>(methods.map((method) => [method, []]));
    for (const [at, { task }] of tasks.entries()) {
      for (const method of methods) {
        const values = method === "words" ? null : (vectors?.[at] ?? null);
        answers.get(method)?.push(await route(index, task, method, embedder, values));
      }
    }
    return answers;
  } finally {
    index.close();
    rmSync(directory, { recursive: true, force: true });
  }
}

async function route(
  index: SkillIndex,
  task: string,
  method: RoutingMethod,
  embedder: Embedder | null,
  values: Float32Array | null,
): Promise<RoutedTask> {
  const found = await findMatches({
    indexes: [index],
    task: taskTerms(task),
    vector: embedder === null || values === null ? null : { model: embedder.id, values },
    ranker: method === "meaning" ? meaningAlone : defaultRanker,
    weights: DEFAULT_MATCHING.weights,
    profile: null,
    archived: false,
  });
  const [best] = found;
  return {
    ranked: found.map(({ row }) => row.name),
    fit: best?.similarity ?? 0,
    score: best?.score ?? 0,
  };
}

function toIndexed(skill: SkillTexts) {
  const { triggerText, terms } = skillTerms(skill);
  const { name, description } = skill;
  return {
    name,
    path: `/${name}`,
    description,
    triggerText,
    contentHash: name,
    stamp: "",
    profileTags: [],
    terms,
  };
}

/** Stores the vectors of the skills and returns those of the tasks. */
async function embedAll(
  index: SkillIndex,
  embedder: Embedder,
  skills: readonly SkillTexts[],
  tasks: RoutingSet["tasks"],
): Promise<readonly (Float32Array | null)[]> {
  const ofSkills = await embedGroups(embedder, skills.map(textsToEmbed), "document");
  const dimension = ofSkills[0]?.[0]?.length ?? 0;
  const of = new Map(skills.map(({ name }, at) => [name, ofSkills[at] ?? []]));
  await index.apply({ vectors: { model: embedder.id, dimension, of }, atUs: 0 });
  const ofTasks = await embedGroups(
    embedder,
    tasks.map(({ task }) => taskTextsToEmbed(task)),
    "query",
  );
  return ofTasks.map(blendVectors);
}

async function embedGroups(
  embedder: Embedder,
  groups: readonly (readonly string[])[],
  purpose: "query" | "document",
): Promise<readonly (readonly Float32Array[])[]> {
  const texts = groups.flat();
  const vectors: Float32Array[] = [];
  for (let start = 0; start < texts.length; start += BATCH) {
    const answer = await embedder.embed(texts.slice(start, start + BATCH), purpose);
    if (answer.kind === "unavailable") throw new Error(answer.message);
    vectors.push(...answer.vectors);
  }
  let at = 0;
  return groups.map(({ length }) => {
    at += length;
    return vectors.slice(at - length, at);
  });
}
