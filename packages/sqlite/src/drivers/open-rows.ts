import { SqliteError } from "../sqlite-error.ts";

/** The half-read rows of one statement: at most one at a time. */
export interface StatementRows {
  /** Ends the rows before, if any, and returns new ones. */
  begin<Row>(start: () => IterableIterator<unknown>, toRow: (native: unknown) => Row): IterableIterator<Row>;
  /** Ends the rows that are read now, if any. */
  end(): void;
}

/** What is half read on one connection: a driver may refuse to close it, or to run anything else, until that ends. */
export class OpenRows {
  readonly #open = new Set<() => void>();
  #isClosed = false;

  ofStatement(): StatementRows {
    let endCurrent = (): void => {};
    return {
      begin: (start, toRow) => {
        endCurrent();
        const { rows, end } = this.#begin(start, toRow);
        endCurrent = end;
        return rows;
      },
      end: () => endCurrent(),
    };
  }

  /** Ends everything; reading on throws from then on. */
  close(): void {
    this.#isClosed = true;
    for (const end of [...this.#open]) end();
  }

  #begin<Row>(start: () => IterableIterator<unknown>, toRow: (native: unknown) => Row) {
    let native: IterableIterator<unknown> | null = start();
    const end = (): void => {
      const ending = native;
      native = null;
      this.#open.delete(end);
      ending?.return?.();
    };
    this.#open.add(end);
    const rows: IterableIterator<Row> = {
      next: () => {
        if (this.#isClosed) throw new SqliteError("other", "the database is closed");
        const step = native?.next();
        if (step !== undefined && step.done !== true) return { done: false, value: toRow(step.value) };
        end();
        return { done: true, value: undefined };
      },
      return: () => {
        end();
        return { done: true, value: undefined };
      },
      [Symbol.iterator]: () => rows,
    };
    return { rows, end };
  }
}
