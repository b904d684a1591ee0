import {
  type Document,
  isCollection,
  isMap,
  isPair,
  isScalar,
  isSeq,
  type Pair,
  parseAllDocuments,
  type YAMLMap,
  type YAMLSeq,
} from "yaml";
import {
  type DecodedSettings,
  describePath,
  type InsertPlan,
  type SettingsEditor,
} from "./settings-editor.ts";
import type { SettingsEntry } from "./settings-entry.ts";
import { insertion, lineEndOf } from "./text-edit.ts";
import { blockText, intoBlock, intoFlow, removeBlock, removeFlow, underKey } from "./yaml-layout.ts";

/** What bounds the expansion of aliases in a stranger's file. */
const ALIASES_MAX = 100;

/** YAML, edited line by line: comments, quotes and the order of keys stay. */
export const yamlSettings: SettingsEditor = {
  decode,
  insert: (text, entry) => {
    const contents = readDocument(text)?.contents ?? null;
    if (contents === null || (isScalar(contents) && contents.value === null)) return intoEmpty(text, entry);
    if (!isMap(contents)) return { ok: false, message: "the document is no mapping" };
    return insertUnder(text, contents, entry);
  },
  remove: (text, entry, isOurs) => {
    const container = findCollection(text, entry.at);
    if (container === null) return null;
    const found = listOurs(container, entry.key, isOurs)[0];
    return found === undefined ? null : takeOut(text, found.container, found.index);
  },
  removeEmpty: (text, path) => {
    const key = path.at(-1);
    const parent = findCollection(text, path.slice(0, -1));
    if (key === undefined || !isMap(parent)) return null;
    const index = parent.items.findIndex((pair) => keyOf(pair) === key);
    const value = parent.items[index]?.value;
    const isEmpty = isCollection(value) ? value.items.length === 0 : isScalar(value) && value.value === null;
    const edits = index >= 0 && isEmpty ? takeOut(text, parent, index) : null;
    // A comment in it is somebody's.
    const hasComment = edits?.some(({ offset, length }) => text.slice(offset, offset + length).includes("#"));
    return hasComment === true ? null : edits;
  },
};

type Collection = YAMLMap | YAMLSeq;

/** Null for a text of several documents, or with an error. */
function readDocument(text: string): Document.Parsed | null {
  const documents = parseAllDocuments(text, { logLevel: "silent", uniqueKeys: true });
  if (!Array.isArray(documents)) return null;
  const [document, second] = documents;
  return document === undefined || second !== undefined || document.errors.length > 0 ? null : document;
}

function decode(text: string): DecodedSettings {
  const documents = parseAllDocuments(text, { logLevel: "silent", uniqueKeys: true });
  if (!Array.isArray(documents) || documents[0] === undefined) return { ok: true, value: {} };
  if (documents.length > 1) return { ok: false, message: "it holds several documents" };
  const [document] = documents;
  const error = document.errors[0];
  if (error !== undefined)
    return { ok: false, message: error.message.split("\n")[0]?.replace(/:$/, "") ?? "" };
  try {
    const value: unknown = document.toJS({ maxAliasCount: ALIASES_MAX });
    const isMapping = typeof value === "object" && value !== null && !Array.isArray(value);
    if (value === null || value === undefined) return { ok: true, value: {} };
    return isMapping ? { ok: true, value } : { ok: false, message: "it holds no mapping" };
  } catch (error) {
    return { ok: false, message: error instanceof Error ? error.message : String(error) };
  }
}

function insertUnder(text: string, root: YAMLMap, { at, key, value }: SettingsEntry): InsertPlan {
  let node: Collection = root;
  for (const [depth, name] of at.entries()) {
    if (!isMap(node)) return wrongKind(at.slice(0, depth), "mapping");
    const pair: Pair | undefined = node.items.find((one) => keyOf(one) === name);
    const rest = wrap(at.slice(depth + 1), key, value);
    if (pair === undefined) return putInto(text, node, { [name]: rest });
    if (isCollection(pair.value) && pair.value.tag === undefined) {
      node = pair.value as Collection;
      continue;
    }
    const path = at.slice(0, depth + 1);
    if (pair.value !== null && !(isScalar(pair.value) && pair.value.value === null)) {
      return wrongKind(path, depth + 1 === at.length && key === null ? "list" : "mapping");
    }
    const edits = underKey(text, pair, rest);
    return edits === null ? wrongKind(path, "mapping") : { ok: true, edits };
  }
  if (key === null) return isSeq(node) ? putInto(text, node, [value]) : wrongKind(at, "list");
  if (!isMap(node)) return wrongKind(at, "mapping");
  if (node.items.some((pair) => keyOf(pair) === key)) {
    return { ok: false, message: `${describePath([...at, key])} is taken` };
  }
  return putInto(text, node, { [key]: value });
}

function putInto(text: string, node: Collection, value: SettingsEntry["value"]): InsertPlan {
  const edits = node.flow === true ? intoFlow(text, node, value) : intoBlock(text, node, value);
  return edits === null
    ? { ok: false, message: "it is laid out in a way that cannot be added to" }
    : { ok: true, edits };
}

function wrongKind(path: readonly string[], kind: string): InsertPlan {
  return { ok: false, message: `${describePath(path) || "the document"} is no plain ${kind}` };
}

function intoEmpty(text: string, { at, key, value }: SettingsEntry): InsertPlan {
  const lineEnd = lineEndOf(text);
  if (/^(?:\.\.\.|---[ \t]+[^#\s])/m.test(text)) return { ok: false, message: "it ends before its end" };
  const start = text === "" || text.endsWith("\n") ? "" : lineEnd;
  const body = blockText(wrap(at, key, value), "", lineEnd);
  return { ok: true, edits: [insertion(text.length, start + body + lineEnd)] };
}

function wrap(
  path: readonly string[],
  key: string | null,
  value: SettingsEntry["value"],
): SettingsEntry["value"] {
  const inner = key === null ? [value] : { [key]: value };
  return path.reduceRight<SettingsEntry["value"]>((wrapped, name) => ({ [name]: wrapped }), inner);
}

function keyOf(pair: Pair): unknown {
  return isScalar(pair.key) ? pair.key.value : pair.key;
}

function findCollection(text: string, path: readonly string[]): Collection | null {
  let node: unknown = readDocument(text)?.contents ?? null;
  for (const name of path) {
    if (!isMap(node)) return null;
    node = node.items.find((pair) => keyOf(pair) === name)?.value ?? null;
  }
  return isMap(node) || isSeq(node) ? node : null;
}

interface Found {
  readonly container: Collection;
  readonly index: number;
}

function listOurs(
  container: Collection,
  key: string | null,
  isOurs: (value: unknown) => boolean,
): readonly Found[] {
  const found: Found[] = [];
  for (const [index, item] of container.items.entries()) {
    if (key !== null && !(isPair(item) && keyOf(item) === key)) continue;
    const node = isPair(item) ? item.value : item;
    const value = isCollection(node) ? node.toJSON() : isScalar(node) ? node.value : null;
    if (isOurs(value)) found.push({ container, index });
  }
  return found;
}

function takeOut(text: string, container: Collection, index: number) {
  return container.flow === true ? removeFlow(text, container, index) : removeBlock(text, container, index);
}
