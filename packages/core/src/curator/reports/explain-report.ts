import type { Candidate, Selection } from "../../selection/candidate.ts";
import { activityOf, type SkillActivity } from "../../selection/index.ts";
import type { Skill } from "../../skills/index.ts";
import { type FailureRate, getSkillHistory, isoFromUs, type SkillHistory } from "../../trace/index.ts";
import { getLiveSkill } from "../acts/manual-act.ts";
import { archivesOf } from "../archive-records.ts";
import type { CuratorDeps } from "../curator-deps.ts";
import { type LibraryView, readLibraryView, selectFrom } from "../library-view.ts";
import { done } from "../refusals.ts";
import type { ExplainReport, Outcome } from "../skill-curator.ts";

const DAY_US = 86_400_000_000;

interface Subject {
  readonly deps: CuratorDeps;
  readonly view: LibraryView;
  readonly selection: Selection;
  readonly skill: Skill;
  readonly history: SkillHistory;
  readonly activity: SkillActivity;
}

/**
 * Why a run would, or would not, touch one skill: the rules in their order, and what would change the outcome.
 * An archived skill tells where it lies, a skipped file what is wrong with it. Refusal `unknown-skill`, and
 * those of `readLibraryView`.
 */
export async function explainReport(deps: CuratorDeps, name: string): Promise<Outcome<ExplainReport>> {
  const read = await readLibraryView(deps);
  if (!read.ok) return read;
  const view = read.value;
  const live = getLiveSkill(deps, view, name);
  if (!live.ok) return explainAbsent(deps, view, name) ?? live;
  const skill = live.value;
  const history = getSkillHistory(view.history, skill.name);
  const activity = activityOf(history, deps.config, view.nowUs, view.history.lastCurationAtUs);
  const subject: Subject = { deps, view, selection: selectFrom(deps, view, true), skill, history, activity };
  const outcome = outcomeOf(subject);
  return done({
    skill: skill.name,
    outcome: outcome.text,
    lines: [
      originLine(subject),
      ...pinLines(subject),
      ...referenceLines(subject),
      ...useLines(subject),
      ...failureLines(subject),
      ...skill.diagnostics.map(({ kind, message }) => `SKILL.md: ${kind}: ${message}`),
      `outcome: ${outcome.text}`,
    ],
    advice: adviceOf(subject, outcome.reason),
  });
}

function explainAbsent(deps: CuratorDeps, view: LibraryView, name: string): Outcome<ExplainReport> | null {
  const wanted = name.normalize("NFC");
  const archive = archivesOf(deps, view).findLast(
    ({ skill, record }) => skill === wanted && record.kind === "archive",
  );
  if (archive !== undefined) {
    const gone = archive.present ? "" : ", but that directory is gone";
    return done({
      skill: wanted,
      outcome: "archived",
      lines: [`archived on ${archive.record.at} as ${archive.directory}${gone}`],
      advice: archive.present ? [`put it back: ${deps.commandLine} restore ${wanted}`] : [],
    });
  }
  const skipped = view.library.skipped.find(
    ({ path }) => path === wanted || path.replace(/\/skill\.md$/i, "").endsWith(wanted),
  );
  if (skipped === undefined) return null;
  const { kind, message } = skipped.diagnostic;
  return done({
    skill: wanted,
    outcome: `skipped: ${kind}`,
    lines: [`${skipped.path}: ${kind}: ${message}`],
    advice: [],
  });
}

interface SkillOutcome {
  readonly reason: string;
  readonly text: string;
}

function outcomeOf({ selection, skill }: Subject): SkillOutcome {
  const candidate = selection.candidates.find(({ skills }) => skills.some((name) => name === skill.name));
  if (candidate !== undefined)
    return { reason: candidate.action, text: candidateText(candidate, skill.name) };
  const left = selection.leftAlone.find((one) => one.skill === skill.name);
  if (left === undefined) return { reason: "active", text: "left alone: active" };
  const detail = left.detail === undefined ? "" : ` (${left.detail})`;
  return { reason: left.reason, text: `left alone: ${left.reason}${detail}` };
}

