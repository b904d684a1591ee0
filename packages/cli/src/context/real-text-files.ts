import { readFileSync, statSync, writeFileSync } from "node:fs";
import type { TextFiles } from "./cli-context.ts";

/** Text files of the real file system. */
export const realTextFiles: TextFiles = {
  read: (path, limitBytes) => {
    const info = statSync(path, { throwIfNoEntry: false });
    if (info === undefined) return null;
    if (info.size > limitBytes) throw new Error(`larger than ${limitBytes} bytes`);
    return readFileSync(path, "utf8");
  },
  write: (path, text) => writeFileSync(path, text),
  isDirectory: (path) => statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false,
};
