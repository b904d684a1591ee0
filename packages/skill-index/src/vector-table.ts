import type { SqliteDatabase, SqliteStatement } from "@metis-curate/sqlite";
import type { MetaTable } from "./meta-table.ts";
import { cosine, decodeVector, encodeVector } from "./vector-codec.ts";

/** Vectors of one skill; each has a number of its own in vec0. */
const PARTS_MAX = 64;
/** Limits of vec0. */
const NEIGHBOURS_MAX = 4_096;
const DIMENSION_MAX = 8_192;

const GENERATION = "vector_generation";
const ACCELERATED = "embeddings_generation";

interface VectorRow {
  readonly skill_no: number;
  readonly part: number;
  readonly vector: Uint8Array;
}

/**
 * The vectors of all skills. They are kept as blobs; where sqlite-vec is loaded, `skill_embeddings` finds the nearest
 * ones and is made anew when a connection without the extension changed the blobs meanwhile.
 */
export class VectorTable {
  readonly #database: SqliteDatabase;
  readonly #meta: MetaTable;
  readonly #hasVec: boolean;
  readonly #insert: SqliteStatement<never>;
  readonly #remove: SqliteStatement<never>;
  readonly #of: SqliteStatement<VectorRow>;
  readonly #all: SqliteStatement<VectorRow>;

  constructor(database: SqliteDatabase, meta: MetaTable, hasVec: boolean) {
    this.#database = database;
    this.#meta = meta;
    this.#hasVec = hasVec;
    this.#insert = database.prepare<never>(
      "INSERT INTO skill_vectors (skill_no, part, vector) VALUES (?, ?, ?)",
    );
    this.#remove = database.prepare<never>("DELETE FROM skill_vectors WHERE skill_no = ?");
    this.#of = database.prepare<VectorRow>(
      "SELECT skill_no, part, vector FROM skill_vectors WHERE skill_no IN (SELECT value FROM json_each(?)) ORDER BY skill_no, part",
    );
    this.#all = database.prepare<VectorRow>("SELECT skill_no, part, vector FROM skill_vectors");
  }

  model(): string | null {
    return this.#meta.get("model");
  }

  dimension(): number | null {
    return this.#meta.getNumber("dimension");
  }

  /** Inside a transaction. Another model or dimension drops every vector first. */
  useModel(model: string, dimension: number): void {
    if (this.model() === model && this.dimension() === dimension) return;
    this.#database.exec("DELETE FROM skill_vectors");
    this.#meta.set("model", model);
    this.#meta.set("dimension", String(dimension));
    this.#changed();
  }

  /** Inside a transaction. */
  replace(skillNo: number, name: string, vectors: readonly Float32Array[]): void {
    const isAccelerated = this.#isAccelerated();
    if (isAccelerated) this.#forget(skillNo);
    this.#remove.run(skillNo);
    vectors.slice(0, PARTS_MAX).forEach((vector, part) => {
      const bytes = encodeVector(vector);
      this.#insert.run(skillNo, part, bytes);
      if (isAccelerated) this.#accelerate(skillNo, part, name, bytes);
    });
    this.#changed(isAccelerated);
  }

  /** Inside a transaction. */
  remove(skillNo: number): void {
    const isAccelerated = this.#isAccelerated();
    if (isAccelerated) this.#forget(skillNo);
    if (this.#remove.run(skillNo) > 0) this.#changed(isAccelerated);
  }

  /** The vectors of skills, with one statement; one that was never embedded is absent. */
  find(skillNos: readonly number[]): ReadonlyMap<number, readonly Float32Array[]> {
    const found = new Map<number, Float32Array[]>();
    for (const { skill_no, vector } of this.#of.all(JSON.stringify(skillNos))) {
      const vectors = found.get(skill_no);
      if (vectors === undefined) found.set(skill_no, [decodeVector(vector)]);
      else vectors.push(decodeVector(vector));
    }
    return found;
  }

  /** Numbers of the skills nearest to a vector, nearest first; a skill as often as it has near vectors. */
  nearest(query: Float32Array, limit: number): readonly number[] {
    if (this.dimension() !== query.length) return [];
    const wanted = Math.min(NEIGHBOURS_MAX, Math.max(1, limit));
    return this.#isAccelerated() ? this.#nearestByVec(query, wanted) : this.#nearestByScan(query, wanted);
  }

  /** Whether `nearest` should first be given the chance to make vec0 anew, by `accelerate` in a transaction. */
  needsAcceleration(): boolean {
    const dimension = this.dimension();
    return this.#hasVec && dimension !== null && dimension <= DIMENSION_MAX && !this.#isAccelerated();
  }

  /** Inside a transaction: makes `skill_embeddings` from the blobs. */
  accelerate(): void {
    if (!this.needsAcceleration()) return;
    this.#database.exec(
      `DROP TABLE IF EXISTS skill_embeddings;
       CREATE VIRTUAL TABLE skill_embeddings USING vec0(
         embedding_no INTEGER PRIMARY KEY, embedding float[${this.dimension()}] distance_metric=cosine, +name TEXT
       )`,
    );
    const names = new Map(
      this.#database
        .prepare<{ skill_no: number; name: string }>("SELECT skill_no, name FROM skills")
        .all()
        .map(({ skill_no, name }) => [skill_no, name]),
    );
    for (const { skill_no, part, vector } of this.#all.all()) {
      this.#accelerate(skill_no, part, names.get(skill_no) ?? "", vector);
    }
    this.#meta.set(ACCELERATED, String(this.#meta.getNumber(GENERATION) ?? 0));
  }

  #isAccelerated(): boolean {
    if (!this.#hasVec) return false;
    const generation = this.#meta.getNumber(ACCELERATED);
    return generation !== null && generation === this.#meta.getNumber(GENERATION);
  }

  #changed(isAccelerated = false): void {
    const next = String((this.#meta.getNumber(GENERATION) ?? 0) + 1);
    this.#meta.set(GENERATION, next);
    if (isAccelerated) this.#meta.set(ACCELERATED, next);
  }

  #accelerate(skillNo: number, part: number, name: string, vector: Uint8Array): void {
    this.#database
      .prepare<never>("INSERT INTO skill_embeddings (embedding_no, embedding, name) VALUES (?, ?, ?)")
      .run(BigInt(skillNo * PARTS_MAX + part), vector, name);
  }

  /** vec0 knows no upsert: what changes is deleted and inserted. */
  #forget(skillNo: number): void {
    const remove = this.#database.prepare<never>("DELETE FROM skill_embeddings WHERE embedding_no = ?");
    for (const { part } of this.#of.all(JSON.stringify([skillNo])))
      remove.run(BigInt(skillNo * PARTS_MAX + part));
  }

  #nearestByVec(query: Float32Array, limit: number): readonly number[] {
    const rows = this.#database
      .prepare<{ embedding_no: number }>(
        "SELECT embedding_no FROM skill_embeddings WHERE embedding MATCH ? AND k = ? ORDER BY distance",
      )
      .all(encodeVector(query), limit);
    return rows.map(({ embedding_no }) => Math.floor(embedding_no / PARTS_MAX));
  }

  #nearestByScan(query: Float32Array, limit: number): readonly number[] {
    const found: { readonly skillNo: number; readonly similarity: number }[] = [];
    for (const { skill_no, vector } of this.#all.iterate()) {
      found.push({ skillNo: skill_no, similarity: cosine(query, decodeVector(vector)) });
    }
    return found
      .sort((a, b) => b.similarity - a.similarity)
      .slice(0, limit)
      .map(({ skillNo }) => skillNo);
  }
}
