import { type Dinero, dinero, toDecimal } from "dinero.js/bigint";

/**
 * An exact, non-negative amount of US dollars as a plain decimal string such as "0.184" (CONTRACTS 9.1).
 * `parseUsd` and all arithmetic return the canonical form, where equal amounts are equal strings; amounts that
 * a person configured keep their digits ("0.50"), so compare with `compareUsd`.
 */
export type Usd = string & { readonly __usd: unique symbol };

export const ZERO_USD = "0" as Usd;

/** Longest text that is read as an amount. */
export const USD_CHARACTERS_MAX = 64;

const PLAIN_DECIMAL = /^\d+(?:\.\d+)?$/;

/** Dollars without cents, so that any scale is kept and none is added. */
const DOLLAR = { code: "USD", base: 10n, exponent: 0n } as const;

/** An amount the calculator understands: `amount` × 10^-`scale` dollars. */
export interface ScaledUsd {
  readonly amount: bigint;
  readonly scale: bigint;
}

/**
 * Reads a plain non-negative decimal and returns it in canonical form: no leading zeros, no trailing zeros
 * after the point ("0.500" is "0.5", "1.00" is "1"). Null for everything else: signs, exponents, commas, blanks,
 * ".5", "1.", "NaN", more than `USD_CHARACTERS_MAX` characters, and anything that is not a string.
 */
export function parseUsd(text: unknown): Usd | null {
  const written = parseUsdAsWritten(text);
  return written === null ? null : canonical(written);
}

/** Like `parseUsd`, but returns the text itself: for caps whose digits are shown again as configured. */
export function parseUsdAsWritten(text: unknown): Usd | null {
  if (typeof text !== "string" || text.length > USD_CHARACTERS_MAX || !PLAIN_DECIMAL.test(text)) return null;
  return text as Usd;
}

/** The amount as the calculator takes it. Throws RangeError when the text is no plain decimal: a forged `Usd`. */
export function scaledUsd(usd: Usd): ScaledUsd {
  if (!PLAIN_DECIMAL.test(usd))
    throw new RangeError(`not an amount in USD: ${usd.slice(0, USD_CHARACTERS_MAX)}`);
  const point = usd.indexOf(".");
  if (point < 0) return { amount: BigInt(usd), scale: 0n };
  return {
    amount: BigInt(usd.slice(0, point) + usd.slice(point + 1)),
    scale: BigInt(usd.length - point - 1),
  };
}

export function toDinero({ amount, scale }: ScaledUsd): Dinero<bigint, "USD"> {
  return dinero({ amount, currency: DOLLAR, scale });
}

/** The canonical text of a non-negative amount. */
export function fromDinero(value: Dinero<bigint, "USD">): Usd {
  return canonical(toDecimal(value) as Usd);
}

function canonical(usd: Usd): Usd {
  const [whole = "", fraction = ""] = usd.split(".");
  const integer = whole.replace(/^0+(?=\d)/, "");
  const decimals = fraction.replace(/0+$/, "");
  return (decimals === "" ? integer : `${integer}.${decimals}`) as Usd;
}
