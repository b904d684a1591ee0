import * as v from "valibot";
import { type ConfigError, keyError, showValue } from "./config-error.ts";
import type { ConfigKey } from "./config-key.ts";
import type { CuratorConfig } from "./curator-config.ts";
import { type ConfigSection, decodeConfigText } from "./decode-config-text.ts";
import { DEFAULT_CONFIG } from "./default-config.ts";
import { CONFIG_KEYS } from "./keys/index.ts";
import { findNearestKey } from "./nearest-key.ts";
import { withNumberLiterals } from "./number-literal.ts";
import { describeValueFault } from "./value-fault.ts";

export type ConfigLayerKind = "global" | "workspace" | "explicit" | "flags";

/** One source of configuration. `text` is a whole YAML file; `values` are keys of the `curator:` section. */
export interface ConfigLayer {
  readonly kind: ConfigLayerKind;
  /** Named in errors: the file's path, or `command line`. */
  readonly path: string;
  readonly content: { readonly text: string } | { readonly values: Readonly<Record<string, unknown>> };
}

export type MergedConfig =
  | { readonly ok: true; readonly config: CuratorConfig; readonly notices: readonly string[] }
  | { readonly ok: false; readonly errors: readonly ConfigError[] };

const RANK: Readonly<Record<ConfigLayerKind, number>> = { global: 0, workspace: 1, explicit: 2, flags: 3 };

interface Merge {
  config: CuratorConfig;
  /** Which file set a key last. */
  readonly setBy: Map<keyof CuratorConfig, string>;
  readonly errors: ConfigError[];
  readonly notices: string[];
}

/**
 * Merges the layers over the defaults: global, workspace, explicit, flags, in this order whatever order they are given
 * in (CONTRACTS 11). A later layer replaces a key as a whole. The workspace layer is untrusted: it may only forbid, by
 * the rule of each key, compared with the layers below it; a value that is equal or looser, or any other key, is an
 * error that says where it belongs. All errors of all layers are returned, each one line.
 */
export function mergeConfig(layers: readonly ConfigLayer[]): MergedConfig {
  const merge: Merge = { config: DEFAULT_CONFIG, setBy: new Map(), errors: [], notices: [] };
  for (const layer of layers.toSorted((left, right) => RANK[left.kind] - RANK[right.kind])) {
    applyLayer(merge, layer);
  }
  checkOrderOfDays(merge);
  if (merge.errors.length > 0) return { ok: false, errors: merge.errors };
  return { ok: true, config: merge.config, notices: merge.notices };
}

function applyLayer(merge: Merge, layer: ConfigLayer): void {
  const section = sectionOf(merge, layer);
  const below = merge.config;
  for (const [name, raw] of Object.entries(section)) {
    const key = findKey(name);
    if (key === null) merge.errors.push(unknownKey(layer, name));
    else applyKey(merge, layer, key, raw, below);
  }
}

function sectionOf(merge: Merge, layer: ConfigLayer): ConfigSection {
  if ("values" in layer.content) return withNumberLiterals(layer.content.values) as ConfigSection;
  const decoded = decodeConfigText(layer.content.text, layer.path);
  if (!decoded.ok) {
    merge.errors.push(...decoded.errors);
    return {};
  }
  merge.notices.push(...decoded.notices);
  return decoded.section;
}

function findKey(name: string): ConfigKey | null {
  return Object.hasOwn(CONFIG_KEYS, name) ? (CONFIG_KEYS[name as keyof CuratorConfig] as ConfigKey) : null;
}

function applyKey(
  merge: Merge,
  layer: ConfigLayer,
  key: ConfigKey,
  raw: unknown,
  below: CuratorConfig,
): void {
  if (raw === undefined) return;
  const path = `curator.${key.name}`;
  const decoded = v.safeParse(key.schema, raw);
  if (!decoded.success) {
    const problem = `${describeValueFault(raw, decoded.issues)}; allowed: ${key.allowed}`;
    merge.errors.push(keyError(layer.path, path, problem));
    return;
  }
  const value = layer.kind === "workspace" ? restrict(key, decoded.output, below[key.name]) : decoded.output;
  if (value === undefined) {
    merge.errors.push(keyError(layer.path, path, notInWorkspace(key, raw, below)));
    return;
  }
  merge.config = { ...merge.config, [key.name]: value };
  merge.setBy.set(key.name, layer.path);
}

type ConfigValue = CuratorConfig[keyof CuratorConfig];

/** The value a workspace's file results in; undefined when it may not say this. */
function restrict(key: ConfigKey, value: ConfigValue, below: ConfigValue): ConfigValue | undefined {
  const rule = key.workspace;
  if (rule === undefined || !rule.permits(value, below)) return undefined;
  return rule.merge === undefined ? value : rule.merge(value, below);
}

function notInWorkspace(key: ConfigKey, raw: unknown, below: CuratorConfig): string {
  const place = "set it in ~/.metis/config.yaml or with --config";
  if (key.workspace === undefined) return `${showValue(raw)} is not allowed in a workspace's file; ${place}`;
  return `${showValue(raw)} is not allowed; ${key.workspace.allowed(showValue(below[key.name]))}; ${place}`;
}

function unknownKey(layer: ConfigLayer, name: string): ConfigError {
  const nearest = findNearestKey(name, Object.keys(CONFIG_KEYS));
  const advice =
    nearest === null ? `known keys: ${Object.keys(CONFIG_KEYS).join(", ")}` : `did you mean ${nearest}?`;
  return keyError(layer.path, `curator.${name.slice(0, 80)}`, `unknown key; ${advice}`);
}

function checkOrderOfDays(merge: Merge): void {
  const { stale_after_days: stale, archive_after_days: archive } = merge.config;
  if (stale <= archive) return;
  const file = merge.setBy.get("stale_after_days") ?? merge.setBy.get("archive_after_days") ?? "defaults";
  const problem = `${stale} is not allowed; allowed: at most curator.archive_after_days, which is ${archive}`;
  merge.errors.push(keyError(file, "curator.stale_after_days", problem));
}
