import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";

export type Environment = Readonly<Record<string, string>>;

/** What a process was started with, as Linux tells it: later changes do not show there. */
const STARTED_WITH = "/proc/self/environ";
const ENV_FILE_BYTES_MAX = 1_048_576;
const ASSIGNMENT = /^[ \t]*(?:export[ \t]+)?([A-Za-z_][A-Za-z0-9_.-]*)[ \t]*[=:]/gm;

/** Decodes `NAME=value` entries that each end with a NUL; an entry without a name is left out. */
export function decodeEnvironment(text: string): Environment {
  const entries = text.split("\0").flatMap((entry) => {
    const at = entry.indexOf("=");
    return at > 0 ? [[entry.slice(0, at), entry.slice(at + 1)] as const] : [];
  });
  return Object.fromEntries(entries);
}

/** The names a `.env` file sets, or seems to set inside a value of several lines: rather one too many. */
export function namesInEnvFile(text: string): readonly string[] {
  return [...text.matchAll(ASSIGNMENT)].flatMap((match) => match[1] ?? []);
}

/** `environment` without the names that the `.env` files of a directory set. */
export function withoutEnvFiles(directory: string, environment: NodeJS.ProcessEnv): Environment {
  const named = new Set(envFilesOf(directory).flatMap((path) => namesInEnvFile(readSmallFile(path))));
  const kept = Object.entries(environment).flatMap(([name, value]) =>
    value === undefined || named.has(name) ? [] : [[name, value] as const],
  );
  return Object.fromEntries(kept);
}

/**
 * The environment the operator gave, without what Bun added from `.env` files of the current directory: that
 * may be a repository, and a repository permits nothing (CONTRACTS 2). Exact on Linux; elsewhere every name in
 * such a file is dropped, whoever set it.
 */
export function readGenuineEnvironment(): Environment {
  try {
    return decodeEnvironment(readFileSync(STARTED_WITH, "utf8"));
  } catch {
    return withoutEnvFiles(process.cwd(), process.env);
  }
}

function envFilesOf(directory: string): readonly string[] {
  try {
    return readdirSync(directory)
      .filter((name) => name.startsWith(".env"))
      .map((name) => join(directory, name));
  } catch {
    return [];
  }
}

function readSmallFile(path: string): string {
  const info = statSync(path, { throwIfNoEntry: false });
  return info?.isFile() === true && info.size <= ENV_FILE_BYTES_MAX ? readFileSync(path, "utf8") : "";
}
