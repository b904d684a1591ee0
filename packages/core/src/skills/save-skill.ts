import { join } from "node:path";
import type { FileSystem, FileSystemErrorKind } from "../ports/file-system.ts";
import type { Root } from "../roots/root.ts";
import { removeTreeQuietly } from "../roots/tree/remove-tree.ts";
import { formatNewSkill, type NewSkill, validateNewSkill } from "./format-new-skill.ts";
import { placeSkill } from "./place-skill.ts";
import { skillFileHash, skillSizeTokens, skillVersion } from "./skill-hash.ts";
import { splitSkillText } from "./skill-text.ts";

/** The payload of the one `skill.created` of a save (CONTRACTS 1.5, 4.3, 4.4). */
export interface SkillCreatedBySave {
  readonly skill_id: string;
  readonly skill_version: string;
  readonly source: "auto_generated";
  readonly size_tokens: number;
  /** The hand-edit baseline (CONTRACTS 5). */
  readonly file_hash: string;
  readonly draft?: true;
  /** Key of the root. */
  readonly root: string;
}

export interface SaveSkillDependencies {
  readonly fs: FileSystem;
  /** A workspace's root; nothing is ever saved to the global one. */
  readonly root: Root;
  readonly publishCreated: (payload: SkillCreatedBySave) => Promise<void>;
}

export interface SaveSkillInput extends NewSkill {
  readonly draft?: boolean;
}

export type SaveSkillResult =
  | { readonly kind: "saved"; readonly directory: string; readonly created: SkillCreatedBySave }
  /** A field breaks CONTRACTS 1.1. */
  | { readonly kind: "invalid"; readonly field: string; readonly message: string }
  /** A skill or directory has the name, or one that differs in case or Unicode form alone. */
  | { readonly kind: "exists"; readonly message: string }
  /** The root is not a workspace's, or its skills directory leads out of it. */
  | { readonly kind: "refused"; readonly message: string }
  | { readonly kind: "failed"; readonly cause: FileSystemErrorKind; readonly message: string };

function describe(input: SaveSkillInput, root: Root, bytes: Uint8Array): SkillCreatedBySave {
  const split = splitSkillText(bytes);
  const body = split.kind === "split" ? split.text.body : input.body;
  return {
    skill_id: input.name,
    skill_version: skillVersion(body),
    source: "auto_generated",
    size_tokens: skillSizeTokens(body),
    file_hash: skillFileHash(bytes),
    ...(input.draft === true ? { draft: true } : {}),
    root: root.key,
  };
}

/**
 * Saves a new skill that an agent wrote (CONTRACTS 1.5): validated strictly, written atomically to the
 * workspace root, then announced by exactly one `skill.created`. Nothing is on disk unless the result is
 * `saved`; when `publishCreated` rejects, the skill is taken back and the rejection passed on.
 */
export async function saveSkill(
  deps: SaveSkillDependencies,
  input: SaveSkillInput,
): Promise<SaveSkillResult> {
  const { fs, root, publishCreated } = deps;
  if (root.scope !== "workspace") {
    return { kind: "refused", message: "skills are saved to a workspace only, never to the global root" };
  }
  const invalid = validateNewSkill(input);
  if (invalid !== null) return { kind: "invalid", ...invalid };
  const bytes = formatNewSkill(input);
  const failure = placeSkill(fs, root, input.name, new Map([["SKILL.md", bytes]]));
  if (failure !== null) return failure;
  const directory = join(root.skillsDir, input.name);
  const created = describe(input, root, bytes);
  try {
    await publishCreated(created);
  } catch (error) {
    removeTreeQuietly(fs, directory);
    throw error;
  }
  return { kind: "saved", directory, created };
}
