import * as v from "valibot";
import { parseUsdAsWritten, type Usd } from "../money/usd.ts";

/** A number with the text it was written as, so that money never goes through a float. */
export class NumberLiteral {
  readonly value: number;
  readonly source: string;

  constructor(value: number, source: string) {
    this.value = value;
    this.source = source;
  }
}

/** A finite number. */
export const finiteNumber = v.pipe(
  v.instance(NumberLiteral),
  v.transform((literal) => literal.value),
  v.finite(),
);

/** A number from `least` to `most`, both included. */
export function numberBetween(least: number, most = Number.POSITIVE_INFINITY) {
  return v.pipe(finiteNumber, v.minValue(least), v.maxValue(most));
}

/** An amount of money: a plain decimal, quoted or not, kept with the digits it was written with. */
export const usdAmount = v.pipe(
  v.union([v.string(), v.instance(NumberLiteral)]),
  v.transform((raw) => (typeof raw === "string" ? raw : raw.source)),
  v.custom<Usd>((text) => parseUsdAsWritten(text) !== null),
);

/** Replaces every `NumberLiteral` in a decoded document by its number. */
export function withPlainNumbers(value: unknown): unknown {
  if (value instanceof NumberLiteral) return value.value;
  if (Array.isArray(value)) return value.map(withPlainNumbers);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, withPlainNumbers(inner)]));
}

/** The reverse, for values that never were a text: a number is taken as JavaScript writes it. */
export function withNumberLiterals(value: unknown): unknown {
  if (typeof value === "number") return new NumberLiteral(value, String(value));
  if (Array.isArray(value)) return value.map(withNumberLiterals);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, withNumberLiterals(inner)]));
}
