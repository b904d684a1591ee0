import type { FileSystem } from "../../ports/file-system.ts";
import type { Root } from "../../roots/root.ts";
import { hashTree } from "../../roots/tree/index.ts";
import { SKILL_FILE_BYTES_MAX } from "../../skills/parse-skill-document.ts";
import type { Skill } from "../../skills/skill.ts";
import type { Guard } from "../action-plan.ts";
import { type Place, placePath } from "../place.ts";
import { hashBytes } from "../step-state.ts";

export const SKILL_FILE = "SKILL.md";

/** A live skill as it was when its candidate was examined: what an action compares the disk with. */
export interface SkillSnapshot {
  readonly skill: Skill;
  readonly place: Place;
  /** Tree hash of the whole directory. */
  readonly treeHash: string;
  /** Raw SKILL.md. */
  readonly bytes: Uint8Array;
  /** SHA-256 of the raw SKILL.md. */
  readonly bytesHash: string;
  readonly mode: number;
}

/** Reads a live skill's directory. Throws `FileSystemError`. */
export function takeSnapshot(fs: FileSystem, root: Root, skill: Skill): SkillSnapshot {
  const place: Place = { area: "skills", path: skill.path };
  const directory = placePath(root, place);
  const file = `${directory}/${SKILL_FILE}`;
  const bytes = fs.readFile(file, SKILL_FILE_BYTES_MAX);
  const treeHash = hashTree(fs, directory);
  return { skill, place, treeHash, bytes, bytesHash: hashBytes(bytes), mode: fs.lstat(file).mode };
}

export function guardOf(snapshot: SkillSnapshot): Guard {
  return { skill: snapshot.skill.name, place: snapshot.place, hash: snapshot.treeHash };
}
