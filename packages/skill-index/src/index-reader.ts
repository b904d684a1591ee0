import {
  INDEX_FIELDS,
  type IndexCandidate,
  type IndexField,
  type IndexQuery,
  type IndexRow,
  type TermStatistics,
} from "@metis-curate/core";
import type { SqliteDatabase, SqliteStatement } from "@metis-curate/sqlite";
import { decodeCounts, findCounts, type NumberedTerm } from "./count-codec.ts";
import { ROW_COLUMNS, type SkillTableRow, toIndexRow } from "./index-rows.ts";
import { type MetaTable, parseSums } from "./meta-table.ts";
import { type KnownTerm, TermTable } from "./term-table.ts";
import { cosine } from "./vector-codec.ts";
import type { VectorTable } from "./vector-table.ts";

/** Weights of the columns when the index itself chooses candidates, in the order of `INDEX_FIELDS`. */
const BM25 = "bm25(skills_fts, 4.0, 1.5, 2.5, 0.8, 0.4, 0.3)";
/** Near vectors beyond the limit: a skill may have several, some are in the other state. */
const SPARE = 64;

type CandidateRow = SkillTableRow & { readonly lengths: string; readonly counts: Uint8Array };

/** Answers questions from the tables; every method is called inside a transaction. */
export class IndexReader {
  readonly #meta: MetaTable;
  readonly #vectors: VectorTable;
  readonly #terms: TermTable;
  readonly #statements: ReturnType<typeof prepareReading>;

  constructor(database: SqliteDatabase, meta: MetaTable, vectors: VectorTable) {
    this.#meta = meta;
    this.#vectors = vectors;
    this.#terms = new TermTable(database);
    this.#statements = prepareReading(database);
  }

  rows(): readonly IndexRow[] {
    return this.#statements.rows.all().map(toIndexRow).sort(byName);
  }

  findRows(names: readonly string[]): readonly IndexRow[] {
    return this.#statements.named.all(JSON.stringify(names)).map(toIndexRow).sort(byName);
  }

  listUnembedded(model: string): readonly string[] {
    const { all, unembedded } = this.#statements;
    const rows = this.#vectors.model() === model ? unembedded.all() : all.all();
    return rows.map(({ name }) => name).sort();
  }

