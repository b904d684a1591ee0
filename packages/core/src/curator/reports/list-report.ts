import { archivePathOf } from "../../actions/index.ts";
import type { Root, SidecarSkill } from "../../roots/index.ts";
import { findSidecarSkill } from "../../roots/sidecar-entry.ts";
import { activityOf, type Selection } from "../../selection/index.ts";
import type { Diagnostic, Skill } from "../../skills/index.ts";
import { getSkillHistory, isoFromUs, type SkillHistory } from "../../trace/index.ts";
import { archivesOf, type OwnedArchive } from "../archive-records.ts";
import type { CuratorDeps } from "../curator-deps.ts";
import { type LibraryView, readLibraryView, selectFrom } from "../library-view.ts";
import type { ListedSkill, ListReport } from "../list-report.ts";
import { done } from "../refusals.ts";
import type { Outcome } from "../skill-curator.ts";
import { countUnfinished } from "./notices.ts";

/**
 * The joined view of `--list` (CONTRACTS 11): live skills, then archived ones that have no live namesake; each
 * with the outcome an attended run would give it now. `reason` is the left-alone reason or the candidate's
 * action. Refusals as `readLibraryView`.
 */
export async function listReport(deps: CuratorDeps): Promise<Outcome<ListReport>> {
  const read = await readLibraryView(deps);
  return read.ok ? done(listFrom(deps, read.value)) : read;
}

/** The `--list` of a root that was read already. */
export function listFrom(deps: CuratorDeps, view: LibraryView): ListReport {
  const selection = selectFrom(deps, view, true);
  const reasons = reasonsOf(selection);
  const archives = archivesOf(deps, view).filter(({ present }) => present);
  const live = view.library.skills.map((skill) => liveRow(deps, view, skill, reasons));
  const { lastCurationAtUs } = view.history;
  return {
    root: describeRoot(deps.root),
    last_curation_at:
      lastCurationAtUs === null ? view.sidecar.last_curation_at_iso : isoFromUs(lastCurationAtUs),
    unfinished: countUnfinished(deps),
    skills: [...live, ...archivedRows(deps, view, archives)],
    archives: archives.map(({ skill, record }) => ({
      id: record.id,
      skill,
      kind: record.kind,
      at: record.at,
    })),
    skipped: view.library.skipped.map(({ path, diagnostic }) => ({ path, ...diagnostic })),
  };
}

export function describeRoot({ key, scope, layout, base }: Root): ListReport["root"] {
  return { key, scope, layout, path: base };
}

/**
 * For every live skill the action it is a candidate for, or why it is left alone. Shadowed directories are
 * known by their path, which may look like the name of the skill that won.
 */
export function reasonsOf(selection: Selection): ReadonlyMap<string, string> {
  const left = selection.leftAlone.filter(({ reason }) => reason !== "shadowed");
  return new Map([
    ...left.map(({ skill, reason }) => [skill, reason] as const),
    ...selection.candidates.flatMap(({ skills, action }) => skills.map((skill) => [skill, action] as const)),
  ]);
}

const UNTOUCHABLE: ReadonlySet<string> = new Set([
  "unknown-origin",
  "manual",
  "imported",
  "pinned",
  "linked",
  "hand-edited",
]);

function liveRow(
  deps: CuratorDeps,
  view: LibraryView,
  skill: Skill,
  reasons: ReadonlyMap<string, string>,
): ListedSkill {
  const { name } = skill;
  const history = getSkillHistory(view.history, name);
  const entry = findSidecarSkill(view.sidecar, name);
  const activity = activityOf(history, deps.config, view.nowUs, view.history.lastCurationAtUs);
  const reason = reasons.get(name) ?? "active";
  const isDraft = history.draft === true || entry?.draft === true;
  return {
    name,
    path: skill.path,
    description: skill.fields.description,
    origin: originOf(history.provenance, entry),
    state: isDraft ? "draft" : activity.stale ? "stale" : "active",
    pinned: history.pinned || entry?.pinned === true,
    touchable: !UNTOUCHABLE.has(reason),
    reason,
    last_loaded_at: activity.lastLoadedAtUs === null ? null : isoFromUs(activity.lastLoadedAtUs),
    loads_in_window: activity.loadsInWindow,
    inactive_days: activity.inactiveDays,
    idle_days: activity.idleDays,
    effectiveness: history.effectiveness?.score ?? null,
    skill_version: skill.version,
    size_tokens: skill.sizeTokens,
    consolidated_from: entry?.consolidated_from ?? [],
    archive_path: entry?.archive_path ?? null,
    suggested_description: entry?.suggested_description ?? null,
    diagnostics: [...skill.diagnostics, ...clockDiagnostics(history)],
  };
}

/** A load ahead of the clock keeps nothing alive, which a person should know (CONTRACTS 4.6). */
function clockDiagnostics({ clockSkew }: SkillHistory): readonly Diagnostic[] {
  if (!clockSkew) return [];
  const message = "an event of it lies ahead of the clock and does not count as use; check the clock";
  return [{ kind: "clock-skew", message }];
}

type Provenance = SkillHistory["provenance"];

/** The sidecar can only forbid: a stricter origin in it is the one that counts. */
function originOf(provenance: Provenance, entry: SidecarSkill | undefined): ListedSkill["origin"] {
  if (!provenance.touchable) return provenance.reason === "unknown-origin" ? "unknown" : provenance.origin;
  return entry?.origin === "manual" || entry?.origin === "imported" ? entry.origin : provenance.origin;
}

function archivedRows(
  deps: CuratorDeps,
  view: LibraryView,
  archives: readonly OwnedArchive[],
): readonly ListedSkill[] {
  const live = new Set(view.library.skills.map(({ name }) => name));
  const newest = new Map(
    archives
      .filter(({ record }) => record.kind === "archive")
      .map((archive) => [archive.skill, archive] as const),
  );
  return [...newest.values()]
    .filter(({ skill }) => !live.has(skill))
    .sort((a, b) => (a.skill < b.skill ? -1 : 1))
    .map((archive) => archivedRow(deps, view, archive));
}

function archivedRow({ root }: CuratorDeps, view: LibraryView, { skill, record }: OwnedArchive): ListedSkill {
  const history = getSkillHistory(view.history, skill);
  const entry = findSidecarSkill(view.sidecar, skill);
  return {
    name: skill,
    path: record.original_path,
    description: "",
    origin: originOf(history.provenance, entry),
    state: "archived",
    pinned: history.pinned || entry?.pinned === true,
    touchable: false,
    reason: "archived",
    last_loaded_at: history.lastLoadedAtUs === null ? null : isoFromUs(history.lastLoadedAtUs),
    loads_in_window: 0,
    inactive_days: null,
    idle_days: null,
    effectiveness: history.effectiveness?.score ?? null,
    skill_version: null,
    size_tokens: null,
    consolidated_from: entry?.consolidated_from ?? [],
    archive_path: archivePathOf(root, record.id),
    suggested_description: entry?.suggested_description ?? null,
    diagnostics: [],
  };
}
