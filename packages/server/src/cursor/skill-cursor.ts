import { decodeCursor, formatCursor } from "./cursor.ts";

const LIST = "skills";

export function formatSkillCursor(rootKey: string, name: string): string {
  return formatCursor(LIST, rootKey, [name]);
}

/** The name a skill list goes on after, null when the text is no cursor of this root's skills. */
export function decodeSkillCursor(rootKey: string, cursor: string): string | null {
  const [name, ...rest] = decodeCursor(LIST, rootKey, cursor) ?? [];
  return typeof name === "string" && rest.length === 0 ? name : null;
}
