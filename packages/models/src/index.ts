export * from "./anthropic/index.ts";
export * from "./choose/index.ts";
export * from "./embedders/index.ts";
export * from "./limits/index.ts";
export * from "./openai/index.ts";
export * from "./prompts/index.ts";
export * from "./schemas/index.ts";
export { type FetchFunction, RESPONSE_BYTES_MAX } from "./transport/index.ts";
export { FRAMING_TOKENS } from "./vendor/index.ts";