function candidateText(candidate: Candidate, name: string): string {
  if (candidate.action !== "consolidate") return `candidate for ${candidate.action}: ${candidate.reason}`;
  const others = candidate.skills.filter((one) => one !== name);
  return `candidate for consolidation with ${others.join(", ")}: ${candidate.reason}`;
}

function originLine({ history, view, skill }: Subject): string {
  const { provenance, createdAtUs } = history;
  const created = createdAtUs === null ? "" : `, created ${isoFromUs(createdAtUs)}`;
  const forbidden = view.sidecar.skills[skill.name]?.origin;
  if (provenance.touchable && (forbidden === "manual" || forbidden === "imported")) {
    return `origin: ${provenance.origin} by the trace${created}, but state.json says ${forbidden}`;
  }
  const may = provenance.touchable ? "the curator may maintain it" : "the curator never touches it";
  return `origin: ${provenance.origin}${created}; ${may}`;
}

function pinLines({ history, view, skill }: Subject): readonly string[] {
  const pinned = history.pinned || view.sidecar.skills[skill.name]?.pinned === true;
  return [
    ...(pinned ? ["pinned: left alone until unpinned"] : []),
    ...(skill.linked ? ["a link: read-only"] : []),
  ];
}

function referenceLines({ selection, skill }: Subject): readonly string[] {
  const from = selection.references.filter(({ to }) => to === skill.name).map((reference) => reference.from);
  return from.length === 0 ? [] : [`referred to by ${from.join(", ")}: it is not moved away`];
}

function useLines({ deps, history, activity }: Subject): readonly string[] {
  const { stale_after_days, archive_after_days } = deps.config;
  const last =
    history.lastLoadedAtUs === null
      ? "never loaded"
      : `last loaded ${isoFromUs(history.lastLoadedAtUs)} (${activity.inactiveDays} days ago)`;
  const idle = activity.idleDays === null ? "no date of use is known" : `idle for ${activity.idleDays} days`;
  const { effectiveness } = history;
  return [
    `use: ${last}, ${history.loads.length} loads in all, ${activity.loadsInWindow} since the last curation`,
    `age: ${idle}; stale at ${stale_after_days}, archived at ${archive_after_days}`,
    ...(effectiveness === null
      ? []
      : [`effectiveness: ${effectiveness.score.toFixed(2)} over ${effectiveness.uses} feedbacks`]),
  ];
}

function failureLines({ deps, view, skill }: Subject): readonly string[] {
  const failures: FailureRate | undefined = view.failures.get(skill.name);
  if (failures === undefined) return [];
  const signatures = failures.signatures
    .slice(0, 3)
    .map(({ tool, errorClass, count }) => `${tool ?? "?"} ${errorClass} ×${count}`);
  const what = signatures.length === 0 ? "" : `: ${signatures.join(", ")}`;
  return [
    `failures: ${failures.failedSessions} of ${failures.sessions} sessions after a load (limit ${deps.config.edit_failure_rate})${what}`,
  ];
}

function adviceOf(subject: Subject, reason: string): readonly string[] {
  const { deps, skill } = subject;
  const { commandLine } = deps;
  const pin = `keep it as it is: ${commandLine} pin ${skill.name}`;
  switch (reason) {
    case "manual":
    case "imported":
    case "unknown-origin":
      return [`hand it to the curator: ${commandLine} adopt ${skill.name}`];
    case "hand-edited":
      return [`take the present text as the new start: ${commandLine} adopt ${skill.name}`];
    case "pinned":
      return [`let the curator maintain it again: ${commandLine} unpin ${skill.name}`];
    case "archive":
    case "consolidate":
    case "edit":
      return [pin, `see the whole plan: ${commandLine} --dry-run`];
    case "active":
      return [...dueAdvice(subject), pin];
    default:
      return [];
  }
}

function dueAdvice({ deps, view, history, activity }: Subject): readonly string[] {
  if (activity.idleDays === null) return [];
  const lastUs = Math.max(
    history.lastLoadedAtUs ?? 0,
    history.createdAtUs ?? 0,
    history.lastTouchedAtUs ?? 0,
  );
  const atUs = Math.max(lastUs + deps.config.archive_after_days * DAY_US, view.nowUs);
  return [`unless it is loaded, it would be archived from ${isoFromUs(atUs).slice(0, 10)} on`];
}
