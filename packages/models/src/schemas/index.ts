export type { JsonSchema, ObjectSchema } from "./json-schema.ts";
export { unwrapVerdict } from "./unwrap-verdict.ts";
export { VERDICT_KEY, verdictJsonSchema } from "./verdict-json-schema.ts";
