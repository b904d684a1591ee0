import { lstatSync, readFileSync, statSync, writeFileSync } from "node:fs";
import type { TextFiles } from "./cli-context.ts";

/** Text files of the real file system. */
export const realTextFiles: TextFiles = {
  read: (path, limitBytes) => {
    const info = statSync(path, { throwIfNoEntry: false });
    if (info === undefined) return null;
    if (!info.isFile()) throw new Error("not a regular file");
    if (info.size > limitBytes) throw new Error(`larger than ${limitBytes} bytes`);
    return readFileSync(path, "utf8");
  },
  write: (path, text) => {
    const info = statSync(path, { throwIfNoEntry: false });
    if (info !== undefined && !info.isFile()) throw new Error("not a regular file");
    // In a clone somebody else has chosen where such a link would make the file.
    if (info === undefined && isLink(path)) throw new Error("a link that leads to nothing");
    writeFileSync(path, text);
  },
  isDirectory,
};

function isLink(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() === true;
}

/** False also where the system does not let us look (ENOTDIR, EACCES, ELOOP, …). */
function isDirectory(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
}
