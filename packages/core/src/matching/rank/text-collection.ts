import {
  INDEX_FIELDS,
  type IndexCandidate,
  type IndexField,
  type TermStatistics,
} from "../../ports/skill-index.ts";
import { type SkillTexts, skillTerms } from "../terms/skill-terms.ts";
import { taskTerms } from "../terms/task-terms.ts";
import type { RankInput } from "./skill-ranker.ts";

/** A skill's texts with how it did so far. */
export interface RatedTexts extends SkillTexts {
  readonly effectiveness: number;
}

interface Document {
  readonly texts: RatedTexts;
  readonly triggerText: string;
  readonly lengths: Readonly<Record<IndexField, number>>;
  readonly counts: ReadonlyMap<string, readonly number[]>;
}

/** Skills without an index: for a few of them, or to measure a ranker. */
export class TextCollection {
  readonly #documents: readonly Document[];
  readonly #frequencies = new Map<string, number>();
  readonly #fieldTerms: Readonly<Record<IndexField, number>>;

  constructor(texts: readonly RatedTexts[]) {
    this.#documents = texts.map(toDocument);
    for (const { counts } of this.#documents) {
      for (const term of counts.keys()) this.#frequencies.set(term, (this.#frequencies.get(term) ?? 0) + 1);
    }
    this.#fieldTerms = byField((field) =>
      this.#documents.reduce((sum, { lengths }) => sum + lengths[field], 0),
    );
  }

  /** What a ranker is given for a task: every skill that shares a word with it, or all of a small collection. */
  rankInput(task: string, names: ReadonlySet<string> | null = null): RankInput {
    const terms = taskTerms(task);
    const wanted = [...terms.words.map(({ term }) => term), ...terms.grams];
    const statistics: TermStatistics = {
      documents: this.#documents.length,
      fieldTerms: this.#fieldTerms,
      frequencies: new Map(wanted.map((term) => [term, this.#frequencies.get(term) ?? 0])),
    };
    const candidates = this.#documents
      .filter(
        ({ texts, counts }) => names?.has(texts.name) !== false && wanted.some((term) => counts.has(term)),
      )
      .map((document) => toCandidate(document, wanted));
    return { task: terms, statistics, candidates, model: null };
  }
}

function toDocument(texts: RatedTexts): Document {
  const { terms, triggerText } = skillTerms(texts);
  const counts = new Map<string, number[]>();
  INDEX_FIELDS.forEach((field, index) => {
    for (const term of terms[field]) {
      const known = counts.get(term) ?? INDEX_FIELDS.map(() => 0);
      known[index] = (known[index] ?? 0) + 1;
      counts.set(term, known);
    }
  });
  return { texts, triggerText, lengths: byField((field) => terms[field].length), counts };
}

function toCandidate(
  { texts, triggerText, lengths, counts }: Document,
  wanted: readonly string[],
): IndexCandidate {
  const { name, description, effectiveness } = texts;
  const held = wanted.flatMap((term) => {
    const found = counts.get(term);
    return found === undefined ? [] : [[term, found] as const];
  });
  return {
    row: {
      name,
      path: "",
      description,
      triggerText,
      contentHash: "",
      stamp: "",
      profileTags: [],
      state: "active",
      effectiveness,
      uses: 0,
      successes: 0,
      gapCount: 0,
      lastUsedAtUs: null,
      idleSinceUs: null,
      createdAtUs: null,
      indexedAtUs: 0,
    },
    lengths,
    counts: new Map(held),
    cosines: [],
  };
}

function byField(read: (field: IndexField) => number): Readonly<Record<IndexField, number>> {
  return Object.fromEntries(INDEX_FIELDS.map((field) => [field, read(field)])) as Record<IndexField, number>;
}
