import { basename, isAbsolute, join } from "node:path";
import { readJsonLines } from "../history/json-lines.ts";
import { findSource, listSources } from "../history/source-files.ts";
import type { RuntimeHistory } from "../runtime.ts";
import { claudeCodeTranslator } from "./translate.ts";

/** Sessions and their subagents: `~/.claude/projects/<directory>/<session>.jsonl` and below (RUNTIMES 1.2). */
export const claudeCodeHistory: RuntimeHistory = {
  list: ({ home, env }) => {
    const moved = env["CLAUDE_CONFIG_DIR"];
    const directory = moved !== undefined && isAbsolute(moved) ? moved : join(home, ".claude");
    return listSources([join(directory, "projects")], isTranscript);
  },
  find: (path) => (isTranscript(basename(path)) ? findSource(path) : null),
  read: readJsonLines,
  translator: claudeCodeTranslator,
};

function isTranscript(name: string): boolean {
  return name.endsWith(".jsonl");
}
