import { SqliteError } from "../sqlite-error.ts";

const DONE = { done: true, value: undefined } as const;

type Native = IterableIterator<unknown>;

/** The half-read rows of one statement: at most one at a time. */
export interface StatementRows {
  /** Ends the rows before, if any, and returns new ones. Who reads on in ended ones gets a `SqliteError`. */
  begin<Row>(start: () => Native, toRow: (native: unknown) => Row): IterableIterator<Row>;
  /** Ends the rows that are read now, if any. */
  end(): void;
}

/** What is half read on one connection: a driver may refuse to close it, or to run anything else, until that ends. */
export class OpenRows {
  readonly #open = new Set<(reason: string) => void>();

  ofStatement(): StatementRows {
    let endCurrent = (_reason: string): void => {};
    const end = (): void => endCurrent("these rows ended: their statement was run again");
    return {
      begin: (start, toRow) => {
        end();
        const { rows, endWith } = this.#begin(start(), toRow);
        endCurrent = endWith;
        return rows;
      },
      end,
    };
  }

  /** Ends everything. */
  close(): void {
    for (const endWith of [...this.#open]) endWith("the database is closed");
  }

  #begin<Row>(native: Native, toRow: (native: unknown) => Row) {
    let isOver = false;
    let whyEnded: string | null = null;
    const finish = (): void => {
      isOver = true;
      this.#open.delete(endWith);
    };
    const endWith = (reason: string): void => {
      if (isOver) return;
      finish();
      whyEnded = reason;
      native.return?.();
    };
    this.#open.add(endWith);
    const rows: IterableIterator<Row> = {
      next: () => {
        if (whyEnded !== null) throw new SqliteError("other", whyEnded);
        const step = isOver ? DONE : native.next();
        if (step.done !== true) return { done: false, value: toRow(step.value) };
        finish();
        return DONE;
      },
      return: () => {
        if (!isOver) native.return?.();
        finish();
        return DONE;
      },
      [Symbol.iterator]: () => rows,
    };
    return { rows, endWith };
  }
}
