import * as v from "valibot";
import type { Usd } from "../../money/usd.ts";
import { compareUsd } from "../../money/usd-arithmetic.ts";
import { defineKey, type WorkspaceRule } from "../config-key.ts";
import { usdAmount } from "../number-literal.ts";

const AMOUNT = 'an amount in USD, at least 0, written as a plain decimal such as "0.50"';

/** More digits than any price has; keeps every cost within 10^-18 USD. */
const PRICE_PATTERN = /^\d{1,12}(?:\.\d{1,12})?$/;

const LOWER: WorkspaceRule<Usd> = {
  allowed: (below) => `a workspace's file may only set a cap below ${below}`,
  permits: (value, below) => compareUsd(value, below) < 0,
};

export const perRunMaxUsd = defineKey({
  name: "per_run_max_usd",
  initial: "0.50" as Usd,
  allowed: AMOUNT,
  schema: usdAmount,
  workspace: LOWER,
});

export const perDayMaxUsd = defineKey({
  name: "per_day_max_usd",
  initial: "1.00" as Usd,
  allowed: AMOUNT,
  schema: usdAmount,
  workspace: LOWER,
});

const price = v.pipe(usdAmount, v.regex(PRICE_PATTERN));

const priceRow = v.pipe(
  v.strictObject({
    input: price,
    output: price,
    cache_read: v.optional(price),
    cache_write: v.optional(price),
  }),
  v.transform(({ cache_read, cache_write, ...required }) => ({
    ...required,
    ...(cache_read === undefined ? {} : { cache_read: String(cache_read) }),
    ...(cache_write === undefined ? {} : { cache_write: String(cache_write) }),
  })),
);

export const prices = defineKey({
  name: "prices",
  initial: {},
  allowed:
    "a mapping of <provider>:<model> to input, output, cache_read, cache_write, each USD per million tokens",
  schema: v.record(v.pipe(v.string(), v.regex(/^[a-z][a-z0-9-]*:\S+$/)), priceRow),
});
