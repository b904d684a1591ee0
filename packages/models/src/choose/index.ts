export { type FoundKey, findKey } from "./api-key.ts";
export { type ParsedBaseUrl, parseBaseUrl } from "./base-url.ts";
export { type CreateModelOptions, createModel } from "./create-model.ts";
