import * as fc from "fast-check";

/** Settings as people write them: some keys that we touch, some that we do not, comments everywhere. */
type Tree = string | number | boolean | readonly Tree[] | { readonly [key: string]: Tree };

const word = fc.constantFrom(
  "a",
  "model",
  "env",
  "b c",
  "ünï",
  "x#y",
  "it's",
  "true",
  "12",
  "[x]",
  "{",
  "//",
);
const KEYS = ["model", "env", "permissions", "a-b", "z"];
const leaf: fc.Arbitrary<Tree> = fc.oneof(word, fc.integer({ min: -9, max: 99 }), fc.boolean());
const small = fc.oneof(
  leaf,
  fc.array(leaf, { maxLength: 3 }),
  fc.dictionary(fc.constantFrom(...KEYS), leaf, { maxKeys: 3 }),
);
const theirHook = fc.record({
  matcher: word,
  hooks: fc.array(fc.record({ type: fc.constant("command"), command: word }), { minLength: 1, maxLength: 2 }),
});
const hooks = fc.dictionary(
  fc.constantFrom("PostToolUse", "SessionEnd", "Stop"),
  fc.array(theirHook, { maxLength: 2 }),
  { maxKeys: 3 },
);

/** A document of a settings file; with hooks of other programs in about half of them. */
export const settingsTree: fc.Arbitrary<{ readonly [key: string]: Tree }> = fc
  .tuple(
    fc.dictionary(fc.constantFrom(...KEYS), small, { maxKeys: 4 }),
    fc.option(hooks, { nil: undefined }),
    fc.option(
      fc.dictionary(fc.constantFrom("theirs", "other"), fc.record({ command: word }), { maxKeys: 2 }),
      {
        nil: undefined,
      },
    ),
    fc.boolean(),
  )
  .map(([rest, events, servers, hooksFirst]) => ({
    ...(hooksFirst && events !== undefined ? { hooks: events } : {}),
    ...rest,
    ...(servers === undefined ? {} : { mcpServers: servers }),
    ...(!hooksFirst && events !== undefined ? { hooks: events } : {}),
  }));

/** How a person lays a file out; every choice is taken from `dice`. */
export interface Habit {
  readonly dice: readonly number[];
  readonly lineEnd: "\n" | "\r\n";
  readonly indent: string;
  readonly finalLineEnd: boolean;
}

export const habit: fc.Arbitrary<Habit> = fc.record({
  dice: fc.array(fc.nat(11), { minLength: 1, maxLength: 24 }),
  lineEnd: fc.constantFrom("\n", "\n", "\r\n"),
  indent: fc.constantFrom("  ", "    ", "\t", " "),
  finalLineEnd: fc.boolean(),
});

/** JSON with comments, commas after the last element, and one-line parts. */
export function writeJsonc(tree: Tree, { dice, lineEnd, indent, finalLineEnd }: Habit): string {
  const roll = roller(dice);
  const comment = () => ["", "", "", " // why, {", " /* so ] */", "  "][roll() % 6] ?? "";
  const write = (value: Tree, level: number): string => {
    if (typeof value !== "object") return JSON.stringify(value);
    const isList = Array.isArray(value);
    const items = isList
      ? value.map((item) => write(item, level + 1))
      : Object.entries(value).map(([key, item]) => `${JSON.stringify(key)}: ${write(item, level + 1)}`);
    const [open, close] = isList ? ["[", "]"] : ["{", "}"];
    if (items.length === 0) return roll() % 4 === 0 ? `${open} /* none */ ${close}` : `${open}${close}`;
    const isInline = roll() % 5 === 0 && items.every((item) => !item.includes("\n") && !item.includes("//"));
    const trailing = roll() % 4 === 0 ? "," : "";
    if (isInline) return `${open}${items.join(", ")}${trailing}${close}`;
    const inner = indent.repeat(level + 1);
    const lines = items.map((item, at) => {
      const comma = at < items.length - 1 ? "," : trailing;
      const above = roll() % 6 === 0 ? `${inner}// a line${lineEnd}` : "";
      return `${above}${inner}${item}${comma}${comment()}`;
    });
    const below = roll() % 7 === 0 ? `${inner}// the end${lineEnd}` : "";
    return `${open}${lineEnd}${lines.join(lineEnd)}${lineEnd}${below}${indent.repeat(level)}${close}`;
  };
  const head = roll() % 5 === 0 ? `// settings${lineEnd}` : "";
  return head + write(tree, 0) + (finalLineEnd ? lineEnd : "");
}

