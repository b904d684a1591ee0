import { isAbsolute, join, normalize } from "node:path";
import { fileURLToPath } from "node:url";

/** What the words of a path stand for. */
export interface PathWords {
  readonly home: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly workspace: string | null;
}

/**
 * Returns the absolute path that a record or a shell command means: `~`, a variable at its start, a `file:` URL, or
 * relative to the workspace. Null when it cannot be told.
 */
export function expandPath(path: string, words: PathWords): string | null {
  if (path === "" || path.includes("\0")) return null;
  const plain = path.startsWith("file:") ? fromUrl(path) : expandStart(path, words);
  if (plain === null) return null;
  if (isAbsolute(plain)) return normalize(plain);
  return words.workspace === null ? null : join(words.workspace, plain);
}

function fromUrl(url: string): string | null {
  try {
    return fileURLToPath(url);
  } catch {
    return null;
  }
}

function expandStart(path: string, { home, env }: PathWords): string | null {
  if (path === "~" || path.startsWith("~/")) return join(home, path.slice(1));
  const variable = /^\$(?:\{(\w+)\}|(\w+))(?=\/|$)/.exec(path);
  if (variable === null) return path;
  const name = variable[1] ?? variable[2] ?? "";
  const value = name === "HOME" ? home : env[name];
  return value === undefined || !isAbsolute(value) ? null : value + path.slice(variable[0].length);
}
