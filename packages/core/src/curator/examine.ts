import { type Place, placePath, SKILL_FILE, type SkillSnapshot, takeSnapshot } from "../actions/index.ts";
import { hashBytes } from "../actions/step-state.ts";
import { type FileSystem, FileSystemError } from "../ports/file-system.ts";
import type { Root } from "../roots/root.ts";
import type { Candidate } from "../selection/candidate.ts";
import { type Skill, skillFileHash } from "../skills/index.ts";
import type { CuratorDeps } from "./curator-deps.ts";
import type { Member } from "./dossiers.ts";
import type { LibraryView } from "./library-view.ts";

export type Examined =
  | { readonly kind: "members"; readonly members: readonly Member[] }
  | { readonly kind: "changed"; readonly message: string };

/**
 * Reads the directories of a candidate's skills as they are now; `changed` when a SKILL.md is not the one
 * that was selected. Throws `FileSystemError`.
 */
export function examineCandidate(deps: CuratorDeps, view: LibraryView, candidate: Candidate): Examined {
  const members: Member[] = [];
  for (const name of candidate.skills) {
    const skill = view.library.skills.find((one) => one.name === name);
    if (skill === undefined) return { kind: "changed", message: `${name} is gone` };
    const snapshot = findSnapshot(deps, skill);
    if (snapshot === null) return { kind: "changed", message: `${name} is gone` };
    if (skillFileHash(snapshot.bytes) !== skill.fileHash) {
      return { kind: "changed", message: `${name} changed since it was selected` };
    }
    const files = supportFiles(deps.fs, deps.root, snapshot);
    members.push({ snapshot, files, history: view.history.skills.get(name) });
  }
  return { kind: "members", members };
}

function findSnapshot({ fs, root }: CuratorDeps, skill: Skill): SkillSnapshot | null {
  try {
    return takeSnapshot(fs, root, skill);
  } catch (error) {
    if (error instanceof FileSystemError && error.kind === "not-found") return null;
    throw error;
  }
}

/** Regular files beside SKILL.md, links and special files left out. */
function supportFiles(fs: FileSystem, root: Root, snapshot: SkillSnapshot): Member["files"] {
  return walk(fs, root, snapshot.place, "").filter(({ path }) => path !== SKILL_FILE);
}

function walk(fs: FileSystem, root: Root, place: Place, prefix: string): { path: string; hash: string }[] {
  const directory = placePath(root, place) + (prefix === "" ? "" : `/${prefix}`);
  return fs.readdir(directory).flatMap((entry) => {
    const path = prefix === "" ? entry.name : `${prefix}/${entry.name}`;
    if (entry.kind === "directory") return walk(fs, root, place, path);
    if (entry.kind !== "file") return [];
    return [{ path, hash: hashBytes(fs.readFile(`${directory}/${entry.name}`)) }];
  });
}
