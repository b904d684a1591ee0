/** An exact, non-negative amount of US dollars as a plain decimal string such as "0.184" (CONTRACTS 9.1). */
export type Usd = string & { readonly __usd: unique symbol };
