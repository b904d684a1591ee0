import { type ConfiguredModel, rulesModel } from "@metis-curate/core";

const KEY_NAMES: Readonly<Record<string, string>> = {
  anthropic: "ANTHROPIC_API_KEY",
  openai: "OPENAI_API_KEY",
};

/** The model of a configured id such as `rules` or `anthropic:claude-haiku-4-5`, or one line why there is none. */
export function chooseModel(id: string, env: Readonly<Record<string, string | undefined>>): ConfiguredModel {
  if (id === "rules") return { kind: "model", model: rulesModel() };
  const provider = id.slice(0, Math.max(0, id.indexOf(":")));
  const keyName = KEY_NAMES[provider];
  if (keyName !== undefined && !env[keyName]) {
    const message = `no key for model ${id}: set ${keyName}, or use --model rules, which needs none`;
    return { kind: "none", id, message };
  }
  if (keyName !== undefined || provider === "openai-compatible") {
    const message = `this version has no adapter for model ${id} yet; use --model rules`;
    return { kind: "none", id, message };
  }
  const message = `unknown model "${id}"; use rules, or <provider>:<model> such as anthropic:claude-haiku-4-5`;
  return { kind: "none", id, message };
}
