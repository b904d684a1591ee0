import { factsFromHistory, type SidecarState, writeFacts, writeSidecar } from "../roots/index.ts";
import { isoFromUs } from "../trace/index.ts";
import type { CuratorDeps } from "./curator-deps.ts";
import type { LibraryView } from "./library-view.ts";

/**
 * Writes down that an unattended run met a root that was never curated: its first run comes one interval later
 * (CONTRACTS 10.1). Call under the root's lock. Throws `FileSystemError`.
 */
export function noteFirstSight({ fs, root, config, logger }: CuratorDeps, view: LibraryView): void {
  const facts = factsFromHistory({ ...view.history, lastCurationAtUs: view.nowUs }, view.nowUs, view.facts);
  writeFacts(fs, root, facts);
  writeSidecar(fs, root, withLastCuration(view.sidecar, view.nowUs));
  logger.log("info", `${root.key} was never curated: the first run comes in ${config.interval_hours} hours`);
}

function withLastCuration(state: SidecarState, atUs: number): SidecarState {
  return { ...state, last_curation_at_iso: isoFromUs(atUs) };
}
