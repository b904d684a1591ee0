import { findSidecarSkill } from "../../roots/sidecar-entry.ts";
import { formatCount } from "../../selection/format-count.ts";
import { matchesBaseline, overlap, tokenize } from "../../selection/index.ts";
import { EDIT_LOADS_MIN, isoFromUs, type SkillHistory } from "../../trace/index.ts";
import type { Subject } from "./explain-subject.ts";

/** Digits of a hash that a person is shown. */
const HASH_DIGITS = 12;
const SIGNATURES_MAX = 3;

/** The facts about one skill in the order of the rules (CONTRACTS 5, 6), one line each. */
export function explainLines(subject: Subject): readonly string[] {
  return [
    originLine(subject),
    ...observedLines(subject),
    ...forbidLines(subject),
    ...contentLines(subject),
    ...referenceLines(subject),
    ...useLines(subject),
    ...mateLines(subject),
    ...failureLines(subject),
    ...subject.skill.diagnostics.map(({ kind, message }) => `SKILL.md: ${kind}: ${message}`),
    `outcome: ${subject.outcome}`,
  ];
}

function originLine({ history, view, skill }: Subject): string {
  const { provenance, createdAtUs } = history;
  const origin =
    !provenance.touchable && provenance.reason === "unknown-origin" ? "unknown" : provenance.origin;
  const created = createdAtUs === null ? "" : `, created ${isoFromUs(createdAtUs)}`;
  const may = provenance.touchable ? "the curator may maintain it" : "the curator never touches it";
  const forbidden = findSidecarSkill(view.sidecar, skill.name)?.origin;
  const said =
    !provenance.touchable && forbidden === provenance.reason ? `, state.json says ${forbidden}` : "";
  return `origin: ${origin} (${evidenceText(history, view.history.pruned === true)}${said})${created}; ${may}`;
}

/** No provenance, but what a person may want to know before adopting. */
function observedLines({ history: { observed } }: Subject): readonly string[] {
  if (observed === undefined || observed === null) return [];
  const who = observed.runtime ?? "an agent";
  const when = observed.lastAtUs === null ? "" : ` on ${isoFromUs(observed.lastAtUs)}`;
  return [
    `seen: ${who} ${observed.created ? "made it, last write" : "wrote to it"}${when}; that alone says not whose it is`,
  ];
}

function evidenceText({ evidence }: SkillHistory, isPruned: boolean): string {
  if (evidence?.retag === "adopted") return "adopted by the operator";
  if (evidence?.retag === "disowned") return "disowned by the operator";
  const sources = evidence?.sources ?? [];
  if (sources.length > 0) return `skill.created by ${sources.join(", ")}`;
  return isPruned ? "old events are gone from the trace" : "no skill.created event";
}

function forbidLines({ history, view, skill }: Subject): readonly string[] {
  const pinned = history.pinned || findSidecarSkill(view.sidecar, skill.name)?.pinned === true;
  return [
    ...(pinned ? ["pinned: left alone until unpinned"] : []),
    ...(skill.linked ? ["a link: read-only for the curator"] : []),
  ];
}

/** Whether it is still as the last recorded version left it; of no matter for a skill nobody may touch. */
function contentLines({ history, skill }: Subject): readonly string[] {
  const { baseline, provenance } = history;
  if (!provenance.touchable) return [];
  if (baseline === null) return ["content: no recorded version to compare with"];
  if (matchesBaseline(skill, baseline)) return ["content: as it was recorded"];
  const now = baseline.kind === "file" ? `, now ${skill.fileHash.slice(0, HASH_DIGITS)}` : "";
  return [`content: edited by hand (recorded ${baseline.hash.slice(0, HASH_DIGITS)}${now})`];
}

function referenceLines({ selection, skill }: Subject): readonly string[] {
  const from = selection.references.filter(({ to }) => to === skill.name).map((reference) => reference.from);
  return from.length === 0 ? [] : [`referred to by ${from.join(", ")}: it is not moved away`];
}

function daysAgo(days: number | null): string {
  return days === null ? "" : ` (${formatCount(days, "day")} ago)`;
}

function useLines({ deps, history, activity }: Subject): readonly string[] {
  const { stale_after_days, archive_after_days } = deps.config;
  const last =
    history.lastLoadedAtUs === null
      ? "never loaded"
      : `last loaded ${isoFromUs(history.lastLoadedAtUs)}${daysAgo(activity.inactiveDays)}`;
  const idle =
    activity.idleDays === null
      ? "no date of use is known"
      : `idle for ${formatCount(activity.idleDays, "day")}`;
  const { effectiveness } = history;
  return [
    `use: ${last}, ${formatCount(history.loads.length, "load")} in all, ${activity.loadsInWindow} since the last curation`,
    `age: ${idle}; stale at ${stale_after_days}, archived at ${archive_after_days}`,
    ...(history.clockSkew ? ["clock-skew: an event of it lies ahead of the clock and does not count"] : []),
    ...(effectiveness === null
      ? []
      : [`effectiveness: ${effectiveness.score.toFixed(2)} over ${effectiveness.uses} feedbacks`]),
  ];
}

/** The others of its cluster, with how alike they are. */
function mateLines({ deps, view, candidate, history, skill }: Subject): readonly string[] {
  const { name_overlap, description_overlap } = deps.config;
  const mates = candidate?.action === "consolidate" ? candidate.skills : [];
  const alike = view.library.skills
    .filter(({ name }) => mates.includes(name) && name !== skill.name)
    .map((mate) => {
      const names = overlap(tokenize(skill.name), tokenize(mate.name)).toFixed(2);
      const texts = overlap(tokenize(skill.fields.description), tokenize(mate.fields.description)).toFixed(2);
      return `in one cluster with ${mate.name}: names ${names} (limit ${name_overlap}), descriptions ${texts} (limit ${description_overlap})`;
    });
  const mergedAtUs = history.lastConsolidatedAtUs;
  if (mergedAtUs === null) return alike;
  return [...alike, `merged on ${isoFromUs(mergedAtUs)}: merged again only after it was loaded since`];
}

function failureLines({ deps, view, skill }: Subject): readonly string[] {
  const failures = view.failures.get(skill.name);
  if (failures === undefined || failures.loads === 0) return [];
  const signatures = failures.signatures
    .slice(0, SIGNATURES_MAX)
    .map(({ tool, errorClass, count }) => `${tool ?? "?"} ${errorClass} ×${count}`);
  const what = signatures.length === 0 ? "" : `: ${signatures.join(", ")}`;
  return [
    `failures: ${failures.failedSessions} of ${failures.sessions} sessions after a load (limit ${deps.config.edit_failure_rate}, from ${EDIT_LOADS_MIN} loads on; ${failures.loads} loads count)${what}`,
  ];
}
