import { HASHED_TASK } from "../learning/matching-history.ts";
import { splitWords } from "../terms/split-words.ts";

/** A task that recurs: at least this often. */
export const GAP_OCCURRENCES_MIN = 3;
/** Cosine of weighted words from which a task belongs to a cluster. */
const ALIKE_MIN = 0.3;
/** The newest tasks that are looked at. */
export const CLUSTERED_TASKS_MAX = 2_000;
const WORDS_PER_TASK_MAX = 64;

export interface TaskToCluster {
  readonly id: string;
  /** Text, or `HASHED_TASK` and a hash. */
  readonly task: string;
}

/** Tasks alike, in the order they came; `words` are what they share, the most telling first. */
export interface TaskCluster<T extends TaskToCluster> {
  readonly tasks: readonly T[];
  readonly words: readonly string[];
}

type Weights = ReadonlyMap<string, number>;

interface Growing<T> {
  readonly tasks: T[];
  readonly sum: Map<string, number>;
  length: number;
}

/**
 * Groups tasks by the words they share, weighed by rarity: each joins the nearest group so far, or begins one. A hash
 * joins equal hashes only. Deterministic in the order of the tasks; of more than 2,000 the newest count.
 */
export function clusterTasks<T extends TaskToCluster>(tasks: readonly T[]): readonly TaskCluster<T>[] {
  const recent = tasks.slice(-CLUSTERED_TASKS_MAX);
  const shown = new Map<string, string>();
  const bags = recent.map(({ task }) => bagOf(task, shown));
  const rarity = rarityOf(bags);
  const groups: Growing<T>[] = [];
  const byWord = new Map<string, Set<Growing<T>>>();
  recent.forEach((task, index) => {
    const weights = weigh(bags[index] ?? new Set(), rarity);
    const group = findNearest(weights, byWord) ?? begin(groups);
    group.tasks.push(task);
    grow(group, weights);
    for (const word of weights.keys()) byWord.set(word, (byWord.get(word) ?? new Set()).add(group));
  });
  return groups.map((group) => ({ tasks: group.tasks, words: sharedWords(group, shown) }));
}

function bagOf(task: string, shown: Map<string, string>): ReadonlySet<string> {
  if (task.startsWith(HASHED_TASK)) return new Set([task]);
  const bag = new Set<string>();
  for (const word of splitWords(task)) {
    if (bag.size >= WORDS_PER_TASK_MAX) break;
    bag.add(word.term);
    if (!shown.has(word.term)) shown.set(word.term, word.shown);
  }
  return bag;
}

function rarityOf(bags: readonly ReadonlySet<string>[]): Weights {
  const counts = new Map<string, number>();
  for (const bag of bags) for (const term of bag) counts.set(term, (counts.get(term) ?? 0) + 1);
  return new Map([...counts].map(([term, count]) => [term, Math.log(1 + (bags.length + 1) / count)]));
}

function weigh(bag: ReadonlySet<string>, rarity: Weights): Weights {
  const weights = [...bag].map((term) => [term, rarity.get(term) ?? 0] as const);
  const length = Math.hypot(...weights.map(([, weight]) => weight));
  return new Map(weights.map(([term, weight]) => [term, length === 0 ? 0 : weight / length]));
}

function findNearest<T>(
  weights: Weights,
  byWord: ReadonlyMap<string, ReadonlySet<Growing<T>>>,
): Growing<T> | null {
  const candidates = new Set([...weights.keys()].flatMap((word) => [...(byWord.get(word) ?? [])]));
  let nearest: Growing<T> | null = null;
  let best = ALIKE_MIN;
  for (const group of candidates) {
    let dot = 0;
    for (const [term, weight] of weights) dot += weight * (group.sum.get(term) ?? 0);
    const cosine = group.length === 0 ? 0 : dot / group.length;
    if (cosine > best) {
      best = cosine;
      nearest = group;
    }
  }
  return nearest;
}

function begin<T>(groups: Growing<T>[]): Growing<T> {
  const group: Growing<T> = { tasks: [], sum: new Map(), length: 0 };
  groups.push(group);
  return group;
}

function grow<T>(group: Growing<T>, weights: Weights): void {
  for (const [term, weight] of weights) group.sum.set(term, (group.sum.get(term) ?? 0) + weight);
  group.length = Math.hypot(...group.sum.values());
}

function sharedWords<T>({ sum }: Growing<T>, shown: ReadonlyMap<string, string>): readonly string[] {
  return [...sum]
    .sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1))
    .flatMap(([term]) => shown.get(term) ?? []);
}
