import { relative } from "node:path";
import { type FileSystem, type Layout, openRoot, type Root } from "@metis-curate/core";
import { isCommandWord } from "../argv/verbs.ts";
import { shellWord } from "../text/shell-word.ts";
import type { OpenCuratorOptions } from "./curator-opener.ts";

/** The libraries that are there; each key once. */
export function findPresentRoots(
  fs: FileSystem,
  { workspace, global, home, cwd }: OpenCuratorOptions,
  layouts: readonly Layout[],
): readonly { readonly root: Root; readonly command: string }[] {
  const targets = workspace === null || global ? (["global"] as const) : ([{ workspace }, "global"] as const);
  const found = new Map<string, { readonly root: Root; readonly command: string }>();
  for (const target of targets) {
    for (const { name } of layouts) {
      const opened = openRoot(fs, { target, home, layoutName: name, layouts });
      if (opened.kind !== "root" || found.has(opened.root.key)) continue;
      found.set(opened.root.key, { root: opened.root, command: commandOf(opened.root, name, cwd) });
    }
  }
  return [...found.values()];
}

function commandOf({ scope, base }: Root, layoutName: string, cwd: string): string {
  const where = scope === "global" ? "--global" : shellWord(pathFrom(cwd, base));
  return `metis-curate ${where}${layoutName === "metis" ? "" : ` --layout ${layoutName}`}`;
}

/** As a person there would type it; a directory called like a command is written `./serve`. */
function pathFrom(cwd: string, base: string): string {
  const path = relative(cwd, base);
  if (path === "") return ".";
  if (path.startsWith("..")) return base;
  return isCommandWord(path) || path.startsWith("-") ? `./${path}` : path;
}
