export { type CreateEmbedderOptions, createEmbedder } from "./create-embedder.ts";
export { type OpenAiEmbedderOptions, openAiEmbedder } from "./openai-embedder.ts";
export {
  type FeatureExtractor,
  TRANSFORMERS_DEFAULT_MODEL,
  type TransformersEmbedderOptions,
  type TransformersModule,
  transformersEmbedder,
} from "./transformers-embedder.ts";
export {
  USE_LITE_ID,
  USE_LITE_PACKAGES,
  type UseLiteEmbedderOptions,
  type UseLiteModel,
  useLiteEmbedder,
} from "./use-lite-embedder.ts";
