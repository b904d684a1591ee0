import { basename } from "node:path";
import { planDescription, takeSnapshot } from "../../actions/index.ts";
import { FileSystemError } from "../../ports/file-system.ts";
import { findSidecarSkill } from "../../roots/sidecar-entry.ts";
import { holdsSecret } from "../../secrets/index.ts";
import { matchesBaseline } from "../../selection/hand-edit.ts";
import { replaceSkillDescription, type Skill, skillFileHash } from "../../skills/index.ts";
import { actCommand } from "../act-command.ts";
import { ArchiveNames } from "../archive-names.ts";
import type { CuratorDeps } from "../curator-deps.ts";
import type { LibraryView } from "../library-view.ts";
import { actionFailed, done, refused } from "../refusals.ts";
import type { ActReport, Outcome } from "../skill-curator.ts";
import { ACT_LOCK_WAIT_MS, withRoot } from "../with-root.ts";
import { getLiveSkill, manualAct, performAct } from "./manual-act.ts";

/**
 * Writes the description that a merge suggested into SKILL.md, at the operator's word (CONTRACTS 7.4). Only that value
 * changes; the file as it was is kept as a snapshot. A description that was changed since the suggestion is replaced
 * all the same. Refusals: `unknown-skill`, `archived`, `unreadable`, `linked`, `no-suggestion`, `bad-description`,
 * `changed-meanwhile`, `failed`, and those of `withRoot`.
 */
export function applyDescription(deps: CuratorDeps, name: string): Promise<Outcome<ActReport>> {
  return withRoot(deps, { waitMs: ACT_LOCK_WAIT_MS, attended: true }, async ({ view }) => {
    const skill = getWritableSkill(deps, view, name);
    if (!skill.ok) return skill;
    const suggestion = await getSuggestion(deps, view, skill.value);
    if (!suggestion.ok) return suggestion;
    try {
      return await write(deps, view, skill.value, suggestion.value);
    } catch (error) {
      if (error instanceof FileSystemError) return actionFailed("failed", error.message);
      throw error;
    }
  });
}

async function write(
  deps: CuratorDeps,
  view: LibraryView,
  skill: Skill,
  description: string,
): Promise<Outcome<ActReport>> {
  const { fs, root, clock } = deps;
  const now = takeSnapshot(fs, root, skill);
  const isSame = skill.fields.description === description;
  const written = isSame
    ? { kind: "written" as const, bytes: now.bytes, changedBytes: 0 }
    : replaceSkillDescription(now.bytes, description);
  if (written.kind === "refused") return refused("bad-description", `${skill.name}: ${written.message}`);
  const baseline = view.history.skills.get(skill.name)?.baseline ?? null;
  const plan = planDescription(manualAct(deps, view, skill.name), now, {
    bytes: written.bytes,
    fileHash: skillFileHash(written.bytes),
    changedBytes: written.changedBytes,
    snapshotId: isSame ? null : new ArchiveNames(fs, root, clock.nowUs()).forSnapshot(skill.name),
    setsBaseline: baseline !== null && matchesBaseline(skill, baseline),
  });
  const message = isSame
    ? `the description of ${skill.name} already is the suggested one`
    : `the description of ${skill.name} is now: ${description.replace(/\s+/g, " ")}`;
  return performAct(deps, plan, { action: "apply-description", skill: skill.name, message });
}

function getWritableSkill(deps: CuratorDeps, view: LibraryView, name: string): Outcome<Skill> {
  const wanted = name.normalize("NFC");
  const isLive = view.library.skills.some((skill) => skill.name === wanted);
  if (!isLive && (findSidecarSkill(view.sidecar, wanted)?.archive_path ?? null) !== null) {
    const again = actCommand(deps, "restore", wanted);
    return refused("archived", `${wanted} is archived; bring it back first with ${again}`);
  }
  const skipped = view.library.skipped.find(
    ({ path }) => basename(path.replace(/\/SKILL\.md$/i, "")).normalize("NFC") === wanted,
  );
  if (!isLive && skipped !== undefined) {
    return refused("unreadable", `${wanted} cannot be read: ${skipped.diagnostic.message}`);
  }
  const skill = getLiveSkill(deps, view, name);
  if (skill.ok && skill.value.linked) {
    return refused("linked", `${wanted} is a link; change its description where it was made`);
  }
  return skill;
}

async function getSuggestion(
  deps: CuratorDeps,
  view: LibraryView,
  { name }: Skill,
): Promise<Outcome<string>> {
  const suggestion = findSidecarSkill(view.sidecar, name)?.suggested_description;
  if (suggestion === undefined) {
    const where = `${deps.commandLine} --list --json shows the suggestions of merges`;
    return refused("no-suggestion", `there is no suggested description for ${name}; ${where}`);
  }
  if (!(await holdsSecret(deps.secrets, suggestion))) return done(suggestion);
  return refused("bad-description", `the suggested description of ${name} holds a secret; write one by hand`);
}
