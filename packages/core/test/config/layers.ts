import { expect } from "bun:test";
import {
  type ConfigLayer,
  type ConfigLayerKind,
  type CuratorConfig,
  mergeConfig,
} from "../../src/config/index.ts";

export const PATHS: Readonly<Record<ConfigLayerKind, string>> = {
  global: "/home/me/.metis/config.yaml",
  workspace: "/ws/.metis/config.yaml",
  explicit: "/etc/curator.yaml",
  flags: "command line",
};

/** A layer whose file has these lines under `curator:`. */
export function layer(kind: ConfigLayerKind, ...lines: readonly string[]): ConfigLayer {
  return fileLayer(kind, ["curator:", ...lines.map((line) => `  ${line}`)].join("\n"));
}

export function fileLayer(kind: ConfigLayerKind, text: string): ConfigLayer {
  return { kind, path: PATHS[kind], content: { text } };
}

export function configOf(...layers: readonly ConfigLayer[]): CuratorConfig {
  const merged = mergeConfig(layers);
  return merged.ok
    ? merged.config
    : expect.unreachable(merged.errors.map((error) => error.message).join("\n"));
}

export function errorsOf(...layers: readonly ConfigLayer[]): readonly string[] {
  const merged = mergeConfig(layers);
  return merged.ok
    ? expect.unreachable("the configuration was accepted")
    : merged.errors.map((error) => error.message);
}
