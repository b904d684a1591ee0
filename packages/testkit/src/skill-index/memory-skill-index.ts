import {
  INDEX_FIELDS,
  type IndexCandidate,
  type IndexChange,
  type IndexedSkill,
  type IndexFeedback,
  type IndexField,
  type IndexQuery,
  type IndexRow,
  type IndexScouted,
  type IndexVectors,
  type LearnedSkill,
  type SkillIndex,
  type SkillIndexError,
} from "@metis-curate/core";

/** What a skill is before anything was learned of it. */
const UNLEARNED = {
  state: "active",
  effectiveness: 0.5,
  uses: 0,
  successes: 0,
  gapCount: 0,
  lastUsedAtUs: null,
  idleSinceUs: null,
  createdAtUs: null,
} as const satisfies Omit<LearnedSkill, "name">;

const COUNT_MAX = 255;

interface Entry {
  readonly row: IndexRow;
  readonly terms: IndexedSkill["terms"];
  readonly vectors: readonly Float32Array[] | null;
}

export interface MemorySkillIndex extends SkillIndex {
  readonly feedback: ReadonlyMap<string, IndexFeedback>;
  readonly scouted: ReadonlyMap<string, IndexScouted>;
  /** Every later call throws this. */
  breakWith(error: SkillIndexError | null): void;
}

/** Returns an index in memory that answers like the one on SQLite. */
export function memorySkillIndex(): MemorySkillIndex {
  const state = new MemoryIndexState();
  let fault: SkillIndexError | null = null;
  const guarded = async <T>(work: () => T): Promise<T> => {
    if (fault !== null) throw fault;
    return work();
  };
  return {
    feedback: state.feedback,
    scouted: state.scouted,
    breakWith: (error) => {
      fault = error;
    },
    info: () => guarded(() => state.info()),
    rows: () => guarded(() => state.sorted().map(({ row }) => row)),
    findRows: (names) =>
      guarded(() => state.sorted().flatMap(({ row }) => (names.includes(row.name) ? [row] : []))),
    listUnembedded: (model) => guarded(() => state.listUnembedded(model)),
    findVectors: (names, model) => guarded(() => state.findVectors(names, model)),
    apply: (change) => guarded(() => state.apply(change)),
    statistics: (terms) => guarded(() => state.statistics(terms)),
    search: (query) => guarded(() => state.search(query)),
    close: () => {},
  };
}

class MemoryIndexState {
  readonly feedback = new Map<string, IndexFeedback>();
  readonly scouted = new Map<string, IndexScouted>();
  readonly #entries = new Map<string, Entry>();
  readonly #notes = new Map<string, string>();
  #model: { readonly id: string; readonly dimension: number } | null = null;

