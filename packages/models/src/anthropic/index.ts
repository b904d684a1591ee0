export { ANTHROPIC_BASE_URL, type AnthropicModelOptions, anthropicModel } from "./anthropic-model.ts";
