import type {
  LibraryReader,
  Logger,
  Outcome,
  SecretFinder,
  SkillCurator,
  SkillMatcher,
  SkillScout,
} from "@metis-curate/core";

/** One root as the server reaches it. */
export interface McpLibrary {
  readonly scope: "workspace" | "global";
  /** What an agent may ask for (CONTRACTS 5): each call is limited to touchable, unpinned skills. */
  readonly acts: Pick<SkillCurator, "archive" | "promote" | "restore">;
  /** Everything else only reads. */
  readonly reader: Pick<LibraryReader, "list" | "plan" | "readSkill" | "status" | "history">;
}

/** The libraries that are served. */
export interface McpPlace {
  readonly matcher: SkillMatcher;
  /** The roots of the matcher, the one that wins on a name first. */
  readonly libraries: readonly McpLibrary[];
  /** Looks in public collections; null where this build or configuration has none. */
  readonly scout: SkillScout | null;
  /** Whether tasks leave this machine to be embedded. */
  readonly embedsRemotely: boolean;
}

/** What the server needs; it has no other way to the world. */
export interface McpDeps {
  /**
   * Returns the libraries, the same ones once there are any. A refusal is the answer of every tool until then: an agent
   * may be there before its first skill.
   */
  open(): Promise<Outcome<McpPlace>>;
  /** Finds what no client may be shown. */
  readonly secrets: SecretFinder;
  readonly logger: Logger;
  /** Version of the program. */
  readonly version: string;
  /** A fresh session id, for a connection that is one session. */
  newSessionId(): string;
}
