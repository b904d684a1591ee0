import { type SkillIndex, SkillIndexError, type SkillIndexInfo } from "@metis-curate/core";
import { immediateTransaction, type SqliteDatabase } from "@metis-curate/sqlite";
import { toIndexError } from "./index-error.ts";
import { IndexReader } from "./index-reader.ts";
import { IndexWriter } from "./index-writer.ts";
import { loadVectorExtension } from "./load-vector-extension.ts";
import { MetaTable } from "./meta-table.ts";
import { openIndexDatabase, setAside } from "./open-index-database.ts";
import { VectorTable } from "./vector-table.ts";

const TIMEOUT_MS = 5_000;

export interface OpenSkillIndexOptions {
  /** Names a file that is set aside: letters, digits and hyphens. */
  readonly asideStamp: string;
  /** Wait for another process's lock. */
  readonly timeoutMs?: number;
  /** False never loads sqlite-vec. */
  readonly vectorExtension?: boolean;
}

/** One open database with what reads and writes it. */
interface OpenIndex {
  readonly database: SqliteDatabase;
  readonly reader: IndexReader;
  readonly writer: IndexWriter;
  readonly meta: MetaTable;
  readonly vectors: VectorTable;
  readonly hasVec: boolean;
}

/**
 * Opens the index of a root at the first question (CONTRACTS 13.1). A file that is no index of ours, or turns out to be
 * damaged, is set aside and made anew; `info().notices` says so. A damage found in the middle of a call throws
 * `corrupt` once: the next call finds an empty index.
 */
export function openSkillIndex(path: string, options: OpenSkillIndexOptions): SkillIndex {
  const notices: string[] = [];
  const timeoutMs = options.timeoutMs ?? TIMEOUT_MS;
  let opened: OpenIndex | null = null;

  const open = (): OpenIndex => {
    if (opened !== null) return opened;
    const { database, notice } = openIndexDatabase(path, timeoutMs, options.asideStamp);
    if (notice !== null) notices.push(notice);
    const obstacle =
      options.vectorExtension === false ? "sqlite-vec is switched off" : loadVectorExtension(database);
    if (obstacle !== null && !notices.includes(obstacle)) notices.push(obstacle);
    const meta = new MetaTable(database);
    const vectors = new VectorTable(database, meta, obstacle === null);
    opened = {
      database,
      meta,
      vectors,
      reader: new IndexReader(database, meta, vectors),
      writer: new IndexWriter(database, meta, vectors),
      hasVec: obstacle === null,
    };
    return opened;
  };

  const close = (): void => {
    opened?.database.close();
    opened = null;
  };

  const guarded = async <T>(work: (index: OpenIndex) => T): Promise<T> => {
    try {
      return work(open());
    } catch (error) {
      const translated = toIndexError(path, error);
      if (translated.kind !== "corrupt") throw translated;
      close();
      const aside = setAside(path, options.asideStamp);
      notices.push(`${path} was damaged; kept as ${aside} and made anew`);
      throw new SkillIndexError("corrupt", `${translated.message}; kept as ${aside}`, error);
    }
  };

  const reading = <T>(work: (reader: IndexReader) => T): Promise<T> =>
    guarded(({ database, reader }) => snapshot(database, () => work(reader)));

  return {
    info: () => guarded((index) => snapshot(index.database, () => describe(path, index, notices))),
    rows: () => reading((reader) => reader.rows()),
    findRows: (names) => reading((reader) => reader.findRows(names)),
    listUnembedded: (model) => reading((reader) => reader.listUnembedded(model)),
    findVectors: (names, model) => reading((reader) => reader.findVectors(names, model)),
    statistics: (terms) => reading((reader) => reader.statistics(terms)),
    apply: (change) =>
      guarded(({ database, writer, vectors }) => {
        immediateTransaction(database, () => {
          writer.apply(change);
          if (change.vectors !== undefined) vectors.accelerate();
        });
      }),
    search: (query) =>
      guarded(({ database, reader, vectors }) => {
        if (query.vector !== null && vectors.needsAcceleration()) {
          immediateTransaction(database, () => vectors.accelerate());
        }
        return snapshot(database, () => reader.search(query));
      }),
    close,
  };
}

/** Runs synchronous reads against one state of the database. */
function snapshot<T>(database: SqliteDatabase, work: () => T): T {
  database.exec("BEGIN");
  try {
    return work();
  } finally {
    if (database.inTransaction) database.exec("COMMIT");
  }
}

function describe(
  path: string,
  { database, reader, meta, vectors, hasVec }: OpenIndex,
  notices: readonly string[],
): SkillIndexInfo {
  return {
    path: database.path === path ? path : ":memory:",
    ...reader.counts(),
    model: vectors.model(),
    dimension: vectors.dimension(),
    vectorSearch: hasVec ? "sqlite-vec" : "scan",
    notices: [...notices],
    notes: meta.notes(),
  };
}
