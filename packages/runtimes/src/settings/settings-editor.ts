import type { SettingsEntry } from "./settings-entry.ts";
import type { TextEdit } from "./text-edit.ts";

export type DecodedSettings =
  | { readonly ok: true; readonly value: unknown }
  /** `message`: what is wrong, with line and column. */
  | { readonly ok: false; readonly message: string };

export type InsertPlan =
  | { readonly ok: true; readonly edits: readonly TextEdit[] }
  /** `message`: why the entry finds no place. */
  | { readonly ok: false; readonly message: string };

/** Edits one format, never more than its own stretch. Texts come without a byte order mark and never make it throw. */
export interface SettingsEditor {
  /** Reads a whole document; an empty one is an empty mapping. */
  decode(text: string): DecodedSettings;
  /** Puts an entry in whose place is free. The text can be decoded. */
  insert(text: string, entry: SettingsEntry): InsertPlan;
  /** Takes out every entry at the place that `isOurs`; null where there is none. The text can be decoded. */
  remove(text: string, entry: SettingsEntry, isOurs: (value: unknown) => boolean): readonly TextEdit[] | null;
  /** Takes out an empty list or mapping; null where it is not there or not empty. The text can be decoded. */
  removeEmpty(text: string, path: readonly string[]): readonly TextEdit[] | null;
}

/** One line for a path of keys, such as `hooks.PostToolUse`. */
export function describePath(path: readonly string[]): string {
  return path.join(".");
}
