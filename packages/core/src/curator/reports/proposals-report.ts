import { findSidecarSkill } from "../../roots/sidecar-entry.ts";
import type { LeftAlone, Selection } from "../../selection/candidate.ts";
import type { Skill } from "../../skills/index.ts";
import { isoFromUs, type ObservedWrites, type SkillHistory } from "../../trace/index.ts";
import type { CuratorDeps } from "../curator-deps.ts";
import { type LibraryView, readLibraryView, selectFrom } from "../library-view.ts";
import { done } from "../refusals.ts";
import type { Outcome, ProposalsReport, ProposedSkill } from "../skill-curator.ts";

/**
 * Lists the skills that an agent was seen writing and nobody has adopted or disowned since (CONTRACTS 14). Refusals as
 * `readLibraryView`.
 */
export async function proposalsReport(deps: CuratorDeps): Promise<Outcome<ProposalsReport>> {
  const read = await readLibraryView(deps);
  if (!read.ok) return read;
  return done({ proposed: proposalsOf(read.value, selectFrom(deps, read.value, true)) });
}

/** One line that says how many wait, and the command that lists them (CONTRACTS 10.7). */
export function proposalNotices(
  { commandLine }: CuratorDeps,
  view: LibraryView,
  selection: Selection,
): readonly string[] {
  const { length } = proposalsOf(view, selection).filter(({ caution }) => caution === null);
  if (length === 0) return [];
  const what = length === 1 ? "1 skill was" : `${length} skills were`;
  return [
    `${what} written by an agent and nobody has said whose they are; look with ${commandLine} adopt --proposed --dry-run`,
  ];
}

function proposalsOf(view: LibraryView, selection: Selection): readonly ProposedSkill[] {
  const skills = new Map(view.library.skills.map((skill) => [skill.name, skill]));
  const proposed = selection.leftAlone.flatMap((left) => {
    const skill = skills.get(left.skill);
    return skill === undefined ? [] : propose(view, skill, left);
  });
  return proposed.sort((a, b) => (a.skill < b.skill ? -1 : 1));
}

function propose(view: LibraryView, skill: Skill, { reason }: LeftAlone): readonly ProposedSkill[] {
  const history = view.history.skills.get(skill.name);
  const writes = history?.observed ?? null;
  if (history === undefined || writes === null || skill.linked) return [];
  if (findSidecarSkill(view.sidecar, skill.name)?.disowned === true) return [];
  if (!isOpen(history, reason)) return [];
  const caution = cautionOf(skill, writes, reason);
  return [
    {
      skill: skill.name,
      path: `${skill.path}/SKILL.md`,
      observed_at: writes.lastAtUs === null ? null : isoFromUs(writes.lastAtUs),
      runtime: writes.runtime,
      written: writes.created ? "created" : "edited",
      reason,
      caution,
    },
  ];
}

/** Nobody has said whose it is; or it is ours and was written to since. */
function isOpen({ evidence }: SkillHistory, reason: LeftAlone["reason"]): boolean {
  if (reason === "hand-edited") return true;
  if (reason !== "manual" && reason !== "unknown-origin") return false;
  return evidence === undefined || (evidence.retag === null && evidence.sources.length === 0);
}

/** Why a person should look before adopting: then it is not adopted with the rest, only by its name. */
function cautionOf(
  skill: Skill,
  writes: ObservedWrites,
  reason: LeftAlone["reason"],
): ProposedSkill["caution"] {
  if (!isAsWritten(skill, writes)) return "changed-since";
  return writes.created || reason === "hand-edited" ? null : "only-edited";
}

function isAsWritten(skill: Skill, { fileHash, version }: ObservedWrites): boolean {
  if (fileHash !== null) return fileHash === skill.fileHash;
  return version === skill.version;
}
