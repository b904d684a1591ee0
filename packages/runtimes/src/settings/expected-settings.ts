import type { SettingsEntry } from "./settings-entry.ts";

type Members = Readonly<Record<string, unknown>>;

/** What a document must say once an entry is in it. */
export function withEntry(document: unknown, { at, key, value }: SettingsEntry): unknown {
  return changeAt(document, at, (container) => {
    if (key === null) return [...(Array.isArray(container) ? container : []), value];
    return { ...membersOf(container), [key]: value };
  });
}

/**
 * Whether `after` says the same as `before`, apart from what is ours at the place of an entry: nothing else of the
 * document may change, and what is left empty may go.
 */
export function isWithoutOurs(
  before: unknown,
  after: unknown,
  entries: readonly SettingsEntry[],
  isOursOf: (key: string | null) => (value: unknown) => boolean,
): boolean {
  const strip = (document: unknown) =>
    entries.reduce((rest, { at, key }) => stripAt(rest, at, key, isOursOf(key)), document);
  return sameValue(strip(before), strip(after));
}

/** Deep equality of what readers of JSON, YAML and TOML return. */
export function sameValue(left: unknown, right: unknown): boolean {
  if (Object.is(left, right)) return true;
  if (typeof left !== "object" || typeof right !== "object" || left === null || right === null) return false;
  if (left instanceof Date || right instanceof Date) return String(left) === String(right);
  if (Array.isArray(left) !== Array.isArray(right)) return false;
  const keys = Object.keys(left);
  if (keys.length !== Object.keys(right).length) return false;
  return keys.every(
    (key) => Object.hasOwn(right, key) && sameValue((left as Members)[key], (right as Members)[key]),
  );
}

function stripAt(
  document: unknown,
  at: readonly string[],
  key: string | null,
  isOurs: (value: unknown) => boolean,
): unknown {
  const [name, ...rest] = at;
  if (name === undefined) return stripHere(document, key, isOurs);
  const members = membersOf(document);
  if (!Object.hasOwn(members, name)) return document;
  const inner = stripAt(members[name], rest, key, isOurs);
  return isEmpty(inner) ? without(members, name) : { ...members, [name]: inner };
}

function stripHere(container: unknown, key: string | null, isOurs: (value: unknown) => boolean): unknown {
  if (key === null) {
    return Array.isArray(container)
      ? container.flatMap((item) => (isOurs(item) ? stripItem(item, isOurs) : [item]))
      : container;
  }
  const members = membersOf(container);
  return isOurs(members[key]) ? without(members, key) : container;
}

/** An item that a person put more into keeps that. */
function stripItem(item: unknown, isOurs: (value: unknown) => boolean): readonly unknown[] {
  const members = membersOf(item);
  const handlers = members["hooks"];
  if (!Array.isArray(handlers)) return [];
  const others = handlers.filter((handler) => !isOurs(handler));
  return others.length === 0 ? [] : [{ ...members, hooks: others }];
}

function changeAt(
  document: unknown,
  at: readonly string[],
  change: (container: unknown) => unknown,
): unknown {
  const [name, ...rest] = at;
  if (name === undefined) return change(document);
  const members = membersOf(document);
  const inner = Object.hasOwn(members, name) ? members[name] : undefined;
  return { ...members, [name]: changeAt(inner, rest, change) };
}

function isEmpty(value: unknown): boolean {
  if (value === null || value === undefined) return true;
  return typeof value === "object" && !(value instanceof Date) && Object.keys(value).length === 0;
}

function membersOf(value: unknown): Members {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Members) : {};
}

function without(members: Members, name: string): Members {
  return Object.fromEntries(Object.entries(members).filter(([key]) => key !== name));
}
