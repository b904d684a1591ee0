import type { LibraryReader, Logger, SecretFinder, SkillCurator, SkillMatcher } from "@metis-curate/core";
import type { ScoutSkills } from "./scout-skills.ts";

/** One root as the server reaches it. */
export interface McpLibrary {
  readonly scope: "workspace" | "global";
  /** What an agent may ask for (CONTRACTS 5): each call is limited to touchable, unpinned skills. */
  readonly acts: Pick<SkillCurator, "archive" | "promote" | "restore">;
  /** Everything else only reads. */
  readonly reader: Pick<LibraryReader, "list" | "plan" | "readSkill" | "status" | "history">;
}

/** What the server needs; it has no other way to the world. */
export interface McpDeps {
  readonly matcher: SkillMatcher;
  /** The roots of the matcher, the one that wins on a name first; never empty. */
  readonly libraries: readonly McpLibrary[];
  /** Looks in public collections; null where this build or configuration has none. */
  readonly scout: ScoutSkills | null;
  /** Finds what no client may be shown. */
  readonly secrets: SecretFinder;
  readonly logger: Logger;
  /** Version of the program. */
  readonly version: string;
  /** A fresh session id, for a connection that is one session. */
  newSessionId(): string;
}
