import * as v from "valibot";
import { type ConfigError, keyError, showValue } from "./config-error.ts";
import type { ConfigLayer } from "./merge-config.ts";
import { findNearestKey } from "./nearest-key.ts";

/** The keys of one section: what each allows, in words and as a schema. */
export type SectionKeys<K> = Readonly<
  Record<keyof K, { readonly allowed: string; readonly schema: v.GenericSchema }>
>;

/**
 * Lays a layer's section over the values below it, key by key. Every key that is unknown or out of range is one
 * error line, and changes nothing; a section that is no mapping is one error.
 */
export function mergeSection<K extends object, T extends K>(
  name: string,
  keys: SectionKeys<K>,
  below: T,
  layer: ConfigLayer,
  section: unknown,
  errors: ConfigError[],
): T {
  if (section === undefined || section === null) return below;
  if (typeof section !== "object" || Array.isArray(section)) {
    errors.push(keyError(layer.path, name, `${showValue(section)} is not allowed; allowed: a mapping`));
    return below;
  }
  let merged = below;
  for (const [keyName, raw] of Object.entries(section)) {
    const path = `${name}.${keyName.slice(0, 80)}`;
    const key = Object.hasOwn(keys, keyName) ? keys[keyName as keyof K] : undefined;
    if (key === undefined) {
      errors.push(keyError(layer.path, path, `unknown key; ${advice(keyName, Object.keys(keys))}`));
      continue;
    }
    const decoded = v.safeParse(key.schema, raw);
    if (decoded.success) merged = { ...merged, [keyName]: decoded.output };
    else errors.push(keyError(layer.path, path, `${showValue(raw)} is not allowed; allowed: ${key.allowed}`));
  }
  return merged;
}

function advice(name: string, known: readonly string[]): string {
  const nearest = findNearestKey(name, known);
  return nearest === null ? `known keys: ${known.join(", ")}` : `did you mean ${nearest}?`;
}
