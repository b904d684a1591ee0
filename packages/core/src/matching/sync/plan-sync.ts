import type { IndexedSkill, IndexRow } from "../../ports/skill-index.ts";
import { contentHash, type SkillDocumentFile } from "./skill-document.ts";

/** A document that must be indexed, with its hash. */
export interface DocumentToPut {
  readonly file: SkillDocumentFile;
  readonly hash: string;
  readonly profileTags: readonly string[];
}

/** What makes an index agree with the disk. */
export interface SyncPlan {
  readonly put: readonly DocumentToPut[];
  readonly touch: readonly Pick<IndexedSkill, "name" | "path" | "stamp">[];
  readonly remove: readonly string[];
  readonly added: number;
  readonly updated: number;
  readonly unchanged: number;
}

/**
 * Returns what changed between the rows of an index and the documents on disk. `rows` were read before the disk: a skill
 * that another process indexes meanwhile is in neither, and stays.
 */
export function planSync(
  rows: readonly IndexRow[],
  documents: readonly SkillDocumentFile[],
  profiles: Readonly<Record<string, readonly string[]>>,
): SyncPlan {
  const known = new Map(rows.map((row) => [row.name, row]));
  const tags = tagsByName(profiles);
  const put: DocumentToPut[] = [];
  const touch: SyncPlan["touch"][number][] = [];
  let added = 0;
  for (const file of documents) {
    const row = known.get(file.name);
    const profileTags = tags.get(file.name) ?? [];
    const hash = contentHash(file, profileTags);
    if (row === undefined) added += 1;
    if (row?.contentHash !== hash) put.push({ file, hash, profileTags });
    else if (row.path !== file.path || row.stamp !== file.stamp) touch.push(file);
  }
  const present = new Set(documents.map(({ name }) => name));
  return {
    put,
    touch: touch.map(({ name, path, stamp }) => ({ name, path, stamp })),
    remove: rows.map(({ name }) => name).filter((name) => !present.has(name)),
    added,
    updated: put.length - added,
    unchanged: documents.length - put.length,
  };
}

function tagsByName(
  profiles: Readonly<Record<string, readonly string[]>>,
): ReadonlyMap<string, readonly string[]> {
  const tags = new Map<string, string[]>();
  for (const [profile, names] of Object.entries(profiles)) {
    for (const name of new Set(names)) tags.set(name, [...(tags.get(name) ?? []), profile]);
  }
  return tags;
}
