import { parse } from "smol-toml";
import { type DecodedSettings, describePath, type SettingsEditor } from "./settings-editor.ts";
import type { Json } from "./settings-entry.ts";
import { deletion, insertion, lineEndOf } from "./text-edit.ts";

type Table = { readonly [key: string]: Json };

/**
 * TOML: tables of ours stand at the end of the file, where every line before them stays. A place that an inline table
 * has taken is refused by the reader of the result.
 */
export const tomlSettings: SettingsEditor = {
  decode,
  insert: (text, { at, key, value }) => {
    const path = key === null ? at : [...at, key];
    if (!isTable(value)) return { ok: false, message: `${describePath(path)} is no table` };
    const decoded = decode(text);
    if (key !== null && decoded.ok && findValue(decoded.value, path) !== undefined) {
      return { ok: false, message: `${describePath(path)} is taken` };
    }
    const lineEnd = lineEndOf(text);
    const start = text === "" ? "" : text.endsWith("\n") ? lineEnd : lineEnd + lineEnd;
    const lines = tableLines(path, value, key === null).join(lineEnd);
    return { ok: true, edits: [insertion(text.length, `${start}${lines}${lineEnd}`)] };
  },
  remove: (text, { at, key }, isOurs) => {
    const path = key === null ? at : [...at, key];
    const name = headerName(path);
    const blocks = blocksOf(text, key === null ? `[[${name}]]` : `[${name}]`, name);
    const ours = blocks.find(({ from, to }) => isOurs(text.slice(from, to)));
    if (ours === undefined) return null;
    // The empty line before it came with it.
    const blank = /\r?\n\r?\n$/.test(text.slice(0, ours.from)) ? (text[ours.from - 2] === "\r" ? 2 : 1) : 0;
    return [deletion(ours.from - blank, ours.to)];
  },
  /** A table that is only the head of others is written nowhere. */
  removeEmpty: () => null,
};

function decode(text: string): DecodedSettings {
  try {
    return { ok: true, value: parse(text) };
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    const line = error instanceof Error && "line" in error ? `line ${String(error.line)}: ` : "";
    return { ok: false, message: `${line}${message.split("\n")[0]}` };
  }
}

function tableLines(path: readonly string[], table: Table, isItem: boolean): readonly string[] {
  const name = headerName(path);
  const members = Object.entries(table);
  const inner = members.flatMap(([key, value]) =>
    isTableList(value)
      ? value.flatMap((item) => ["", ...tableLines([...path, key], item, true)])
      : isTable(value)
        ? ["", ...tableLines([...path, key], value, false)]
        : [],
  );
  const plain = members.filter(([, value]) => !isTableList(value) && !isTable(value));
  return [
    isItem ? `[[${name}]]` : `[${name}]`,
    ...plain.map(([key, value]) => `${tomlKey(key)} = ${tomlValue(value)}`),
    ...inner,
  ];
}

interface Block {
  readonly from: number;
  readonly to: number;
}

/** The lines from a header up to the next that is not of a table within it. */
function blocksOf(text: string, header: string, name: string): readonly Block[] {
  const blocks: Block[] = [];
  let from: number | null = null;
  let offset = 0;
  for (const line of text.split("\n")) {
    const word = line.trim();
    const isHeader = word.startsWith("[");
    if (isHeader && from !== null && !word.startsWith(`[${name}.`) && !word.startsWith(`[[${name}.`)) {
      blocks.push({ from, to: offset });
      from = null;
    }
    if (word === header) from = offset;
    offset += line.length + 1;
  }
  if (from !== null) blocks.push({ from, to: text.length });
  return blocks;
}

function findValue(value: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>(
    (inner, key) =>
      typeof inner === "object" && inner !== null && Object.hasOwn(inner, key)
        ? (inner as Readonly<Record<string, unknown>>)[key]
        : undefined,
    value,
  );
}

function isTable(value: Json): value is Table {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isTableList(value: Json): value is readonly Table[] {
  return Array.isArray(value) && value.length > 0 && value.every(isTable);
}

function headerName(path: readonly string[]): string {
  return path.map(tomlKey).join(".");
}

function tomlKey(key: string): string {
  return /^[A-Za-z0-9_-]+$/.test(key) ? key : JSON.stringify(key);
}

/** JSON's strings, numbers, booleans and lists of them are TOML's too. */
function tomlValue(value: Json): string {
  if (Array.isArray(value)) return `[${value.map(tomlValue).join(", ")}]`;
  return JSON.stringify(value).replaceAll("\u007f", "\\u007f");
}
