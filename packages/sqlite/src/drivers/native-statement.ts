import type { SqliteStatement, SqlValue } from "../sqlite-database.ts";
import type { OpenRows } from "./open-rows.ts";

export type NativeValue = string | number | bigint | null | Uint8Array;

/** What both drivers of Node have in common. */
export interface NativeStatement {
  run(...values: readonly NativeValue[]): { readonly changes: number | bigint };
  get(...values: readonly NativeValue[]): unknown;
  all(...values: readonly NativeValue[]): readonly unknown[];
  iterate(...values: readonly NativeValue[]): IterableIterator<unknown>;
}

/** Returns a driver's statement as `bun:sqlite` would have it: `toRow` makes a row of what the driver reads. */
export function wrapNativeStatement<Row>(
  statement: NativeStatement,
  toRow: (native: unknown) => Row,
  openRows: OpenRows,
): SqliteStatement<Row> {
  const only = openRows.ofStatement();
  return {
    run: (...values) => {
      only.end();
      return Number(statement.run(...bindings(values)).changes);
    },
    get: (...values) => {
      only.end();
      const found = statement.get(...bindings(values));
      return found === undefined || found === null ? undefined : toRow(found);
    },
    all: (...values) => {
      only.end();
      return statement.all(...bindings(values)).map(toRow);
    },
    iterate: (...values) => only.begin(() => statement.iterate(...bindings(values)), toRow),
  };
}

/** A whole number is bound as one: both drivers would make a float of those above 32 bits, or of all. */
function bindings(values: readonly SqlValue[]): readonly NativeValue[] {
  return values.map((value) => {
    if (typeof value === "boolean") return value ? 1n : 0n;
    return Number.isSafeInteger(value) ? BigInt(value as number) : value;
  });
}
