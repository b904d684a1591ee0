export { OPENAI_BASE_URL, type OpenAiCompatibleModelOptions, openAiCompatibleModel } from "./openai-model.ts";
