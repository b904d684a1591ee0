import { basename, join } from "node:path";
import { listReferenceFiles } from "../../curator/reference-files.ts";
import { done, misused } from "../../curator/refusals.ts";
import type { Outcome } from "../../curator/skill-curator.ts";
import { type FileSystem, FileSystemError } from "../../ports/file-system.ts";
import { readFileInside } from "../../roots/tree/index.ts";
import type { ProfileRequest } from "../skill-matcher.ts";
import { decodeExpectedSkills } from "./expected-skills.ts";
import { allRoots, type MatcherDeps } from "./matcher-deps.ts";

/** A profile as it was asked for, with what it expects. */
export interface ResolvedProfile {
  /** Null for a list of names. */
  readonly name: string | null;
  readonly skills: readonly string[];
}

const AGENT_FILE_BYTES_MAX = 1_048_576;
const NAMES_MAX = 1_000;
const NAMES_SHOWN = 8;

/**
 * Returns what a profile expects: a list of names as it is; a name looked up in `profiles:`, then in `expected_skills` of
 * an agent file of that name, the first root first (CONTRACTS 13.6). Refusal `unknown-profile` names the known ones.
 */
export function resolveProfile(
  deps: MatcherDeps,
  request: ProfileRequest | null | undefined,
): Outcome<ResolvedProfile | null> {
  if (request === null || request === undefined) return done(null);
  if (typeof request !== "string") return done({ name: null, skills: distinct(request) });
  const name = request.trim();
  const { profiles } = deps.config;
  const configured = Object.hasOwn(profiles, name) ? profiles[name] : undefined;
  const expected = configured ?? findInAgentFiles(deps, name);
  return expected === null ? unknown(deps, name) : done({ name, skills: distinct(expected) });
}

function distinct(names: readonly string[]): readonly string[] {
  return [...new Set(names.map((name) => name.trim().normalize("NFC")).filter((name) => name !== ""))].slice(
    0,
    NAMES_MAX,
  );
}

function findInAgentFiles(deps: MatcherDeps, name: string): readonly string[] | null {
  if (name === "") return null;
  for (const { path, base, fs } of agentFiles(deps)) {
    if (agentName(path) !== name) continue;
    const text = readText(fs, base, path);
    const expected = text === null ? null : decodeExpectedSkills(text, path);
    if (expected !== null) return expected;
  }
  return null;
}

function agentFiles(deps: MatcherDeps): readonly { path: string; base: string; fs: FileSystem }[] {
  const { fs } = deps.main.curator;
  const bases = [...allRoots(deps).map(({ curator }) => curator.root.base), ...(deps.agentBases ?? [])];
  return [...new Set(bases)].flatMap((base) =>
    listReferenceFiles(fs, base, deps.config.agent_files).map((path) => ({ path, base, fs })),
  );
}

/** `reviewer` of `.github/agents/reviewer.agent.md`. */
function agentName(path: string): string {
  return basename(path).replace(/(?:\.agent)?\.(?:json|md|ya?ml)$/i, "");
}

function readText(fs: FileSystem, base: string, path: string): string | null {
  try {
    return new TextDecoder().decode(readFileInside(fs, base, join(base, path), AGENT_FILE_BYTES_MAX));
  } catch (error) {
    if (error instanceof FileSystemError) return null;
    throw error;
  }
}

function unknown(deps: MatcherDeps, name: string): Outcome<never> {
  const known = [
    ...Object.keys(deps.config.profiles),
    ...agentFiles(deps).map(({ path }) => agentName(path)),
  ];
  const shown = [...new Set(known)].sort().slice(0, NAMES_SHOWN);
  const hint =
    shown.length === 0
      ? "define it under profiles: in ~/.metis/config.yaml, or give a list of skill names"
      : `known: ${shown.join(", ")}${known.length > NAMES_SHOWN ? ", …" : ""}; or give a list of skill names`;
  return misused("unknown-profile", `no profile "${name.slice(0, 80)}"; ${hint}`);
}
