import type { Outcome, SkillHealth } from "@metis-curate/core";
import { formatSkillCursor } from "../cursor/skill-cursor.ts";
import type { SkillHealthWire, SkillsPageWire } from "../wire/skills.ts";
import type { QueryDeps } from "./query-deps.ts";

export interface SkillsQuery {
  /** Only names after this one; null for the first page. */
  readonly after: string | null;
  readonly limit: number;
  /** Only skills in this state; null for all. */
  readonly state: SkillHealth["state"] | null;
}

/** A page of the health table, by name. Refusals as `LibraryReader.health`. CONTRACTS 12. */
export async function querySkills(deps: QueryDeps, query: SkillsQuery): Promise<Outcome<SkillsPageWire>> {
  const health = await deps.library.health();
  if (!health.ok) return health;
  const report = health.value;
  const wanted = report.skills
    .filter(({ state }) => query.state === null || state === query.state)
    .sort((left, right) => (left.name < right.name ? -1 : 1));
  const rest = wanted.filter(({ name }) => query.after === null || name > query.after);
  const page = rest.slice(0, query.limit);
  const last = page.at(-1);
  return {
    ok: true,
    value: {
      last_curation_at: report.last_curation_at,
      weeks: [...report.weeks],
      skills_total: wanted.length,
      rent_tokens: report.rent_tokens,
      skills: await Promise.all(page.map((skill) => toWire(deps, skill))),
      next_cursor:
        rest.length > page.length && last !== undefined ? formatSkillCursor(deps.root.key, last.name) : null,
    },
  };
}

async function toWire({ redactor }: QueryDeps, skill: SkillHealth): Promise<SkillHealthWire> {
  const suggested = skill.suggested_description;
  return {
    name: skill.name,
    path: skill.path,
    description: await redactor.text(skill.description),
    state: skill.state,
    origin: skill.origin,
    pinned: skill.pinned,
    touchable: skill.touchable,
    reason: skill.reason,
    created_at: skill.created_at,
    last_loaded_at: skill.last_loaded_at,
    idle_days: skill.idle_days,
    loads_total: skill.loads_total,
    loads_by_week: [...skill.loads_by_week],
    effectiveness: skill.effectiveness,
    effectiveness_uses: skill.effectiveness_uses,
    failure_rate: skill.failure_rate,
    failed_sessions: skill.failed_sessions,
    size_tokens: skill.size_tokens,
    rent_tokens: skill.rent_tokens,
    skill_version: skill.skill_version,
    consolidated_from: [...skill.consolidated_from],
    archive_path: skill.archive_path,
    suggested_description: suggested === null ? null : await redactor.text(suggested),
  };
}
