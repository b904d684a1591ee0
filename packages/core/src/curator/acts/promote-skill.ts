import { planPromote } from "../../actions/index.ts";
import { FileSystemError } from "../../ports/file-system.ts";
import { findSidecarSkill } from "../../roots/sidecar-entry.ts";
import { archivesOf } from "../archive-records.ts";
import type { CuratorDeps } from "../curator-deps.ts";
import type { LibraryView } from "../library-view.ts";
import { actionFailed } from "../refusals.ts";
import type { ActReport, Outcome } from "../skill-curator.ts";
import { ACT_LOCK_WAIT_MS, withRoot } from "../with-root.ts";
import { alreadySo, manualAct, performAct, unknownSkill } from "./manual-act.ts";
import { mayTouch } from "./may-touch.ts";
import { restoreArchive } from "./restore-skill.ts";

export interface PromoteOptions {
  /** Only a skill that the curator may touch, unpinned: what an agent may ask for (CONTRACTS 5). */
  readonly onlyTouchable?: boolean;
}

/**
 * Makes a draft active, at somebody's word and never by itself; promoting an archived skill restores it (CONTRACTS 13.5).
 * Refusals: `unknown-skill`, `not-touchable`, and those of a restore.
 */
export function promoteSkill(
  deps: CuratorDeps,
  name: string,
  { onlyTouchable = false }: PromoteOptions = {},
): Promise<Outcome<ActReport>> {
  return withRoot(deps, { waitMs: ACT_LOCK_WAIT_MS, attended: true }, async ({ view }) => {
    const id = name.normalize("NFC");
    const live = view.library.skills.find((one) => one.name === id);
    const isArchived = live === undefined && hasArchive(deps, view, id);
    if (live === undefined && !isArchived) return unknownSkill(deps, view, name);
    if (onlyTouchable) {
      const allowed = mayTouch(view, id);
      if (!allowed.ok) return allowed;
    }
    if (live === undefined) return restoreOf(deps, view, id);
    if (!isDraft(view, id)) return alreadySo("promote", id, `${id} is no draft: it is active already`);
    const plan = planPromote(manualAct(deps, view, id), live);
    return performAct(deps, plan, {
      action: "promote",
      skill: id,
      message: `promoted ${id}: it is active now`,
    });
  });
}

function hasArchive(deps: CuratorDeps, view: LibraryView, name: string): boolean {
  return archivesOf(deps, view).some(({ skill, record }) => skill === name && record.kind === "archive");
}

function isDraft({ history, sidecar }: LibraryView, name: string): boolean {
  return history.skills.get(name)?.draft === true || findSidecarSkill(sidecar, name)?.draft === true;
}

async function restoreOf(deps: CuratorDeps, view: LibraryView, name: string): Promise<Outcome<ActReport>> {
  try {
    return await restoreArchive(deps, view, name);
  } catch (error) {
    if (error instanceof FileSystemError) return actionFailed("failed", error.message);
    throw error;
  }
}