  sorted(): readonly Entry[] {
    return [...this.#entries.values()].sort((a, b) => (a.row.name < b.row.name ? -1 : 1));
  }

  info(): Awaited<ReturnType<SkillIndex["info"]>> {
    const entries = this.sorted();
    return {
      path: ":memory:",
      skills: entries.filter(({ row }) => row.state !== "archived").length,
      archived: entries.filter(({ row }) => row.state === "archived").length,
      embedded: entries.filter(({ vectors }) => vectors !== null).length,
      model: this.#model?.id ?? null,
      dimension: this.#model?.dimension ?? null,
      vectorSearch: "scan",
      notices: [],
      notes: Object.fromEntries(this.#notes),
    };
  }

  listUnembedded(model: string): readonly string[] {
    const isOther = this.#model?.id !== model;
    return this.sorted().flatMap(({ row, vectors }) => (isOther || vectors === null ? [row.name] : []));
  }

  findVectors(names: readonly string[], model: string): ReadonlyMap<string, readonly Float32Array[]> {
    if (this.#model?.id !== model) return new Map();
    const found = this.sorted().flatMap(({ row, vectors }) =>
      vectors !== null && names.includes(row.name) ? [[row.name, vectors] as const] : [],
    );
    return new Map(found);
  }

  apply(change: IndexChange): void {
    for (const name of change.remove ?? []) this.#entries.delete(name);
    for (const skill of change.put ?? []) this.#put(skill, change.atUs);
    for (const { name, path, stamp } of change.touch ?? []) this.#update(name, { path, stamp });
    for (const { name, ...learned } of change.learn ?? []) this.#update(name, learned);
    for (const one of change.feedback ?? []) {
      if (!this.feedback.has(one.eventId)) this.feedback.set(one.eventId, one);
    }
    for (const one of change.scouted ?? []) this.scouted.set(one.sourceUrl, one);
    if (change.vectors !== undefined) this.#embed(change.vectors);
    for (const [key, value] of Object.entries(change.notes ?? {})) this.#notes.set(key, value);
  }

  statistics(terms: readonly string[]): Awaited<ReturnType<SkillIndex["statistics"]>> {
    const entries = this.sorted();
    const fieldTerms = Object.fromEntries(
      INDEX_FIELDS.map((field) => [
        field,
        entries.reduce((sum, entry) => sum + entry.terms[field].length, 0),
      ]),
    ) as Record<IndexField, number>;
    const frequencies = new Map(
      terms.map((term) => [term, entries.filter((entry) => holds(entry, term)).length]),
    );
    return { documents: entries.length, fieldTerms, frequencies };
  }

  search(query: IndexQuery): readonly IndexCandidate[] {
    const pool = this.sorted().filter(({ row }) => (row.state === "archived") === query.archived);
    const vector =
      query.vector !== null && query.vector.model === this.#model?.id ? query.vector.values : null;
    const byTerms = pool
      .map((entry) => ({ entry, hits: query.retrieve.filter((term) => holds(entry, term)).length }))
      .filter(({ hits }) => hits > 0)
      .sort((a, b) => b.hits - a.hits)
      .slice(0, query.limit)
      .map(({ entry }) => entry);
    const byVector = vector === null ? [] : nearest(pool, vector, query.limit);
    const chosen = new Set([...byTerms, ...byVector]);
    return pool.filter((entry) => chosen.has(entry)).map((entry) => toCandidate(entry, query, vector));
  }

  #put({ terms, ...file }: IndexedSkill, atUs: number): void {
    const { name: _, ...learned } = this.#entries.get(file.name)?.row ?? { name: file.name, ...UNLEARNED };
    this.#entries.set(file.name, { row: { ...learned, ...file, indexedAtUs: atUs }, terms, vectors: null });
  }

  #update(name: string, values: Partial<IndexRow>): void {
    const entry = this.#entries.get(name);
    if (entry !== undefined) this.#entries.set(name, { ...entry, row: { ...entry.row, ...values } });
  }

  #embed({ model, dimension, of }: IndexVectors): void {
    if (this.#model?.id !== model || this.#model.dimension !== dimension) {
      for (const [name, entry] of this.#entries) this.#entries.set(name, { ...entry, vectors: null });
      this.#model = { id: model, dimension };
    }
    for (const [name, vectors] of of) {
      const entry = this.#entries.get(name);
      if (entry !== undefined) this.#entries.set(name, { ...entry, vectors });
    }
  }
}

function holds({ terms }: Entry, term: string): boolean {
  return INDEX_FIELDS.some((field) => terms[field].includes(term));
}

function nearest(pool: readonly Entry[], vector: Float32Array, limit: number): readonly Entry[] {
  return pool
    .filter(({ vectors }) => vectors !== null && vectors.length > 0)
    .map((entry) => ({
      entry,
      cosine: Math.max(...(entry.vectors ?? []).map((one) => cosine(one, vector))),
    }))
    .sort((a, b) => b.cosine - a.cosine)
    .slice(0, limit)
    .map(({ entry }) => entry);
}

function toCandidate(
  { row, terms, vectors }: Entry,
  query: IndexQuery,
  vector: Float32Array | null,
): IndexCandidate {
  const counts = query.count.flatMap((term) => {
    const byField = INDEX_FIELDS.map((field) =>
      Math.min(COUNT_MAX, terms[field].filter((one) => one === term).length),
    );
    return byField.some((count) => count > 0) ? [[term, byField] as const] : [];
  });
  return {
    row,
    lengths: Object.fromEntries(INDEX_FIELDS.map((field) => [field, terms[field].length])) as Record<
      IndexField,
      number
    >,
    counts: new Map(counts),
    cosines: vector === null ? [] : (vectors ?? []).map((one) => cosine(one, vector)),
  };
}

function cosine(a: Float32Array, b: Float32Array): number {
  let dot = 0;
  let aa = 0;
  let bb = 0;
  for (let index = 0; index < a.length; index++) {
    const x = a[index] ?? 0;
    const y = b[index] ?? 0;
    dot += x * y;
    aa += x * x;
    bb += y * y;
  }
  return aa === 0 || bb === 0 ? 0 : dot / Math.sqrt(aa * bb);
}
