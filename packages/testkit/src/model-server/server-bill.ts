/** USD per million tokens as plain decimals. */
export interface ServerPrice {
  readonly input: string;
  readonly output: string;
  readonly cacheRead: string;
  readonly cacheWrite: string;
}

/** Tokens of one call by class; the four are disjoint. */
export interface BilledTokens {
  readonly input: number;
  readonly output: number;
  readonly cacheRead: number;
  readonly cacheWrite: number;
}

/** A call that the server bills. */
export interface LedgerEntry {
  /** Index of the request. */
  readonly request: number;
  readonly model: string;
  readonly tokens: BilledTokens;
  /** Whether the client was told these counts: false for answers cut, dropped or without usage. */
  readonly told: boolean;
}

/** What the server charges, as far as it knows by itself. */
export const SERVER_PRICES: Readonly<Record<string, ServerPrice>> = {
  "claude-opus-4-7": { input: "15", output: "75", cacheRead: "1.50", cacheWrite: "18.75" },
  "claude-sonnet-4-6": { input: "3", output: "15", cacheRead: "0.30", cacheWrite: "3.75" },
  "claude-haiku-4-5": { input: "1", output: "5", cacheRead: "0.10", cacheWrite: "1.25" },
};

/** Money is counted in 10^-18 USD. */
const SCALE = 18;
const TOKENS_PER_PRICE_DIGITS = 6;
const PRICE_DECIMALS_MAX = SCALE - TOKENS_PER_PRICE_DIGITS;
const DECIMAL = /^(\d+)(?:\.(\d+))?$/;

/**
 * Returns the sum of some calls as a plain decimal of USD, to the last digit, by integer arithmetic of its own.
 * Throws RangeError for a model without a price and for a price that is no decimal of at most 12 places.
 */
export function billOf(
  entries: readonly LedgerEntry[],
  prices: Readonly<Record<string, ServerPrice>> = SERVER_PRICES,
): string {
  let sum = 0n;
  for (const { model, tokens } of entries) {
    const price = Object.hasOwn(prices, model) ? prices[model] : undefined;
    if (price === undefined) throw new RangeError(`the server has no price for ${model}`);
    sum += BigInt(tokens.input) * perToken(price.input);
    sum += BigInt(tokens.output) * perToken(price.output);
    sum += BigInt(tokens.cacheRead) * perToken(price.cacheRead);
    sum += BigInt(tokens.cacheWrite) * perToken(price.cacheWrite);
  }
  return formatUnits(sum);
}

/** 10^-18 USD per token. */
function perToken(usdPerMillion: string): bigint {
  const [, whole = "", decimals = ""] = DECIMAL.exec(usdPerMillion) ?? [];
  if (whole === "" || decimals.length > PRICE_DECIMALS_MAX)
    throw new RangeError(`no price: ${usdPerMillion}`);
  return BigInt(whole + decimals.padEnd(PRICE_DECIMALS_MAX, "0"));
}

function formatUnits(units: bigint): string {
  const digits = units.toString().padStart(SCALE + 1, "0");
  const decimals = digits.slice(-SCALE).replace(/0+$/, "");
  const whole = digits.slice(0, -SCALE);
  return decimals === "" ? whole : `${whole}.${decimals}`;
}
