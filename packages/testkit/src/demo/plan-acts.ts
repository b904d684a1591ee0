import { formatNewSkill, skillFileHash, ZERO_USD } from "@metis-curate/core";
import type { DemoEvent, DemoSkill } from "./demo-plan.ts";
import { US_PER_DAY } from "./plan-sessions.ts";
import { loadOf } from "./plan-usage.ts";

/** Pins were made while the skill was still in use. */
const PINNED_AFTER_DAYS = 20;

/** Returns what an operator did: pins, and the record of imported skills. */
export function planActs(skills: readonly DemoSkill[]): readonly DemoEvent[] {
  return skills.flatMap((skill) => {
    if (skill.author === "imported") return [importEvent(skill)];
    return skill.case === "pinned" ? [pinEvent(skill)] : [];
  });
}

function importEvent(skill: DemoSkill): DemoEvent {
  const { version, sizeTokens } = loadOf(skill);
  return {
    atUs: skill.createdAtUs,
    session: skill.createdIn,
    type: "skill.created",
    lacks: "root",
    payload: {
      skill_id: skill.name,
      skill_version: version,
      source: "imported",
      size_tokens: sizeTokens,
      file_hash: skillFileHash(formatNewSkill(skill)),
    },
  };
}

function pinEvent(skill: DemoSkill): DemoEvent {
  const { version } = loadOf(skill);
  return {
    atUs: skill.createdAtUs + PINNED_AFTER_DAYS * US_PER_DAY,
    session: skill.createdIn,
    type: "skill.curated",
    actor: "user",
    lacks: "root",
    payload: {
      curator_run_id: `pin-of-${skill.name}`,
      skill_id: skill.name,
      action: "pin",
      source: "workspace",
      skill_version_before: version,
      skill_version_after: version,
      consolidated_from: [],
      archive_path: null,
      curator_kind: "manual",
      curator_model: null,
      curator_cost_usd: ZERO_USD,
      curator_pricing_version: null,
      curator_latency_ms: 0,
      rationale: "",
      signals: { last_loaded_at_iso: null, loads_in_window: 0, inactive_days: null },
    },
  };
}
