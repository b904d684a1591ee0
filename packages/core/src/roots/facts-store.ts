import { join } from "node:path";
import { type FileSystem, FileSystemError } from "../ports/file-system.ts";
import { decodeFacts, type Facts, formatFacts } from "./facts.ts";
import type { Root } from "./root.ts";
import { ensureDirectory, replaceFile } from "./tree/index.ts";

const FACTS_NAME = "facts.json";
/** A larger file is not one of ours. */
const FACTS_BYTES_MAX = 64 * 1024 * 1024;

export type ReadFacts =
  | { readonly kind: "missing" }
  | { readonly kind: "facts"; readonly facts: Facts }
  /** The facts are lost: to be treated as a pruned trace, since nobody knows whether it was. */
  | { readonly kind: "corrupt"; readonly message: string };

/** Reads a root's `facts.json`. `corrupt`: wrong bytes or shape, or it cannot be read (CONTRACTS 4.7). */
export function readFacts(fs: FileSystem, root: Root): ReadFacts {
  try {
    return decodeFacts(new TextDecoder().decode(fs.readFile(factsPath(root), FACTS_BYTES_MAX)));
  } catch (error) {
    if (!(error instanceof FileSystemError)) throw error;
    return error.kind === "not-found" ? { kind: "missing" } : { kind: "corrupt", message: error.message };
  }
}

/** Replaces a root's `facts.json` durably. Throws `FileSystemError`; then the old one stands. */
export function writeFacts(fs: FileSystem, root: Root, facts: Facts): void {
  ensureDirectory(fs, root.privateDir);
  replaceFile(fs, factsPath(root), new TextEncoder().encode(formatFacts(facts)), `${FACTS_NAME}.tmp`);
}

function factsPath(root: Root): string {
  return join(root.privateDir, FACTS_NAME);
}
