import * as v from "valibot";

/** Building blocks of the payload schemas. */
export const text = v.string();
export const nullableText = v.nullable(v.string());
export const optionalText = v.optional(v.nullable(v.string()));
export const count = v.pipe(v.number(), v.integer(), v.minValue(0));
export const names = v.array(v.string());
export const signalBag = v.record(v.string(), v.unknown());
/** An exact amount as we write it: a plain decimal string (CONTRACTS 9.1). */
export const usdText = v.pipe(v.string(), v.regex(/^\d+(\.\d+)?$/, "not a plain decimal string"));
/** An amount as other programs write it. */
export const foreignCost = v.union([v.string(), v.number()]);
export const rootSource = v.picklist(["global", "workspace"]);
export const purpose = v.picklist(["archive", "consolidate", "rewrite", "edit"]);
export const evidence = v.optional(v.picklist(["tool", "slash", "injected", "inferred-read"]));
