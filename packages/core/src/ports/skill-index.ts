/** The parts of a skill that are indexed apart, in the order in which counts are given. */
export const INDEX_FIELDS = ["name", "trigger", "description", "headings", "body", "grams"] as const;
export type IndexField = (typeof INDEX_FIELDS)[number];

/** `stale` is as of the last look; whoever shows a state derives it again from `idleSinceUs`. */
export type IndexedState = "active" | "stale" | "archived" | "draft";

/** What was learned of a skill: a projection of the trace. Times in microseconds. CONTRACTS 13.1, 13.3. */
export interface LearnedSkill {
  readonly name: string;
  readonly state: IndexedState;
  /** 0..1. */
  readonly effectiveness: number;
  readonly uses: number;
  readonly successes: number;
  /** Tasks without a fitting skill that this one came closest to. */
  readonly gapCount: number;
  readonly lastUsedAtUs: number | null;
  /** When it was last used or touched; null when nothing is known. */
  readonly idleSinceUs: number | null;
  readonly createdAtUs: number | null;
}

/** A skill as its file says, ready to be found. */
export interface IndexedSkill {
  readonly name: string;
  /** Absolute path of the file an agent reads. */
  readonly path: string;
  readonly description: string;
  /** The when-to-use part of the description (CONTRACTS 13.1). */
  readonly triggerText: string;
  /** Of everything indexed: unchanged means nothing is to be done. */
  readonly contentHash: string;
  /** What a cheap look at the file showed; opaque. */
  readonly stamp: string;
  readonly profileTags: readonly string[];
  /** Terms of each field in their order; a term has no white space. */
  readonly terms: Readonly<Record<IndexField, readonly string[]>>;
}

/** A row of the index. */
export type IndexRow = Omit<IndexedSkill, "terms"> & LearnedSkill & { readonly indexedAtUs: number };

export interface IndexFeedback {
  readonly eventId: string;
  readonly skill: string;
  readonly sessionId: string;
  readonly outcome: "success" | "partial" | "failure";
  readonly task: string | null;
  readonly atUs: number;
}

export interface IndexScouted {
  readonly sourceUrl: string;
  readonly name: string;
  readonly description: string | null;
  readonly relevanceScore: number;
  readonly matchedGap: string | null;
  readonly status: "new" | "adopted" | "dismissed";
  readonly discoveredAtUs: number;
}

/** One atomic change; absent parts stay as they are. Applied in the order of the fields. */
export interface IndexChange {
  /** Vanished skills; with their vectors, never with their feedback. */
  readonly remove?: readonly string[];
  /** New and changed skills, replaced by name; what was learned of a known name stays, its vectors go. */
  readonly put?: readonly IndexedSkill[];
  /** Path, stamp only: the content is unchanged. */
  readonly touch?: readonly Pick<IndexedSkill, "name" | "path" | "stamp">[];
  /** Of indexed names; others are ignored. */
  readonly learn?: readonly LearnedSkill[];
  /** Added once by event id. */
  readonly feedback?: readonly IndexFeedback[];
  /** Replaced by URL. */
  readonly scouted?: readonly IndexScouted[];
  readonly vectors?: IndexVectors;
  /** Notes of the writer, replaced by key. */
  readonly notes?: Readonly<Record<string, string>>;
  readonly atUs: number;
}

/**
 * Vectors of indexed skills, one or more each, replaced by name; all of the length `dimension`. A model or a dimension
 * other than the stored one drops every stored vector first: two models never mix.
 */
export interface IndexVectors {
  readonly model: string;
  readonly dimension: number;
  readonly of: ReadonlyMap<string, readonly Float32Array[]>;
}

/** What is needed to weigh terms; sums over live and archived skills. */
export interface TermStatistics {
  readonly documents: number;
  /** Terms in all documents, by field. */
  readonly fieldTerms: Readonly<Record<IndexField, number>>;
  /** Documents that hold the term in any field; only of the terms asked for, 0 included. */
  readonly frequencies: ReadonlyMap<string, number>;
}

export interface IndexQuery {
  /** A skill that holds one of these in any field is a candidate. */
  readonly retrieve: readonly string[];
  /** Terms whose counts are given for every candidate. */
  readonly count: readonly string[];
  /** Also the nearest skills by cosine; null or a model other than the stored one: none. */
  readonly vector: { readonly model: string; readonly values: Float32Array } | null;
  /** Archived skills are only ever found when they are asked for, and then alone. */
  readonly archived: boolean;
  /** Candidates by terms and candidates by vector, at most this many each; the best are kept. */
  readonly limit: number;
}

/** What the index knows of one skill and one query. */
export interface IndexCandidate {
  readonly row: IndexRow;
  /** Terms of the skill, by field. */
  readonly lengths: Readonly<Record<IndexField, number>>;
  /** Occurrences by field in the order of `INDEX_FIELDS`, at most 255 each; only of terms it holds. */
  readonly counts: ReadonlyMap<string, readonly number[]>;
  /** Cosine of each of the skill's vectors with the query's, in their order; empty without. */
  readonly cosines: readonly number[];
}

export interface SkillIndexInfo {
  /** Path of the database, or `:memory:`. */
  readonly path: string;
  readonly skills: number;
  readonly archived: number;
  /** Skills that have vectors. */
  readonly embedded: number;
  readonly model: string | null;
  readonly dimension: number | null;
  /** How the nearest vectors are found. */
  readonly vectorSearch: "sqlite-vec" | "scan";
  /** Lines for a person: set aside and made anew, extension missing. */
  readonly notices: readonly string[];
  readonly notes: Readonly<Record<string, string>>;
}

export type SkillIndexErrorKind = "locked" | "read-only" | "no-space" | "corrupt" | "io";

/** The one error a `SkillIndex` throws. */
export class SkillIndexError extends Error {
  override readonly name = "SkillIndexError";
  readonly kind: SkillIndexErrorKind;

  constructor(kind: SkillIndexErrorKind, message: string, cause?: unknown) {
    super(message, cause === undefined ? {} : { cause });
    this.kind = kind;
  }
}

/**
 * The index of one root: a projection of its skills and its trace that can be deleted and made again (CONTRACTS 13.1).
 * Several processes may use one index at a time. A file that is no index of ours is set aside and made anew. Every
 * method throws `SkillIndexError`; a change that throws left nothing.
 */
export interface SkillIndex {
  info(): Promise<SkillIndexInfo>;
  /** All rows, by name. */
  rows(): Promise<readonly IndexRow[]>;
  /** Rows of these names that are indexed. */
  findRows(names: readonly string[]): Promise<readonly IndexRow[]>;
  /** Names of skills without vectors of this model, by name. */
  listUnembedded(model: string): Promise<readonly string[]>;
  /** The stored vectors of these names, of this model only. */
  findVectors(names: readonly string[], model: string): Promise<ReadonlyMap<string, readonly Float32Array[]>>;
  apply(change: IndexChange): Promise<void>;
  statistics(terms: readonly string[]): Promise<TermStatistics>;
  /** By name. */
  search(query: IndexQuery): Promise<readonly IndexCandidate[]>;
  close(): void;
}
