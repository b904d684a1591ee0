import { createHash } from "node:crypto";

/** Longest cursor that is read. */
const CURSOR_CHARACTERS_MAX = 1_000;

/**
 * Returns a place in a list as one opaque word. It names the list and its root, so that a cursor of another
 * endpoint or root is known as one.
 */
export function formatCursor(list: string, rootKey: string, place: readonly (string | number)[]): string {
  return Buffer.from(JSON.stringify([list, rootMark(rootKey), ...place]), "utf8").toString("base64url");
}

/** The place inside a cursor of this list and root, null for anything else. */
export function decodeCursor(list: string, rootKey: string, cursor: string): readonly unknown[] | null {
  if (cursor.length > CURSOR_CHARACTERS_MAX || !/^[A-Za-z0-9_-]+$/.test(cursor)) return null;
  const parts = parseList(Buffer.from(cursor, "base64url").toString("utf8"));
  if (parts === null) return null;
  const [givenList, mark, ...place] = parts;
  return givenList === list && mark === rootMark(rootKey) ? place : null;
}

function parseList(text: string): readonly unknown[] | null {
  try {
    const value: unknown = JSON.parse(text);
    return Array.isArray(value) ? value : null;
  } catch {
    return null;
  }
}

function rootMark(rootKey: string): string {
  return createHash("sha256").update(rootKey, "utf8").digest("hex").slice(0, 8);
}
