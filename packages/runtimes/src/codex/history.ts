import { basename, isAbsolute, join } from "node:path";
import { readJsonLines } from "../history/json-lines.ts";
import { findSource, listSources } from "../history/source-files.ts";
import type { RuntimeHistory } from "../runtime.ts";
import { codexTranslator } from "./translate.ts";

/** Rollouts, also compressed ones (RUNTIMES 2.2). */
export const codexHistory: RuntimeHistory = {
  list: ({ home, env }) => {
    const moved = env["CODEX_HOME"];
    const directory = moved !== undefined && isAbsolute(moved) ? moved : join(home, ".codex");
    return listSources([join(directory, "sessions"), join(directory, "archived_sessions")], isRollout);
  },
  find: (path) => (isRollout(basename(path)) ? findSource(path) : null),
  read: readJsonLines,
  translator: codexTranslator,
};

function isRollout(name: string): boolean {
  return /\.jsonl(?:\.zst)?$/.test(name);
}
