export {
  buildCostReport,
  type CostKey,
  type CostSums,
  type CuratorCost,
} from "./cost-rows.ts";
export * from "./curator-summary.ts";
export * from "./event-time.ts";
export * from "./failure-rate.ts";
export * from "./fold-calls.ts";
export * from "./fold-cost.ts";
export * from "./fold-curator-cost.ts";
export * from "./fold-failure-rate.ts";
export * from "./fold-root-history.ts";
export * from "./fold-run-pages.ts";
export * from "./pico-usd.ts";
export * from "./read-eval-scores.ts";
export * from "./read-failure-rates.ts";
export * from "./read-root-history.ts";
export * from "./root-history.ts";
export * from "./run-advance.ts";
export * from "./run-detail.ts";
export * from "./scope.ts";
export * from "./spend.ts";
export * from "./time.ts";
export * from "./tool-outcomes.ts";
