export { BASE_PRICES, BASE_PRICING_VERSION } from "./base-prices.ts";
export type {
  BudgetRefusal,
  BudgetRun,
  BudgetRunOptions,
  JointReservation,
  Reservation,
} from "./budget-run.ts";
export * from "./budget-tracker.ts";
export * from "./cost.ts";
export type { ModelPrice } from "./model-price.ts";
export * from "./price-table.ts";
export { parseUsd, parseUsdAsWritten, USD_CHARACTERS_MAX, type Usd, ZERO_USD } from "./usd.ts";
export * from "./usd-arithmetic.ts";
