import { dirname, join } from "node:path";
import { type FileSystem, FileSystemError, type FileSystemErrorKind } from "../ports/file-system.ts";
import type { Root } from "../roots/root.ts";
import { wouldLieInside } from "../roots/tree/confine.ts";
import { ensureDirectory } from "../roots/tree/ensure-directory.ts";
import { removeTree, removeTreeQuietly } from "../roots/tree/remove-tree.ts";
import { loadRootSkills } from "./load-root-skills.ts";
import { foldSkillName } from "./skill-name.ts";

/** Why a new skill is not on disk; then nothing of it is. */
export type PlaceSkillFailure =
  /** A skill or directory has the name, or one that differs in case or Unicode form alone. */
  | { readonly kind: "exists"; readonly message: string }
  /** The skills directory leads out of the root or is another root's, or the agent keeps the name for itself. */
  | { readonly kind: "refused"; readonly message: string }
  | { readonly kind: "failed"; readonly cause: FileSystemErrorKind; readonly message: string };

/**
 * Puts a new skill's directory into a root at once: written beside under a temporary name, fsynced, renamed. `files`
 * are by their path below it, `/`-separated, each confined by the caller. Returns null, or why it is not there.
 */
export function placeSkill(
  fs: FileSystem,
  root: Root,
  name: string,
  files: ReadonlyMap<string, Uint8Array>,
): PlaceSkillFailure | null {
  try {
    const refusal = refusalOf(fs, root, name);
    if (refusal !== null) return { kind: "refused", message: refusal };
    ensureDirectory(fs, root.skillsDir);
    const taken = findTakenName(fs, root, name);
    if (taken !== null)
      return { kind: "exists", message: `"${taken}" has this name already; choose another` };
    writeTree(fs, root, name, files);
    return null;
  } catch (error) {
    if (!(error instanceof FileSystemError)) throw error;
    if (error.kind === "not-empty" || error.kind === "exists") {
      return { kind: "exists", message: `"${name}" was made by someone else just now; choose another name` };
    }
    return { kind: "failed", cause: error.kind, message: `${name} was not saved: ${error.message}` };
  }
}

function refusalOf(fs: FileSystem, root: Root, name: string): string | null {
  if (root.skillsOf !== undefined) return `${root.skillsDir} is a link to the skills of ${root.skillsOf.key}`;
  if (root.scan?.reserved?.includes(name) === true)
    return `${root.layout} keeps the name "${name}" for itself`;
  const isGiven = root.scope === "global" && !root.skillsDir.startsWith(`${root.base}/`);
  if (isGiven || wouldLieInside(fs, root.base, root.skillsDir)) return null;
  return `${root.skillsDir} leads out of ${root.base}`;
}

/** Returns what has a skill's name already, or one that reads alike; else null. Throws `FileSystemError`. */
export function findTakenName(fs: FileSystem, root: Root, name: string): string | null {
  const { skills, skipped } = loadRootSkills(fs, root);
  const paths = [...skills, ...skipped].map((entry) => entry.path.replace(/\/skill\.md$/i, ""));
  const names = fs.readdir(root.skillsDir).map((entry) => entry.name);
  const folded = foldSkillName(name);
  return (
    [...paths, ...names].find((path) => foldSkillName(path.slice(path.lastIndexOf("/") + 1)) === folded) ??
    null
  );
}

/** A rename never replaces a directory that holds something: of two saves of one name one succeeds. */
function writeTree(fs: FileSystem, root: Root, name: string, files: ReadonlyMap<string, Uint8Array>): void {
  const temp = join(root.skillsDir, `.metis-tmp-save-${name}`);
  removeTree(fs, temp);
  try {
    fs.mkdir(temp);
    for (const [path, bytes] of files) {
      const target = join(temp, path);
      ensureDirectory(fs, dirname(target));
      fs.writeNewFile(target, bytes);
    }
    for (const directory of directoriesOf(files)) fs.fsyncDirectory(join(temp, directory));
    fs.fsyncDirectory(temp);
    fs.rename(temp, join(root.skillsDir, name));
  } catch (error) {
    removeTreeQuietly(fs, temp);
    throw error;
  }
  fs.fsyncDirectory(root.skillsDir);
}

function directoriesOf(files: ReadonlyMap<string, Uint8Array>): readonly string[] {
  return [...new Set([...files.keys()].map(dirname))].filter((directory) => directory !== ".");
}
