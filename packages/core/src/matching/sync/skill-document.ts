import { createHash } from "node:crypto";
import type { IndexedSkill } from "../../ports/skill-index.ts";
import { EMBED_TEXTS_VERSION } from "../rank/texts-to-embed.ts";
import { skillTerms, TERMS_VERSION } from "../terms/skill-terms.ts";

/** A skill to be indexed, as its file says. */
export interface SkillDocumentFile {
  readonly name: string;
  /** Absolute path of the file. */
  readonly path: string;
  readonly description: string;
  /** Of its frontmatter. */
  readonly triggers: readonly string[];
  readonly body: string;
  readonly archived: boolean;
  /** See `fileStamp`. */
  readonly stamp: string;
}

/** Returns the hash of everything that is indexed of a skill, and of how. */
export function contentHash(file: SkillDocumentFile, profileTags: readonly string[]): string {
  const { name, description, triggers, body } = file;
  const parts = [TERMS_VERSION, EMBED_TEXTS_VERSION, name, description, triggers, body, ...profileTags];
  return createHash("sha256").update(JSON.stringify(parts)).digest("hex");
}

/** Returns a skill as the index takes it. */
export function toIndexedSkill(
  file: SkillDocumentFile,
  hash: string,
  profileTags: readonly string[],
): IndexedSkill {
  const { triggerText, terms } = skillTerms(file);
  const { name, path, description, stamp } = file;
  return { name, path, description, triggerText, contentHash: hash, stamp, profileTags, terms };
}