  findVectors(names: readonly string[], model: string): ReadonlyMap<string, readonly Float32Array[]> {
    if (this.#vectors.model() !== model) return new Map();
    const rows = [...this.#statements.named.all(JSON.stringify(names))].sort(byName);
    const vectors = this.#vectors.find(rows.map(({ skill_no }) => skill_no));
    return new Map(
      rows.flatMap(({ name, skill_no }) => {
        const own = vectors.get(skill_no);
        return own === undefined ? [] : [[name, own] as const];
      }),
    );
  }

  counts(): { readonly skills: number; readonly archived: number; readonly embedded: number } {
    const row = this.#statements.counts.get();
    return { skills: row?.skills ?? 0, archived: row?.archived ?? 0, embedded: row?.embedded ?? 0 };
  }

  statistics(terms: readonly string[]): TermStatistics {
    const known = this.#terms.find(terms);
    const frequencies = new Map(terms.map((term) => [term, known.get(term)?.documents ?? 0]));
    return { ...this.#meta.totals(), frequencies };
  }

  search(query: IndexQuery): readonly IndexCandidate[] {
    if (query.archived && this.#statements.anyArchived.get() === undefined) return [];
    const vector =
      query.vector !== null && query.vector.model === this.#vectors.model() ? query.vector.values : null;
    const terms = this.#terms.find([...new Set([...query.count, ...query.retrieve])]);
    const counted = numberedTerms(query.count, terms);
    const rows = new Map<number, CandidateRow>();
    for (const row of this.#byTerms(query, terms)) rows.set(row.skill_no, row);
    for (const row of this.#byVector(query, vector)) rows.set(row.skill_no, row);
    const cosines = this.#cosines([...rows.keys()], vector);
    return [...rows.values()]
      .map((row) => toCandidate(row, counted, cosines.get(row.skill_no) ?? []))
      .sort((a, b) => byName(a.row, b.row));
  }

  #byTerms(
    { retrieve, archived, limit }: IndexQuery,
    terms: ReadonlyMap<string, KnownTerm>,
  ): readonly CandidateRow[] {
    const known = retrieve.filter((term) => terms.has(term));
    if (known.length === 0) return [];
    const expression = known.map((term) => `"${term}"`).join(" OR ");
    const { matching, matchingInState } = this.#statements;
    const found = matching.all(expression, limit).map(({ rowid }) => rowid);
    const kept = this.#rowsInState(found, archived);
    if (kept.length === found.length || found.length < limit) return kept;
    const all = matchingInState.all(expression, archived ? 1 : 0, limit);
    return this.#rowsInState(
      all.map(({ rowid }) => rowid),
      archived,
    );
  }

  #byVector({ archived, limit }: IndexQuery, vector: Float32Array | null): readonly CandidateRow[] {
    if (vector === null) return [];
    for (let wanted = limit + SPARE; ; wanted *= 4) {
      const nearest = this.#vectors.nearest(vector, wanted);
      const numbers = [...new Set(nearest)];
      const rows = new Map(this.#rowsInState(numbers, archived).map((row) => [row.skill_no, row]));
      if (rows.size >= limit || nearest.length < wanted) {
        return numbers.flatMap((number) => rows.get(number) ?? []).slice(0, limit);
      }
    }
  }

  #rowsInState(numbers: readonly number[], archived: boolean): readonly CandidateRow[] {
    if (numbers.length === 0) return [];
    return this.#statements.candidates.all(JSON.stringify(numbers), archived ? 1 : 0);
  }

  #cosines(skillNos: readonly number[], vector: Float32Array | null): ReadonlyMap<number, readonly number[]> {
    if (vector === null) return new Map();
    const found = [...this.#vectors.find(skillNos)];
    return new Map(found.map(([skillNo, own]) => [skillNo, own.map((one) => cosine(one, vector))]));
  }
}

function numberedTerms(
  wanted: readonly string[],
  known: ReadonlyMap<string, KnownTerm>,
): readonly NumberedTerm[] {
  const numbered = [...new Set(wanted)].flatMap((term) => {
    const found = known.get(term);
    return found === undefined ? [] : [{ term, termNo: found.termNo }];
  });
  return numbered.sort((a, b) => a.termNo - b.termNo);
}

function toCandidate(
  row: CandidateRow,
  terms: readonly NumberedTerm[],
  cosines: readonly number[],
): IndexCandidate {
  const lengths = parseSums(row.lengths);
  return {
    row: toIndexRow(row),
    lengths: Object.fromEntries(INDEX_FIELDS.map((field, index) => [field, lengths[index] ?? 0])) as Readonly<
      Record<IndexField, number>
    >,
    counts: findCounts(decodeCounts(row.counts), terms),
    cosines,
  };
}

function byName(a: { readonly name: string }, b: { readonly name: string }): number {
  if (a.name === b.name) return 0;
  return a.name < b.name ? -1 : 1;
}

interface NumberRow {
  readonly rowid: number;
}

function prepareReading(database: SqliteDatabase) {
  const names = (sql: string): SqliteStatement<{ name: string }> => database.prepare<{ name: string }>(sql);
  return {
    rows: database.prepare<SkillTableRow>(`SELECT ${ROW_COLUMNS} FROM skills`),
    named: database.prepare<SkillTableRow>(
      `SELECT ${ROW_COLUMNS} FROM skills WHERE name IN (SELECT value FROM json_each(?))`,
    ),
    candidates: database.prepare<CandidateRow>(
      `SELECT ${ROW_COLUMNS}, lengths, counts FROM skills JOIN skill_counts USING (skill_no)
       WHERE skill_no IN (SELECT value FROM json_each(?)) AND (state = 'archived') = ?`,
    ),
    all: names("SELECT name FROM skills"),
    unembedded: names(
      "SELECT name FROM skills WHERE NOT EXISTS (SELECT 1 FROM skill_vectors v WHERE v.skill_no = skills.skill_no)",
    ),
    counts: database.prepare<{ skills: number; archived: number; embedded: number }>(
      `SELECT count(*) FILTER (WHERE state <> 'archived') AS skills, count(*) FILTER (WHERE state = 'archived') AS archived,
       (SELECT count(DISTINCT skill_no) FROM skill_vectors) AS embedded FROM skills`,
    ),
    anyArchived: database.prepare<NumberRow>(
      "SELECT skill_no AS rowid FROM skills WHERE state = 'archived' LIMIT 1",
    ),
    matching: database.prepare<NumberRow>(
      `SELECT rowid FROM skills_fts WHERE skills_fts MATCH ? ORDER BY ${BM25}, rowid LIMIT ?`,
    ),
    matchingInState: database.prepare<NumberRow>(
      `SELECT skills_fts.rowid AS rowid FROM skills_fts JOIN skills ON skills.skill_no = skills_fts.rowid
       WHERE skills_fts MATCH ? AND (skills.state = 'archived') = ? ORDER BY ${BM25}, skills_fts.rowid LIMIT ?`,
    ),
  };
}
