import { parseUsd, USD_CHARACTERS_MAX, type Usd, ZERO_USD } from "../money/usd.ts";

/** Decimals that costs of agents' calls are summed with (CONTRACTS 12). */
export const COST_DECIMALS = 12;
/** A single call that costs this much or more is no cost that can be believed. */
export const CALL_COST_LIMIT_USD = 1_000_000;

const PICO_PER_USD = 1e12;
const PLAIN = /^(\d+)(?:\.(\d+))?$/;
const SCIENTIFIC = /^\d+(?:\.\d+)?[eE][+-]?\d{1,3}$/;

/**
 * Returns a cost as another program writes it in units of 10^-12 USD, rounded half up: plain decimals digit by digit,
 * numbers with an exponent as the nearest double. Null for what is no amount from 0 to below
 * `CALL_COST_LIMIT_USD`. CONTRACTS 12.
 */
export function picoUsdOf(value: unknown): bigint | null {
  const text = typeof value === "number" ? String(value) : value;
  if (typeof text !== "string" || text.length > USD_CHARACTERS_MAX) return null;
  const [, whole, fraction = ""] = PLAIN.exec(text) ?? [];
  if (whole !== undefined) return fromDigits(whole, fraction);
  return SCIENTIFIC.test(text) ? fromDouble(Number(text)) : null;
}

/** Returns the exact amount of a number of 10^-12 USD, which is not negative. */
export function usdFromPico(pico: bigint): Usd {
  const digits = pico.toString().padStart(COST_DECIMALS + 1, "0");
  return parseUsd(`${digits.slice(0, -COST_DECIMALS)}.${digits.slice(-COST_DECIMALS)}`) ?? ZERO_USD;
}

function fromDouble(usd: number): bigint | null {
  if (!(usd >= 0 && usd < CALL_COST_LIMIT_USD)) return null;
  return BigInt(Math.round(usd * PICO_PER_USD));
}

function fromDigits(whole: string, fraction: string): bigint | null {
  if (Number(whole) >= CALL_COST_LIMIT_USD) return null;
  const kept = fraction.slice(0, COST_DECIMALS).padEnd(COST_DECIMALS, "0");
  const roundsUp = (fraction[COST_DECIMALS] ?? "0") >= "5";
  return BigInt(whole + kept) + (roundsUp ? 1n : 0n);
}
