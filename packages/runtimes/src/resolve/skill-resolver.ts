import type { RootScope } from "@metis-curate/core";
import type { RuntimeName } from "../layouts/runtime-name.ts";
import type { SkillReference } from "../observation.ts";

/** A skill on disk and the one root that owns it. */
export interface ResolvedSkill {
  readonly kind: "skill";
  /** Key of the owning root (CONTRACTS 2): what an event's `root` is. */
  readonly rootKey: string;
  readonly layout: string;
  readonly scope: RootScope;
  /** Real path of the directory that holds the owning root: the workspace, or the home directory. */
  readonly base: string;
  /** Directory name in NFC: `skill_id`. */
  readonly skill: string;
  /** Directory relative to the root's skills directory, `/`-separated. */
  readonly path: string;
  /** Real path of the directory. */
  readonly directory: string;
  /** The file that a reference by path names, relative to `directory`; SKILL.md for a directory or a name. */
  readonly file: string;
  /** `skill_version` of the present SKILL.md; `unknown` when it cannot be read as one. */
  readonly version: string;
  /** Baseline hash of the present SKILL.md (CONTRACTS 5); null when it cannot be read. */
  readonly fileHash: string | null;
  readonly sizeTokens: number;
  /** When SKILL.md was last written, milliseconds since the Unix epoch; null when it cannot be told. */
  readonly modifiedAtMs: number | null;
}

export type UnresolvedReason =
  /** `plugin:skill`: a plugin's, not ours. */
  | "namespaced"
  /** No root that the runtime reads has a skill of this name: bundled, or gone. */
  | "not-found"
  /** The path leads nowhere now. */
  | "gone"
  /** The path lies in no root. */
  | "outside"
  /** In a directory that the agent keeps for itself, such as `.system`. */
  | "reserved"
  /** Deeper than the layout is searched, or no directory with SKILL.md. */
  | "not-a-skill"
  /** The reference names nothing, or a name that no skill can have. */
  | "bad-reference";

export interface UnresolvedSkill {
  readonly kind: "unresolved";
  readonly reason: UnresolvedReason;
}

export interface ResolveRequest {
  /** Whose order of precedence a bare name is looked up in. */
  readonly runtime: RuntimeName;
  readonly skill: SkillReference;
  /** Where the agent worked, absolute; null: only the home directory is searched, and relative paths lead nowhere. */
  readonly workspace: string | null;
}

/**
 * Finds the skill a record speaks of: by real path where it has one, else by name in the runtime's own order. Answers
 * are remembered for the resolver's life, so make one per hook or import.
 */
export interface SkillResolver {
  resolve(request: ResolveRequest): ResolvedSkill | UnresolvedSkill;
}
