import { type Node, type ParseError, parseTree, printParseErrorCode } from "jsonc-parser";
import { insertChild, removeChild } from "./json-layout.ts";
import {
  type DecodedSettings,
  describePath,
  type InsertPlan,
  type SettingsEditor,
} from "./settings-editor.ts";
import type { SettingsEntry } from "./settings-entry.ts";
import { insertion, lineEndOf } from "./text-edit.ts";

/** JSON as settings files have it: comments and a comma after the last element are kept. */
export const jsonSettings: SettingsEditor = {
  decode,
  insert: (text, entry) => {
    const root = readTree(text).root;
    if (root === undefined) return intoEmpty(text, entry);
    return insertUnder(text, root, entry);
  },
  remove: (text, entry, isOurs) => {
    const root = readTree(text).root;
    const container = root === undefined ? null : findNode(root, entry.at);
    if (container === null) return null;
    const found = listOurs(container, entry.key, isOurs)[0];
    return found === undefined ? null : removeChild(text, found);
  },
  removeEmpty: (text, path) => {
    const root = readTree(text).root;
    const node = root === undefined ? null : findNode(root, path);
    const isEmpty = node !== null && (node.children ?? []).length === 0;
    if (node === null || !isEmpty || node.parent?.type !== "property") return null;
    const inside = text.slice(node.offset + 1, node.offset + node.length - 1);
    // A comment in it is somebody's.
    return inside.trim() === "" ? removeChild(text, node.parent) : null;
  },
};

interface Tree {
  readonly root: Node | undefined;
  readonly errors: readonly ParseError[];
}

function readTree(text: string): Tree {
  const errors: ParseError[] = [];
  const root = parseTree(text, errors, { allowTrailingComma: true, allowEmptyContent: true });
  return { root, errors };
}

function decode(text: string): DecodedSettings {
  const { root, errors } = readTree(text);
  const [error] = errors;
  if (error !== undefined) {
    return { ok: false, message: `${place(text, error.offset)}: ${describeError(error)}` };
  }
  if (root === undefined) return { ok: true, value: {} };
  if (root.type !== "object") return { ok: false, message: "it holds no object" };
  return { ok: true, value: readValue(root) };
}

function describeError({ error }: ParseError): string {
  const words = printParseErrorCode(error).replace(/([a-z])([A-Z])/g, "$1 $2");
  return words.toLowerCase();
}

function place(text: string, offset: number): string {
  const before = text.slice(0, offset).split("\n");
  return `line ${before.length}, column ${(before.at(-1) ?? "").length + 1}`;
}

/** As `JSON.parse` reads it: of a key that is there twice the last counts. */
function readValue(node: Node): unknown {
  const children = node.children ?? [];
  if (node.type === "array") return children.map(readValue);
  if (node.type !== "object") return node.value;
  const members = children.map((property): readonly [string, unknown] => {
    const [key, value] = property.children ?? [];
    return [String(key?.value), value === undefined ? null : readValue(value)];
  });
  return Object.fromEntries(members);
}

function findNode(root: Node, path: readonly string[]): Node | null {
  let node: Node | null = root;
  for (const key of path) node = node === null ? null : memberOf(node, key);
  return node;
}

/** The value of a key; of two the last. */
function memberOf(node: Node, key: string): Node | null {
  if (node.type !== "object") return null;
  const found = (node.children ?? []).findLast((property) => property.children?.[0]?.value === key);
  return found?.children?.[1] ?? null;
}

function insertUnder(text: string, root: Node, { at, key, value }: SettingsEntry): InsertPlan {
  let node = root;
  for (const [depth, name] of at.entries()) {
    if (node.type !== "object") return wrongKind(at.slice(0, depth), "object");
    const next = memberOf(node, name);
    if (next === null) {
      return { ok: true, edits: insertChild(text, node, name, wrap(at.slice(depth + 1), key, value)) };
    }
    node = next;
  }
  if (key === null) {
    if (node.type !== "array") return wrongKind(at, "list");
    return { ok: true, edits: insertChild(text, node, null, value) };
  }
  if (node.type !== "object") return wrongKind(at, "object");
  if (memberOf(node, key) !== null) return { ok: false, message: `${describePath([...at, key])} is taken` };
  return { ok: true, edits: insertChild(text, node, key, value) };
}

function wrongKind(path: readonly string[], kind: string): InsertPlan {
  return { ok: false, message: `${describePath(path) || "the document"} is no ${kind}` };
}

function intoEmpty(text: string, entry: SettingsEntry): InsertPlan {
  const lineEnd = lineEndOf(text);
  const body = JSON.stringify(wrap(entry.at, entry.key, entry.value), null, 2).replaceAll("\n", lineEnd);
  const start = text === "" || text.endsWith("\n") ? "" : lineEnd;
  return { ok: true, edits: [insertion(text.length, `${start}${body}${lineEnd}`)] };
}

/** The value with everything of the path that is missing around it. */
function wrap(
  path: readonly string[],
  key: string | null,
  value: SettingsEntry["value"],
): SettingsEntry["value"] {
  const inner = key === null ? [value] : { [key]: value };
  return path.reduceRight<SettingsEntry["value"]>((wrapped, name) => ({ [name]: wrapped }), inner);
}

/** Properties or items that are ours; of an item that a person put more into, only what is ours. */
function listOurs(container: Node, key: string | null, isOurs: (value: unknown) => boolean): readonly Node[] {
  const children = container.children ?? [];
  if (key !== null) {
    const property = children.findLast((child) => child.children?.[0]?.value === key);
    const value = property?.children?.[1];
    return property !== undefined && value !== undefined && isOurs(readValue(value)) ? [property] : [];
  }
  if (container.type !== "array") return [];
  return children.flatMap((item) => (isOurs(readValue(item)) ? oursWithin(item, isOurs) : []));
}

function oursWithin(item: Node, isOurs: (value: unknown) => boolean): readonly Node[] {
  const handlers = memberOf(item, "hooks")?.children ?? [];
  const ours = handlers.filter((handler) => isOurs(readValue(handler)));
  return ours.length === 0 || ours.length === handlers.length ? [item] : ours;
}
