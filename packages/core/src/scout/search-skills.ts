import { done, misused, refused } from "../curator/refusals.ts";
import type { Outcome } from "../curator/skill-curator.ts";
import { TraceError } from "../ports/trace-store.ts";
import { askSources, type SourceFinds } from "./ask-sources.ts";
import { type CollectedSkill, collectFinds, reportSources } from "./collect-finds.ts";
import { type Relevance, rateRelevance } from "./rate-relevance.ts";
import type { ScoutDeps } from "./scout-deps.ts";
import { needOfQuery, needsOfGaps, type ScoutNeed } from "./scout-needs.ts";
import { makeScoutedEvent } from "./scouted-event.ts";
import { type KnownScouted, readScouted, scoutedId } from "./scouted-history.ts";
import {
  SCOUT_LIMIT_DEFAULT,
  SCOUT_LIMIT_MAX,
  type ScoutedSkill,
  type ScoutReport,
  type ScoutRequest,
} from "./skill-scout.ts";

/** Similarity from which a skill counts as filling a gap. */
const FILLS_MIN = 0.3;

/**
 * Looks for skills that fit a query, or that would fill the open gaps, in every source (CONTRACTS 13.7), and records the
 * ones not seen before. A source or a trace that fails costs its part of the answer. Refusals: `invalid-limit`,
 * `empty-query`, `secret-in-query`, `cancelled`, and those of the gaps when they are asked for.
 */
export async function searchSkills(
  deps: ScoutDeps,
  request: ScoutRequest,
  signal?: AbortSignal,
): Promise<Outcome<ScoutReport>> {
  const limit = request.limit ?? SCOUT_LIMIT_DEFAULT;
  if (!Number.isInteger(limit) || limit < 1 || limit > SCOUT_LIMIT_MAX) {
    return misused(
      "invalid-limit",
      `limit must be a whole number from 1 to ${SCOUT_LIMIT_MAX}, not ${limit}`,
    );
  }
  const plan = await planSearch(deps, request);
  if (!plan.ok) return plan;
  const { asked, gaps, notices } = plan.value;
  const finds: (readonly SourceFinds[])[] = [];
  for (const need of asked) {
    finds.push(await askSources(deps, need.line, request.isFresh === true, signal));
    if (signal?.aborted === true)
      return refused("cancelled", "the search was cancelled; nothing was recorded");
  }
  const collected = collectFinds(finds);
  const compared = asked.some(({ gap }) => gap === null) ? [...asked, ...gaps] : asked;
  const texts = compared.flatMap((need) => need.texts);
  const relevance = await rateRelevance(deps, collected, texts, signal);
  const known = await knownOrNone(deps);
  const rated = collected.map((skill, at) => rate(skill, at, compared, relevance, known.value));
  const wanted = request.gapsOnly === true ? rated.filter(({ matched_gap: gap }) => gap !== null) : rated;
  const shown = wanted.filter(({ status }) => status !== "dismissed").toSorted(byRelevance);
  const skills = shown.slice(0, limit);
  const unrecorded = await record(deps, skills, known.value);
  return done({
    query: request.query ?? null,
    skills,
    sources: reportSources(finds),
    notices: [
      ...notices,
      ...(relevance.hint === null ? [] : [`compared by words only: ${relevance.hint}`]),
      ...describeCuts(wanted.length - shown.length, shown.length - skills.length),
      ...known.notices,
      ...unrecorded,
    ],
  });
}

interface SearchPlan {
  readonly asked: readonly ScoutNeed[];
  readonly gaps: readonly ScoutNeed[];
  readonly notices: readonly string[];
}

