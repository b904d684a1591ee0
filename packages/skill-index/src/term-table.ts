import type { SqliteDatabase, SqliteStatement } from "@metis-curate/sqlite";
import { decodeCounts } from "./count-codec.ts";

export interface KnownTerm {
  readonly termNo: number;
  readonly documents: number;
}

interface TermRow {
  readonly term: string;
  readonly term_no: number;
  readonly documents: number;
}

/** The terms of all documents, numbered, with how many documents hold each. */
export class TermTable {
  readonly #find: SqliteStatement<TermRow>;
  readonly #add: SqliteStatement<TermRow>;
  readonly #subtract: SqliteStatement<never>;

  constructor(database: SqliteDatabase) {
    this.#find = database.prepare<TermRow>(
      "SELECT term, term_no, documents FROM terms WHERE term IN (SELECT value FROM json_each(?))",
    );
    this.#add = database.prepare<TermRow>(
      "INSERT INTO terms (term, documents) VALUES (?1, ?2) ON CONFLICT (term) DO UPDATE SET documents = documents + ?2 RETURNING term, term_no, documents",
    );
    this.#subtract = database.prepare<never>(
      "UPDATE terms SET documents = max(0, documents - ?) WHERE term_no = ?",
    );
  }

  /** Those of the terms that are numbered, whether or not a document still holds them. */
  find(terms: readonly string[]): ReadonlyMap<string, KnownTerm> {
    if (terms.length === 0) return new Map();
    const rows = this.#find.all(JSON.stringify(terms));
    return new Map(rows.map(({ term, term_no, documents }) => [term, { termNo: term_no, documents }]));
  }

  /** Counts documents that hold terms, by how many hold each; returns the numbers of the terms. */
  add(documentsOf: ReadonlyMap<string, number>): ReadonlyMap<string, number> {
    const numbers = new Map<string, number>();
    for (const [term, documents] of documentsOf) {
      const row = this.#add.get(term, documents);
      if (row !== undefined) numbers.set(term, row.term_no);
    }
    return numbers;
  }

  /** Takes documents out of the count, by the packed counts of each. */
  subtract(packed: readonly Uint8Array[]): void {
    const gone = new Map<number, number>();
    for (const bytes of packed) {
      for (const termNo of decodeCounts(bytes).termNos) gone.set(termNo, (gone.get(termNo) ?? 0) + 1);
    }
    for (const [termNo, documents] of gone) this.#subtract.run(documents, termNo);
  }
}
