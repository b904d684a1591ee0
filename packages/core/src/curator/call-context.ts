import {
  type BudgetRun,
  compareUsd,
  estimateCostOf,
  findPrice,
  type ModelPrice,
  type Usd,
  ZERO_USD,
} from "../money/index.ts";
import type { AuxiliaryModel, ModelRequest } from "../ports/auxiliary-model.ts";
import type { CallBook } from "./call-book.ts";
import type { CuratorDeps } from "./curator-deps.ts";

/** What every call about one candidate has in common. */
export interface CallContext {
  readonly deps: CuratorDeps;
  readonly model: AuxiliaryModel;
  /** Null for a free model. */
  readonly price: ModelPrice | null;
  readonly runId: string;
  readonly sessionId: string;
  readonly candidateHash: string;
  readonly budget: BudgetRun;
  readonly book: CallBook;
  /** The UTC day of a time, whose counter then holds what the trace says of it (CONTRACTS 9.4). */
  readonly countedDay: (atUs: number) => Promise<string>;
  readonly signal?: AbortSignal;
  /** Told before a wait of so many ms, and with null after it. */
  readonly onWait?: (waitMs: number | null) => unknown;
}

/** The price of the model, null when it is free. Throws RangeError for a model without a price (refused earlier). */
export function priceOf(deps: CuratorDeps, model: AuxiliaryModel): ModelPrice | null {
  if (model.free) return null;
  const price = findPrice(deps.prices, model.id);
  if (price === null) throw new RangeError(`no price for model ${model.id}`);
  return price;
}

/** False for a free model, and for one whose every price is 0: a used-up cap does not stop it (CONTRACTS 9.4). */
export function costsMoney(price: ModelPrice | null): boolean {
  return price !== null && Object.values(price).some((amount: Usd) => compareUsd(amount, ZERO_USD) > 0);
}

/** Upper bound of a request's cost (CONTRACTS 9.2). */
export function estimateRequest(model: AuxiliaryModel, price: ModelPrice | null, request: ModelRequest): Usd {
  return price === null ? ZERO_USD : estimateCostOf(price, model.estimate(request));
}
