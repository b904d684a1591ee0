import type { SidecarState } from "../roots/index.ts";
import { findSidecarSkill, isDefaultEntry } from "../roots/sidecar-entry.ts";

/** The sidecar without one archive of a skill, and without the skill when nothing else is said of it. */
export function forgetArchive(state: SidecarState, skill: string, archiveId: string): SidecarState {
  const entry = findSidecarSkill(state, skill);
  if (entry === undefined) return state;
  const { archives = [], ...rest } = entry;
  const kept = archives.filter(({ id }) => id !== archiveId);
  const wasNewest = rest.archive_path?.split("/").includes(archiveId) === true;
  const after = {
    ...rest,
    ...(wasNewest ? { archive_path: null } : {}),
    ...(kept.length === 0 ? {} : { archives: kept }),
  };
  const { [skill]: _, ...others } = state.skills;
  return { ...state, skills: isDefaultEntry(after) ? others : { ...others, [skill]: after } };
}
