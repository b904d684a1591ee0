export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };

/** Something of ours in a settings file. */
export interface SettingsEntry {
  /** Keys from the top of the document to the list or mapping that holds it; what is missing of them is made. */
  readonly at: readonly string[];
  /** The key in the mapping at `at`; null for an item of the list there. */
  readonly key: string | null;
  readonly value: Json;
  /** True for what any reader of the file needs: never changed where it is there, never taken away. */
  readonly shared?: true;
}

export type DocumentFormat = "json" | "yaml" | "toml";

/** A file that several programs write: ours are some entries of it. */
export interface SharedSettingsFile {
  readonly kind: "shared";
  /** Absolute. */
  readonly path: string;
  readonly format: DocumentFormat;
  readonly entries: readonly SettingsEntry[];
  /** Text that stands in every command of ours there, by which an item of a list is known as ours. */
  readonly mark: string;
}

/** A file that is ours as a whole. */
export interface OwnSettingsFile {
  readonly kind: "own";
  /** Absolute. */
  readonly path: string;
  readonly content: string;
  /** Whether the runtime calls us because of it. */
  readonly isHook: boolean;
  /** Text that stands in every version of it. */
  readonly mark: string;
}

export type SettingsFile = SharedSettingsFile | OwnSettingsFile;

/** Whether the runtime calls us because of this file. */
export function isHookFile(file: SettingsFile): boolean {
  return file.kind === "shared" ? file.entries.some(({ key }) => key === null) : file.isHook;
}

/** A stretch of a file that an install changed: `before` became `after`. */
export interface ChangedStretch {
  readonly before: string;
  readonly after: string;
}

/** What makes an entry ours: some string in it holds the mark. */
export function holdsMark(value: unknown, mark: string): boolean {
  if (typeof value === "string") return value.includes(mark);
  if (typeof value !== "object" || value === null) return false;
  return Object.values(value).some((inner) => holdsMark(inner, mark));
}
