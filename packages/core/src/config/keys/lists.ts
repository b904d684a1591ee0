import * as v from "valibot";
import { defineKey } from "../config-key.ts";
import { isSlowPattern } from "../slow-pattern.ts";

const PATTERNS_MAX = 200;

/** Longer than any path, so that matching stays cheap whatever a repository asks for. */
const GLOB_CHARACTERS_MAX = 1_024;

/** A glob of `/`-separated parts that stays inside the directory it is resolved in. */
function staysInside(glob: string): boolean {
  if (glob.length > GLOB_CHARACTERS_MAX || glob.trim() === "" || /[\u0000-\u001F\\]/.test(glob)) return false;
  if (/^(?:\/|~|[A-Za-z]:)/.test(glob)) return false;
  return !glob.split(/[/{},]/).includes("..");
}

function isPattern(text: string): boolean {
  try {
    return text !== "" && new RegExp(text, "u").source !== "" && !isSlowPattern(text);
  } catch {
    return false;
  }
}

/** Globs of files inside the directory they are resolved in. */
export const insideGlobs = v.pipe(
  v.array(v.pipe(v.string(), v.check(staysInside))),
  v.maxLength(PATTERNS_MAX),
);

export const referenceFiles = defineKey({
  name: "reference_files",
  initial: ["AGENTS.md", "CLAUDE.md", ".github/workflows/*"],
  allowed:
    "a list of paths or globs inside the workspace: not absolute, no .., no ~, at most 1024 characters",
  schema: insideGlobs,
  workspace: {
    allowed: () => "a workspace's file may only add files inside the workspace",
    permits: () => true,
    merge: (value, below) => [...new Set([...below, ...value])],
  },
});

export const redact = defineKey({
  name: "redact",
  initial: [],
  allowed: "a list of regular expressions, without a repetition inside a repetition",
  schema: v.pipe(v.array(v.pipe(v.string(), v.check(isPattern))), v.maxLength(PATTERNS_MAX)),
});
