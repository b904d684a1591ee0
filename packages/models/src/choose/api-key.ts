export type FoundKey =
  | { readonly kind: "key"; readonly key: string }
  | { readonly kind: "absent" }
  /** Set, but it cannot be sent in a header. */
  | { readonly kind: "unusable" };

/** Finds a key in the environment; blanks around it do not count. */
export function findKey(env: Readonly<Record<string, string | undefined>>, name: string): FoundKey {
  const key = (Object.hasOwn(env, name) ? env[name] : undefined)?.trim() ?? "";
  if (key === "") return { kind: "absent" };
  return /^[\x21-\x7e]+$/.test(key) ? { kind: "key", key } : { kind: "unusable" };
}
