/** Closed set (CONTRACTS 1.2). */
export type DiagnosticKind =
  | "unquoted-value"
  | "name-mismatch"
  | "name-too-long"
  | "unknown-field"
  | "no-frontmatter"
  | "invalid-yaml"
  | "missing-description"
  | "unreadable"
  | "not-utf-8"
  | "wrong-case"
  | "too-large"
  | "over-token-advice"
  | "shadowed"
  | "escapes-root"
  | "dangling-link"
  | "link-cycle"
  | "bad-name"
  | "description-too-long"
  | "bad-metadata"
  | "scan-limit"
  | "clock-skew";

export interface Diagnostic {
  readonly kind: DiagnosticKind;
  /** One line: what is wrong and how to fix it. */
  readonly message: string;
  readonly line?: number;
  readonly column?: number;
}

/** The six fields of agentskills.io, scalars kept as the text that was written. */
export interface SkillFields {
  readonly name: string | null;
  readonly description: string;
  readonly license?: string;
  readonly compatibility?: string;
  readonly metadata?: Readonly<Record<string, string>>;
  readonly allowedTools?: readonly string[];
  /** Not of agentskills.io: what `triggers` or `when_to_use` in the frontmatter say, for finding the skill. */
  readonly triggers?: readonly string[];
}

/** A skill as loaded from one root. Identity is `name`, the directory's name in NFC. */
export interface Skill {
  readonly name: string;
  /** Directory relative to the skills directory, `/`-separated, as on disk. */
  readonly path: string;
  /** Absolute directory. */
  readonly directory: string;
  readonly fields: SkillFields;
  /** After the closing fence, leading newlines stripped, line ends as found. */
  readonly body: string;
  /** First 16 hex digits of SHA-256 over the LF-normalised body (CONTRACTS 1.3). */
  readonly version: string;
  /** SHA-256 (hex, whole) of SKILL.md with line ends and final newline normalised: the hand-edit baseline. */
  readonly fileHash: string;
  readonly sizeTokens: number;
  readonly linked: boolean;
  readonly diagnostics: readonly Diagnostic[];
}

export interface SkippedSkill {
  /** Relative to the skills directory. */
  readonly path: string;
  readonly diagnostic: Diagnostic;
}

/** Everything found under one skills directory; skipped and shadowed ones are never acted on. */
export interface SkillLibrary {
  /** Loaded skills sorted by name; names are unique. */
  readonly skills: readonly Skill[];
  readonly skipped: readonly SkippedSkill[];
}
