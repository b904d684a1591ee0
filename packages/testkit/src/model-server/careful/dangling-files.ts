import type { BodyBlock } from "./body-blocks.ts";

/** A path in one of a skill's own directories. */
const SUPPORT_FILE = /(?<![\w./-])(?:\.\/)?((?:references|scripts|assets)\/(?:[\w./-]*[\w/-])?)/g;

/** The same in code, where `./` may mean the place where the agent works. */
const SUPPORT_FILE_IN_CODE = /(?<![\w./-])((?:references|scripts|assets)\/(?:[\w./-]*[\w/-])?)/g;

/** A block of which nothing names a missing file any more; null when nothing is left of it. */
export interface CleanBlock {
  readonly block: BodyBlock | null;
  /** What had to be left out, to be listed as dropped. */
  readonly leftOut: string | null;
}

/** Takes out of a block what names support files that are not among `files`. */
export function withoutDanglingFiles(block: BodyBlock, files: readonly string[]): CleanBlock {
  if (block.kind === "code") return withoutDanglingLines(block, files);
  const paths = findDanglingFiles(block.text, files, SUPPORT_FILE);
  if (paths.length === 0) return { block, leftOut: null };
  return { block: { ...block, text: paths.reduce(takeOut, block.text) }, leftOut: null };
}

/** The longest first, so that no path is cut out of a longer one. */
function findDanglingFiles(text: string, files: readonly string[], pattern: RegExp): readonly string[] {
  const mentioned = [...text.matchAll(pattern)].map(([, path = ""]) => path);
  const dangling = mentioned.filter((path) => !files.some((file) => covers(path, file)));
  return [...new Set(dangling)].sort((left, right) => right.length - left.length);
}

function covers(path: string, file: string): boolean {
  return file === path || file.startsWith(path.endsWith("/") ? path : `${path}/`);
}

function takeOut(text: string, path: string): string {
  const literal = path.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
  return text
    .replace(new RegExp(`\\[([^\\]\\n]*)\\]\\((?:\\./)?${literal}[^)\\n]*\\)`, "g"), "$1")
    .replace(new RegExp(`(?<![\\w./-])(?:\\./)?${literal}(?![\\w/-])`, "g"), "a file that is not there");
}

/** Code is not rewritten: whole lines go, and the block as it was is listed. */
function withoutDanglingLines(block: BodyBlock, files: readonly string[]): CleanBlock {
  const lines = block.text.split("\n");
  const kept = lines.filter((line) => findDanglingFiles(line, files, SUPPORT_FILE_IN_CODE).length === 0);
  if (kept.length === lines.length) return { block, leftOut: null };
  const isEmpty = kept.every((line) => line.trim() === "" || /^[ \t>]*[`~]{3}/.test(line));
  return {
    block: isEmpty ? null : { ...block, text: kept.join("\n") },
    leftOut: lines.slice(1, -1).join("\n"),
  };
}
