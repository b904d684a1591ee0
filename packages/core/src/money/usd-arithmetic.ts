import { add, compare, halfUp, multiply, subtract, toDecimal, transformScale } from "dinero.js/bigint";
import { fromDinero, type ScaledUsd, scaledUsd, toDinero, type Usd, ZERO_USD } from "./usd.ts";

const MILLION_SCALE = 6n;

/** The exact sum of two amounts. */
export function addUsd(left: Usd, right: Usd): Usd {
  return fromDinero(add(toDinero(scaledUsd(left)), toDinero(scaledUsd(right))));
}

/** What is left of `left` after `right`; never below zero, because an amount is never negative (a headroom). */
export function subtractUsd(left: Usd, right: Usd): Usd {
  if (compareUsd(left, right) <= 0) return ZERO_USD;
  return fromDinero(subtract(toDinero(scaledUsd(left)), toDinero(scaledUsd(right))));
}

/** Negative, 0 or positive as `left` is less than, equal to or more than `right`, whatever their digits. */
export function compareUsd(left: Usd, right: Usd): number {
  if (left === right) return 0;
  return compare(toDinero(scaledUsd(left)), toDinero(scaledUsd(right)));
}

/** The larger of two amounts. */
export function maxUsd(left: Usd, right: Usd): Usd {
  return compareUsd(left, right) >= 0 ? left : right;
}

/** The exact sum of any number of amounts; "0" for none. One bigint addition per amount. */
export function sumUsd(amounts: Iterable<Usd>): Usd {
  const totalByScale = new Map<bigint, bigint>();
  for (const usd of amounts) {
    const { amount, scale } = scaledUsd(usd);
    totalByScale.set(scale, (totalByScale.get(scale) ?? 0n) + amount);
  }
  let total = toDinero({ amount: 0n, scale: 0n });
  for (const [scale, amount] of totalByScale) total = add(total, toDinero({ amount, scale }));
  return fromDinero(total);
}

/**
 * The exact price of `tokens` at `pricePerMillion` USD per million tokens.
 * Throws RangeError when `tokens` is not a non-negative safe integer.
 */
export function multiplyTokens(pricePerMillion: Usd, tokens: number): Usd {
  if (!Number.isSafeInteger(tokens) || tokens < 0) throw new RangeError(`not a token count: ${tokens}`);
  const price: ScaledUsd = scaledUsd(pricePerMillion);
  const perToken = toDinero({ amount: price.amount, scale: price.scale + MILLION_SCALE });
  return fromDinero(multiply(perToken, BigInt(tokens)));
}

/** A JSON number for display, rounded half up to `decimals`; never an input of further arithmetic. */
export function usdToNumber(usd: Usd, decimals: number): number {
  return Number(toDecimal(transformScale(toDinero(scaledUsd(usd)), BigInt(decimals), halfUp)));
}
