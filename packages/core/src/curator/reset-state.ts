import { FileSystemError } from "../ports/file-system.ts";
import { readSidecar, setAsideCorrupt, writeSidecar } from "../roots/index.ts";
import { rebuildSidecar } from "../roots/sidecar-reducer.ts";
import { basicIsoFromUs } from "../trace/index.ts";
import type { CuratorDeps } from "./curator-deps.ts";
import { holdLock } from "./hold-lock.ts";
import { readLibraryView } from "./library-view.ts";
import { done, misused, refused } from "./refusals.ts";
import type { Outcome } from "./skill-curator.ts";
import { ACT_LOCK_WAIT_MS } from "./with-root.ts";

/**
 * Replaces `state.json` by what the trace says, keeping the old bytes beside it (`doctor --reset-state`,
 * CONTRACTS 3). Returns a line for a person. Refusals: `locked`, `other-version`, `unreadable`, `unwritable`.
 */
export function resetState(deps: CuratorDeps): Promise<Outcome<string>> {
  return holdLock(deps, ACT_LOCK_WAIT_MS, async () => {
    try {
      return await reset(deps);
    } catch (error) {
      if (error instanceof FileSystemError) return refused("unwritable", error.message);
      throw error;
    }
  });
}

async function reset(deps: CuratorDeps): Promise<Outcome<string>> {
  const { fs, root } = deps;
  const found = readSidecar(fs, root);
  if (found.kind === "other-version") {
    return misused(
      "other-version",
      `${root.sidecarPath} has schema_version "${found.version}"; it is not ours to replace`,
    );
  }
  const view = await readLibraryView(deps);
  if (!view.ok) return view;
  const aside =
    found.kind === "missing" ? null : setAsideCorrupt(fs, root, basicIsoFromUs(deps.clock.nowUs()));
  writeSidecar(fs, root, rebuildSidecar(view.value.history.acts, root));
  return done(
    `${root.sidecarPath} was rebuilt from the trace${aside === null ? "" : `; the old one is kept as ${aside}`}`,
  );
}
