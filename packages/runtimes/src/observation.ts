/** How we know: the agent's skill tool, a slash command, an injected body, or a read of SKILL.md (CONTRACTS 14). */
export type Evidence = "tool" | "slash" | "injected" | "inferred-read";

/** How a record names a skill; at least one of the two. */
export interface SkillReference {
  readonly name: string | null;
  /** The skill's directory or SKILL.md, as the record writes it: absolute, or relative to `workspace`. */
  readonly path: string | null;
}

export type ToolErrorClass =
  | "timeout"
  | "permission_denied"
  | "not_found"
  | "validation_error"
  | "execution_error"
  | "cancelled"
  | "user_denied";

export type SideEffects = "none" | "read" | "write" | "execute" | "network";

interface Observed {
  readonly sessionId: string;
  /** Stable within the runtime and the session: the same act gives the same key live and from history. */
  readonly key: string;
  /** Microseconds since the Unix epoch; null where the record has no time. */
  readonly atUs: number | null;
  readonly turnId: string | null;
  /** The directory the agent worked in then; null when the record does not say. */
  readonly workspace: string | null;
}

/** The session that the same act may be told of, with another time; absent or null where there is none. */
export type CopyOf = string | null;

export interface SessionStarted extends Observed {
  readonly kind: "session-started";
  readonly model: string | null;
}

export interface SessionEnded extends Observed {
  readonly kind: "session-ended";
  readonly disposition: "completed" | "abandoned" | "error";
}

export interface SkillLoaded extends Observed {
  readonly kind: "skill-loaded";
  readonly skill: SkillReference;
  readonly evidence: Evidence;
  readonly toolUseId: string | null;
  readonly copyOf?: CopyOf;
}

/** The agent's own file tool wrote a file of a skill. */
export interface SkillWritten extends Observed {
  readonly kind: "skill-written";
  /** As the record writes it. */
  readonly path: string;
  readonly operation: "create" | "edit";
  readonly toolUseId: string | null;
  readonly copyOf?: CopyOf;
  /** Hashes of SKILL.md where the record holds its whole text (`hashSkillText`); absent otherwise. */
  readonly written?: WrittenText | null;
}

/** What is kept of a text that an agent wrote: nothing of it can be read. */
export interface WrittenText {
  /** As `Skill.version` and `Skill.fileHash` of core. */
  readonly version: string;
  readonly fileHash: string;
  readonly sizeTokens: number;
}

/** The runtime says that skills changed, not by whose hand (Claude Code's ConfigChange). */
export interface SkillsChanged extends Observed {
  readonly kind: "skills-changed";
  readonly path: string | null;
}

interface ToolObserved extends Observed {
  /** Name of the skill that the runtime says was in force; absent or null where it says nothing. */
  readonly inForce?: string | null;
}

export interface ToolCalled extends ToolObserved {
  readonly kind: "tool-called";
  readonly toolUseId: string;
  readonly toolName: string;
  /** SHA-256 of the arguments, which themselves go nowhere. */
  readonly inputHash: string;
  readonly inputSizeBytes: number;
  readonly sideEffects: SideEffects;
}

export interface ToolSucceeded extends ToolObserved {
  readonly kind: "tool-succeeded";
  readonly toolUseId: string;
  readonly outputSizeBytes: number;
  readonly latencyMs: number;
}

export interface ToolFailed extends ToolObserved {
  readonly kind: "tool-failed";
  readonly toolUseId: string;
  readonly errorClass: ToolErrorClass;
  readonly latencyMs: number;
}

/**
 * What one record of a runtime says, in our words and without anything private: names, paths, hashes, sizes,
 * times and error classes, never a prompt, an output or an argument (CONTRACTS 14).
 */
export type Observation =
  | SessionStarted
  | SessionEnded
  | SkillLoaded
  | SkillWritten
  | SkillsChanged
  | ToolCalled
  | ToolSucceeded
  | ToolFailed;
