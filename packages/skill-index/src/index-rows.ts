import type { IndexedState, IndexRow } from "@metis-curate/core";

/** A row of the table `skills` as the reading statements select it. */
export interface SkillTableRow {
  readonly name: string;
  readonly path: string;
  readonly description: string | null;
  readonly trigger_text: string | null;
  readonly effectiveness: number;
  readonly total_uses: number;
  readonly total_successes: number;
  readonly gap_count: number;
  readonly state: string;
  readonly profile_tags: string | null;
  readonly skill_no: number;
  readonly content_hash: string;
  readonly stamp: string;
  readonly last_used_us: number | null;
  readonly idle_since_us: number | null;
  readonly created_us: number | null;
  readonly indexed_us: number;
}

export const ROW_COLUMNS =
  "name, path, description, trigger_text, effectiveness, total_uses, total_successes, gap_count, state, profile_tags, skill_no, content_hash, stamp, last_used_us, idle_since_us, created_us, indexed_us";

const STATES: ReadonlySet<string> = new Set(["active", "stale", "archived", "draft"]);

export function toIndexRow(row: SkillTableRow): IndexRow {
  return {
    name: row.name,
    path: row.path,
    description: row.description ?? "",
    triggerText: row.trigger_text ?? "",
    contentHash: row.content_hash,
    stamp: row.stamp,
    profileTags: parseTags(row.profile_tags),
    state: STATES.has(row.state) ? (row.state as IndexedState) : "active",
    effectiveness: row.effectiveness,
    uses: row.total_uses,
    successes: row.total_successes,
    gapCount: row.gap_count,
    lastUsedAtUs: row.last_used_us,
    idleSinceUs: row.idle_since_us,
    createdAtUs: row.created_us,
    indexedAtUs: row.indexed_us,
  };
}

function parseTags(text: string | null): readonly string[] {
  if (text === null || text === "[]") return [];
  try {
    const value: unknown = JSON.parse(text);
    return Array.isArray(value) ? value.filter((tag) => typeof tag === "string") : [];
  } catch {
    return [];
  }
}
