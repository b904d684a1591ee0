import { INDEX_FIELDS, type IndexField } from "@metis-curate/core";
import type { SqliteDatabase, SqliteStatement } from "@metis-curate/sqlite";

/** Sums over all documents. */
export interface IndexTotals {
  readonly documents: number;
  readonly fieldTerms: Readonly<Record<IndexField, number>>;
}

const NOTE = "note:";
const TOTALS = "totals";

interface MetaRow {
  readonly key: string;
  readonly value: string;
}

/** What the index knows about itself. */
export class MetaTable {
  readonly #get: SqliteStatement<MetaRow>;
  readonly #set: SqliteStatement<never>;
  readonly #all: SqliteStatement<MetaRow>;

  constructor(database: SqliteDatabase) {
    this.#get = database.prepare<MetaRow>("SELECT key, value FROM meta WHERE key = ?");
    this.#set = database.prepare<never>("INSERT OR REPLACE INTO meta (key, value) VALUES (?, ?)");
    this.#all = database.prepare<MetaRow>("SELECT key, value FROM meta WHERE key LIKE 'note:%' ORDER BY key");
  }

  get(key: string): string | null {
    return this.#get.get(key)?.value ?? null;
  }

  set(key: string, value: string): void {
    this.#set.run(key, value);
  }

  getNumber(key: string): number | null {
    const text = this.get(key);
    const value = text === null ? Number.NaN : Number(text);
    return Number.isSafeInteger(value) ? value : null;
  }

  notes(): Readonly<Record<string, string>> {
    return Object.fromEntries(this.#all.all().map(({ key, value }) => [key.slice(NOTE.length), value]));
  }

  setNote(key: string, value: string): void {
    this.set(`${NOTE}${key}`, value);
  }

  totals(): IndexTotals {
    const sums = parseSums(this.get(TOTALS));
    const fieldTerms = INDEX_FIELDS.map((field, index) => [field, sums[index + 1] ?? 0] as const);
    return {
      documents: sums[0] ?? 0,
      fieldTerms: Object.fromEntries(fieldTerms) as IndexTotals["fieldTerms"],
    };
  }

  /** Adds to the sums: documents, then terms by field. */
  addTotals(documents: number, lengths: readonly number[]): void {
    const before = parseSums(this.get(TOTALS));
    const after = [documents, ...lengths].map((value, index) => (before[index] ?? 0) + value);
    this.set(TOTALS, JSON.stringify(after));
  }
}

/** A list of numbers from its JSON text; empty for anything else. */
export function parseSums(text: string | null): readonly number[] {
  try {
    const value: unknown = JSON.parse(text ?? "[]");
    return Array.isArray(value) ? value.map((one) => (Number.isFinite(one) ? Number(one) : 0)) : [];
  } catch {
    return [];
  }
}
