import * as v from "valibot";
import type { RootHistory, SkillHistory } from "../trace/root-history.ts";
import { formatSortedJson } from "./sorted-json.ts";

const timeUs = v.nullable(v.pipe(v.number(), v.safeInteger()));

const factsSkill = v.object({
  retag: v.nullable(v.picklist(["adopted", "disowned"])),
  sources: v.array(v.string()),
  consolidated: v.boolean(),
  baseline: v.nullable(v.object({ kind: v.picklist(["file", "body"]), hash: v.string() })),
  created_at_us: timeUs,
  last_touched_at_us: timeUs,
  last_loaded_at_us: timeUs,
  last_consolidated_at_us: timeUs,
  pinned: v.boolean(),
  effectiveness: v.nullable(v.object({ score: v.number(), uses: v.pipe(v.number(), v.safeInteger()) })),
});

const factsDocument = v.object({
  schema_version: v.literal("1"),
  written_at_us: v.pipe(v.number(), v.safeInteger()),
  oldest_event_us: timeUs,
  last_curation_at_us: timeUs,
  skills: v.record(v.string(), v.unknown()),
});

/** What the trace said of one skill when it was last whole; times in microseconds. */
export type FactsSkill = v.InferOutput<typeof factsSkill>;

/**
 * `facts.json`: what stands in for a pruned trace. It lies beside the lock, outside any repository, and so
 * may permit what a sidecar may not (CONTRACTS 3, 4.7). Wire names.
 */
export interface Facts {
  readonly schema_version: "1";
  readonly written_at_us: number;
  /** Oldest event ever seen; null when the trace never held one. */
  readonly oldest_event_us: number | null;
  readonly last_curation_at_us: number | null;
  readonly skills: Readonly<Record<string, FactsSkill>>;
}

export type DecodedFacts =
  | { readonly kind: "facts"; readonly facts: Facts }
  | { readonly kind: "corrupt"; readonly message: string };

/** Returns the facts in a `facts.json`. `corrupt`: no JSON, another version, or the wrong shape. */
export function decodeFacts(fileText: string): DecodedFacts {
  const document = v.safeParse(factsDocument, parseJson(fileText));
  if (!document.success) return { kind: "corrupt", message: "it is no facts document of version 1" };
  const skills: [string, FactsSkill][] = [];
  for (const [skill, value] of Object.entries(document.output.skills)) {
    const parsed = v.safeParse(factsSkill, value);
    if (!parsed.success)
      return { kind: "corrupt", message: `the facts of ${JSON.stringify(skill)} are broken` };
    skills.push([skill, parsed.output]);
  }
  return { kind: "facts", facts: { ...document.output, skills: Object.fromEntries(skills) } };
}

/** Returns the text of a `facts.json`. */
export function formatFacts(facts: Facts): string {
  return formatSortedJson(facts);
}

/** Returns a skill's facts, undefined when there are none. */
export function findFacts(facts: Facts | null, skill: string): FactsSkill | undefined {
  return facts !== null && Object.hasOwn(facts.skills, skill) ? facts.skills[skill] : undefined;
}

/**
 * Returns the facts to keep after a run. A pruned history already holds the facts it was folded with, and a
 * skill that this trace does not speak of keeps what was known before: another or an emptied database lowers
 * nothing (CONTRACTS 4.7).
 */
export function factsFromHistory(history: RootHistory, nowUs: number, before: Facts | null): Facts {
  const skills = [...history.skills.values()].filter(hasFacts).map((skill) => [skill.skill, toFacts(skill)]);
  return {
    schema_version: "1",
    written_at_us: nowUs,
    oldest_event_us: oldest(history.oldestEventUs ?? null, before?.oldest_event_us ?? null),
    last_curation_at_us: history.lastCurationAtUs,
    skills: { ...before?.skills, ...Object.fromEntries(skills) },
  };
}

function oldest(one: number | null, other: number | null): number | null {
  return one === null || other === null ? (one ?? other) : Math.min(one, other);
}

/** A skill that is known only because the sidecar lists it is no fact. */
function hasFacts(skill: SkillHistory): boolean {
  const { evidence } = skill;
  if (evidence !== undefined && (evidence.retag !== null || evidence.sources.length > 0)) return true;
  if (skill.pinned || skill.effectiveness !== null) return true;
  const times = [skill.lastLoadedAtUs, skill.lastTouchedAtUs, skill.lastConsolidatedAtUs];
  return times.some((timeUs) => timeUs !== null);
}

function toFacts(skill: SkillHistory): FactsSkill {
  return {
    retag: skill.evidence?.retag ?? null,
    sources: [...(skill.evidence?.sources ?? [])],
    consolidated: skill.evidence?.consolidated ?? false,
    baseline: skill.baseline === null ? null : { ...skill.baseline },
    created_at_us: skill.createdAtUs,
    last_touched_at_us: skill.lastTouchedAtUs,
    last_loaded_at_us: skill.lastLoadedAtUs,
    last_consolidated_at_us: skill.lastConsolidatedAtUs,
    pinned: skill.pinned,
    effectiveness: skill.effectiveness === null ? null : { ...skill.effectiveness },
  };
}

function parseJson(fileText: string): unknown {
  try {
    return JSON.parse(fileText);
  } catch {
    return undefined;
  }
}
