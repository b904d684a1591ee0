export { type ParsedBaseUrl, parseBaseUrl } from "./base-url.ts";
export { type CreateModelOptions, createModel } from "./create-model.ts";
