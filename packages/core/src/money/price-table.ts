import type { PriceOverlay } from "../config/curator-config.ts";
import { BASE_PRICES, BASE_PRICING_VERSION } from "./base-prices.ts";
import type { ModelPrice } from "./model-price.ts";
import { parseUsd, type Usd } from "./usd.ts";

/** What models cost; `version` is written into every event that carries a cost. */
export interface PriceTable {
  readonly version: string;
  readonly prices: ReadonlyMap<string, ModelPrice>;
}

/**
 * The price table 2026-05-08 with the configured rows laid over it (CONTRACTS 9.1). An overlay's missing cache
 * prices are those of the base row, or the input price where there is none. The version is that of the base, with
 * "+overlay" appended when there is at least one overlay row. Throws RangeError for a price that is no plain
 * decimal (a decoded config has none).
 */
export function buildPriceTable(overlay: Readonly<Record<string, PriceOverlay>> = {}): PriceTable {
  const rows = Object.entries(overlay);
  const prices = new Map(BASE_PRICES);
  for (const [model, row] of rows) prices.set(model, overlayPrice(model, row, BASE_PRICES.get(model)));
  return { version: rows.length === 0 ? BASE_PRICING_VERSION : `${BASE_PRICING_VERSION}+overlay`, prices };
}

/** The price of a model id such as `anthropic:claude-haiku-4-5`; null when unknown: an error before any call. */
export function findPrice(table: PriceTable, model: string): ModelPrice | null {
  return table.prices.get(model) ?? null;
}

function overlayPrice(model: string, row: PriceOverlay, base: ModelPrice | undefined): ModelPrice {
  const input = readPrice(model, row.input);
  return {
    input,
    output: readPrice(model, row.output),
    cacheRead: row.cache_read === undefined ? (base?.cacheRead ?? input) : readPrice(model, row.cache_read),
    cacheWrite:
      row.cache_write === undefined ? (base?.cacheWrite ?? input) : readPrice(model, row.cache_write),
  };
}

function readPrice(model: string, text: string): Usd {
  const price = parseUsd(text);
  if (price === null) throw new RangeError(`price of ${model} is not a plain decimal: ${text}`);
  return price;
}