/** Block and flow YAML with comments and empty lines. */
export function writeYaml(
  tree: { readonly [key: string]: Tree },
  { dice, lineEnd, finalLineEnd }: Habit,
): string {
  const roll = roller(dice);
  const scalar = (value: Tree) => JSON.stringify(value);
  const comment = () => (roll() % 4 === 0 ? " # why: [" : "");
  const lines: string[] = [];
  const isFlow = (value: Tree) =>
    typeof value !== "object" || Object.keys(value).length === 0 || roll() % 5 === 0;
  const block = (value: Tree, pad: string): void => {
    if (Array.isArray(value)) {
      for (const item of value as readonly Tree[]) {
        const at = lines.length;
        if (isFlow(item)) lines.push(`${pad}- ${scalar(item)}${comment()}`);
        else {
          block(item, `${pad}  `);
          lines[at] = `${pad}- ${lines[at]?.slice(pad.length + 2)}`;
        }
      }
      return;
    }
    for (const [key, item] of Object.entries(value)) {
      const name = /^[\w-]+$/.test(key) ? key : JSON.stringify(key);
      if (isFlow(item)) {
        lines.push(`${pad}${name}: ${scalar(item)}${comment()}`);
        continue;
      }
      lines.push(`${pad}${name}:${comment()}`);
      block(item, Array.isArray(item) && roll() % 2 === 0 ? pad : `${pad}  `);
      if (roll() % 6 === 0) lines.push("");
    }
  };
  if (roll() % 4 === 0) lines.push("# settings");
  block(tree, "");
  if (roll() % 5 === 0) lines.push("# the end");
  return lines.join(lineEnd) + (finalLineEnd && lines.length > 0 ? lineEnd : "");
}

/** TOML with comments; tables of tables, and lists over several lines. */
export function writeToml(
  tree: { readonly [key: string]: Tree },
  { dice, lineEnd, finalLineEnd }: Habit,
): string {
  const roll = roller(dice);
  const comment = () => (roll() % 4 === 0 ? " # why = [" : "");
  const name = (key: string) => (/^[\w-]+$/.test(key) ? key : JSON.stringify(key));
  const inline = (value: Tree, isWithin = false): string => {
    if (typeof value !== "object") return JSON.stringify(value);
    if (Array.isArray(value)) {
      const items = (value as readonly Tree[]).map((item) => inline(item, true));
      return !isWithin && roll() % 4 === 0 && items.length > 0
        ? `[ # list${lineEnd}  ${items.join(`,${lineEnd}  `)},${lineEnd}]`
        : `[${items.join(", ")}]`;
    }
    return `{ ${Object.entries(value)
      .map(([key, item]) => `${name(key)} = ${inline(item, true)}`)
      .join(", ")} }`;
  };
  const isTable = (value: Tree): value is { readonly [key: string]: Tree } =>
    typeof value === "object" && !Array.isArray(value);
  const lines: string[] = roll() % 4 === 0 ? ["# settings"] : [];
  const entries = Object.entries(tree);
  for (const [key, value] of entries) {
    if (!isTable(value)) lines.push(`${name(key)} = ${inline(value)}${comment()}`);
  }
  for (const [key, value] of entries) {
    if (!isTable(value)) continue;
    lines.push(...(roll() % 2 === 0 ? [""] : []), `[${name(key)}]${comment()}`);
    for (const [inner, item] of Object.entries(value)) {
      const isNested = isTable(item);
      if (!isNested) lines.push(`${name(inner)} = ${inline(item)}${comment()}`);
    }
    for (const [inner, item] of Object.entries(value)) {
      if (!isTable(item)) continue;
      lines.push(`[${name(key)}.${name(inner)}]`);
      for (const [last, leafValue] of Object.entries(item))
        lines.push(`${name(last)} = ${inline(leafValue)}`);
    }
  }
  return lines.join(lineEnd) + (finalLineEnd && lines.length > 0 ? lineEnd : "");
}

function roller(dice: readonly number[]): () => number {
  let at = 0;
  return () => {
    at += 1;
    return dice[at % dice.length] ?? 0;
  };
}