async function planSearch(deps: ScoutDeps, request: ScoutRequest): Promise<Outcome<SearchPlan>> {
  const { secrets } = deps.curator;
  const query = request.query ?? null;
  const asked = query === null ? null : await needOfQuery(query, secrets);
  if (asked !== null && !asked.ok) return asked;
  const report = await deps.gaps();
  if (!report.ok && (asked === null || request.gapsOnly === true)) return report;
  const { needs, notices } = await needsOfGaps(report.ok ? report.value.gaps : [], secrets);
  if (asked !== null) {
    const noGap = request.gapsOnly === true && needs.length === 0;
    const lines = noGap ? ["no open gap, so nothing fills one"] : report.ok ? [] : [report.refusal.message];
    return done({ asked: noGap ? [] : [asked.value], gaps: needs, notices: lines });
  }
  const none = needs.length === 0 ? ["no open gap to look for; give a query"] : [];
  return done({ asked: needs, gaps: [], notices: [...notices, ...none] });
}

/** Best similarity of each need to a skill; a need's texts lie in a row. */
function rate(
  skill: CollectedSkill,
  at: number,
  needs: readonly ScoutNeed[],
  { of }: Relevance,
  known: ReadonlyMap<string, KnownScouted>,
): ScoutedSkill {
  let textAt = 0;
  let query: number | null = null;
  let best: { readonly gap: string; readonly score: number } | null = null;
  for (const [needAt, { gap, texts }] of needs.entries()) {
    const score = Math.max(0, ...texts.map((_, offset) => of[textAt + offset]?.[at] ?? 0));
    textAt += texts.length;
    if (gap === null) query = score;
    else if (score >= FILLS_MIN || (query === null && skill.needs.has(needAt))) {
      if (best === null || score > best.score) best = { gap, score };
    }
  }
  const before = known.get(skill.sourceUrl);
  return {
    id: scoutedId(skill.sourceUrl),
    source: skill.source,
    source_url: skill.sourceUrl,
    name: skill.name,
    description: skill.description,
    relevance_score: query ?? best?.score ?? 0,
    status: before?.status ?? "new",
    matched_gap: best?.gap ?? null,
  };
}

function byRelevance(a: ScoutedSkill, b: ScoutedSkill): number {
  return b.relevance_score - a.relevance_score || (a.source_url < b.source_url ? -1 : 1);
}

function describeCuts(dismissed: number, surplus: number): readonly string[] {
  const lines: string[] = [];
  if (dismissed > 0) lines.push(`${dismissed} dismissed before ${dismissed === 1 ? "is" : "are"} not shown`);
  if (surplus > 0) lines.push(`${surplus} less relevant ${surplus === 1 ? "one is" : "ones are"} not shown`);
  return lines;
}

/** What is known costs the search nothing when it cannot be read. */
async function knownOrNone(
  deps: ScoutDeps,
): Promise<{ readonly value: ReadonlyMap<string, KnownScouted>; readonly notices: readonly string[] }> {
  try {
    return { value: await readScouted(deps.curator), notices: [] };
  } catch (error) {
    if (!(error instanceof TraceError)) throw error;
    return { value: new Map(), notices: [`what was adopted or dismissed is not known: ${error.message}`] };
  }
}

/** Records what was not seen before, or now fills another gap; returns a line when the trace cannot be written. */
async function record(
  { curator }: ScoutDeps,
  skills: readonly ScoutedSkill[],
  known: ReadonlyMap<string, KnownScouted>,
): Promise<readonly string[]> {
  const sessionId = curator.ids.next();
  const events = skills
    .filter((skill) => isNews(skill, known.get(skill.source_url)))
    .map((skill) =>
      makeScoutedEvent(
        curator,
        {
          sourceUrl: skill.source_url,
          name: skill.name,
          description: skill.description,
          relevanceScore: skill.relevance_score,
          matchedGap: skill.matched_gap,
          status: "new",
        },
        sessionId,
      ),
    );
  if (events.length === 0) return [];
  try {
    await curator.trace.append(events, "normal");
  } catch (error) {
    if (!(error instanceof TraceError)) throw error;
    return [`not recorded: ${error.message}; adopt and dismiss by address`];
  }
  await curator.announce(events);
  return [];
}

function isNews({ status, matched_gap: gap }: ScoutedSkill, before: KnownScouted | undefined): boolean {
  if (before === undefined) return true;
  return status === "new" && gap !== null && gap !== before.matchedGap;
}
