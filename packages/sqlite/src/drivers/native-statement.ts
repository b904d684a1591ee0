import type { SqliteStatement, SqlValue } from "../sqlite-database.ts";
import { hasNumberedParameters, nameByNumber } from "./numbered-parameters.ts";
import type { OpenRows } from "./open-rows.ts";

export type NativeValue = string | number | bigint | null | Uint8Array;
/** Values in the order of their parameters, or one object of them by name. */
export type NativeBinding = NativeValue | Readonly<Record<string, NativeValue>>;

/** What both drivers of Node have in common. */
export interface NativeStatement {
  run(...values: readonly NativeBinding[]): { readonly changes: number | bigint };
  get(...values: readonly NativeBinding[]): unknown;
  all(...values: readonly NativeBinding[]): readonly unknown[];
  iterate(...values: readonly NativeBinding[]): IterableIterator<unknown>;
}

/** Returns a driver's statement as `bun:sqlite` would have it: `toRow` makes a row of what the driver reads. */
export function wrapNativeStatement<Row>(
  sql: string,
  statement: NativeStatement,
  toRow: (native: unknown) => Row,
  openRows: OpenRows,
): SqliteStatement<Row> {
  const only = openRows.ofStatement();
  const isByNumber = hasNumberedParameters(sql);
  const bindings = (values: readonly SqlValue[]): readonly NativeBinding[] => {
    const native = values.map(toNative);
    return isByNumber ? [nameByNumber(native)] : native;
  };
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

/** Empty, at an address: `node:sqlite` makes null of bytes without one until some version after Node 24.9. */
const EMPTY = new Uint8Array(1).subarray(1);

/** A whole number is bound as one: both drivers would make a float of those above 32 bits, or of all. */
function toNative(value: SqlValue): NativeValue {
  if (typeof value === "boolean") return value ? 1n : 0n;
  if (value instanceof Uint8Array && value.length === 0) return EMPTY;
  return Number.isSafeInteger(value) ? BigInt(value as number) : value;
}
