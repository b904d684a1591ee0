import { basename, join, sep } from "node:path";
import { readJsonLines } from "../history/json-lines.ts";
import { findSource, listSources } from "../history/source-files.ts";
import type { RuntimeHistory } from "../runtime.ts";
import { cursorTranslator } from "./translate.ts";

const US_PER_MS = 1_000;

/** `~/.cursor/projects/<project>/agent-transcripts/` (RUNTIMES 6.2). The project's directory is not told. */
export const cursorHistory: RuntimeHistory = {
  list: ({ home }) =>
    listSources(
      [join(home, ".cursor", "projects")],
      (name, path) => name.endsWith(".jsonl") && path.includes(`${sep}agent-transcripts${sep}`),
    ),
  find: (path) => (path.endsWith(".jsonl") ? findSource(path) : null),
  read: readJsonLines,
  translator: ({ path, modifiedAtMs }) =>
    cursorTranslator(basename(path, ".jsonl"), null, Math.round(modifiedAtMs * US_PER_MS)),
};
