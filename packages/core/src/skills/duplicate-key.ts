import { isScalar, type YAMLMap } from "yaml";

export interface DuplicateKey {
  readonly key: string;
  /** Where the second one starts, in the text that was parsed. */
  readonly offset: number | undefined;
}

function identify(key: unknown): string | null {
  return isScalar(key) ? `${typeof key.value}:${String(key.source ?? key.value)}` : null;
}

/** The first key of a mapping that occurs twice, or null. The parser's own check compares every key with every other. */
export function findDuplicateKey(map: YAMLMap): DuplicateKey | null {
  const seen = new Set<string>();
  for (const { key } of map.items) {
    const identity = identify(key);
    if (identity === null) continue;
    if (seen.has(identity)) {
      const offset = isScalar(key) ? key.range?.[0] : undefined;
      return { key: identity.slice(identity.indexOf(":") + 1), offset };
    }
    seen.add(identity);
  }
  return null;
}
