import { join } from "node:path";
import { type FileSystem, FileSystemError } from "../ports/file-system.ts";
import { readFileInside, resolvesInside } from "../roots/tree/index.ts";
import { type ConfigError, fileError } from "./config-error.ts";
import type { ConfigLayer, ConfigLayerKind } from "./merge-config.ts";

/** Largest configuration file that is read. */
export const CONFIG_BYTES_MAX = 262_144;

export interface ConfigPlaces {
  /** The home directory. */
  readonly home: string;
  readonly workspace: string | null;
  /** From `--config`: must exist. */
  readonly explicitPath?: string;
}

export interface ReadConfigLayers {
  readonly layers: readonly ConfigLayer[];
  readonly errors: readonly ConfigError[];
}

/**
 * Reads the configuration files that exist: global, workspace, explicit. A missing file is fine unless it was asked
 * for; one that is unreadable, too large or not UTF-8 is an error. A workspace whose `.metis` is the global one has no
 * file of its own.
 */
export function readConfigLayers(fs: FileSystem, places: ConfigPlaces): ReadConfigLayers {
  const layers: ConfigLayer[] = [];
  const errors: ConfigError[] = [];
  const read = (kind: ConfigLayerKind, path: string, required: boolean, inside?: string): void => {
    const outcome = readText(fs, path, inside);
    if (outcome.kind === "text") layers.push({ kind, path, content: { text: outcome.text } });
    else if (outcome.kind === "error") errors.push(fileError(path, outcome.message));
    else if (required) errors.push(fileError(path, "no such file; check --config"));
  };
  const globalDir = join(places.home, ".metis");
  read("global", join(globalDir, "config.yaml"), false);
  if (places.workspace !== null) {
    const ownDir = join(places.workspace, ".metis");
    const own = join(ownDir, "config.yaml");
    const isOurs = isSameDirectory(fs, ownDir, globalDir);
    if (!isOurs && leadsOut(fs, places.workspace, own)) {
      errors.push(fileError(own, "leads out of the workspace; make it a file"));
    } else if (!isOurs) read("workspace", own, false, places.workspace);
  }
  if (places.explicitPath !== undefined) read("explicit", places.explicitPath, true);
  return { layers, errors };
}

/** A repository must not make us read, and quote, what lies elsewhere. */
function leadsOut(fs: FileSystem, workspace: string, path: string): boolean {
  try {
    fs.realpath(path);
  } catch (error) {
    if (error instanceof FileSystemError) return false;
    throw error;
  }
  return !resolvesInside(fs, workspace, path);
}

type ReadText =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "missing" }
  | { readonly kind: "error"; readonly message: string };

function readText(fs: FileSystem, path: string, inside: string | undefined): ReadText {
  try {
    if (inside === undefined) return decodeUtf8(fs.readFile(path, CONFIG_BYTES_MAX));
    return decodeUtf8(readFileInside(fs, inside, path, CONFIG_BYTES_MAX));
  } catch (error) {
    if (!(error instanceof FileSystemError)) throw error;
    if (error.kind === "not-found" || error.kind === "not-a-directory") return { kind: "missing" };
    return { kind: "error", message: `cannot be read (${error.kind})` };
  }
}

function decodeUtf8(bytes: Uint8Array): ReadText {
  try {
    return { kind: "text", text: new TextDecoder("utf-8", { fatal: true }).decode(bytes) };
  } catch {
    return { kind: "error", message: "is not UTF-8; save it as UTF-8" };
  }
}

function isSameDirectory(fs: FileSystem, left: string, right: string): boolean {
  try {
    return fs.realpath(left) === fs.realpath(right);
  } catch (error) {
    if (error instanceof FileSystemError) return false;
    throw error;
  }
}
