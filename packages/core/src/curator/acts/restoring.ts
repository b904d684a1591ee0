import { join } from "node:path";
import {
  type BackupManifest,
  FACTS_ENTRY,
  findMissingEvents,
  restoredState,
  STATE_ENTRY,
  TRACE_NAME,
  TREE_NAME,
} from "../../backup/index.ts";
import type { EventEnvelope } from "../../events/envelope.ts";
import {
  decodeSidecar,
  EMPTY_SIDECAR,
  nearestRootTest,
  readFacts,
  readSidecar,
  type SidecarState,
} from "../../roots/index.ts";
import { type RootHistory, readRootHistory } from "../../trace/index.ts";
import { realpathOrNull } from "../library-view.ts";
import type { RestoreBackupOptions, RootBackupDeps } from "../root-backups.ts";

/** One restore, once its backup was verified. */
export interface Restoring {
  readonly deps: RootBackupDeps;
  /** Absolute directory of the backup. */
  readonly path: string;
  readonly manifest: BackupManifest;
  readonly options: Required<RestoreBackupOptions>;
  readonly notices: readonly string[];
}

/** `state.json` as it is and as it will be. */
export interface RestoreStates {
  readonly present: SidecarState;
  readonly after: SidecarState;
}

/** A damaged `state.json` in the backup says nothing: then the present one stays. */
export function readRestoreStates({ deps, path, manifest }: Restoring): RestoreStates {
  const found = readSidecar(deps.fs, deps.root);
  const present = found.kind === "state" ? found.state : EMPTY_SIDECAR;
  if (!manifest.entries.some((entry) => entry.path === STATE_ENTRY)) {
    return { present, after: restoredState(EMPTY_SIDECAR, present) };
  }
  const decoded = decodeSidecar(new TextDecoder().decode(readBackupFile(deps, path, STATE_ENTRY)));
  const after = decoded.kind === "state" ? restoredState(decoded.state, present) : present;
  return { present, after };
}

/** Bytes of a file of the backup, by the path of its entry. */
export function readBackupFile({ fs }: RootBackupDeps, backup: string, path: string): Uint8Array {
  return fs.readFile(join(backup, TREE_NAME, path));
}

/** The events of this root that the backup has and the trace lacks; none when the trace is to be left alone. */
export async function readMissingEvents(
  { deps, path, manifest, options }: Restoring,
  sidecar: SidecarState,
): Promise<readonly EventEnvelope[]> {
  if (!options.withTrace || manifest.trace === null) return [];
  const copy = deps.traceBackup.openCopy(join(path, TRACE_NAME));
  try {
    return await findMissingEvents({
      root: deps.root,
      copy,
      trace: deps.trace,
      info: await deps.trace.info(),
      history: await readPresentHistory(deps, sidecar),
      realpath: (workspace) => realpathOrNull(deps, workspace),
      isNearestRoot: nearestRootTest(deps.fs, deps.root, deps.layout),
    });
  } finally {
    copy.close();
  }
}

/** What the trace says of the root now. */
export function readPresentHistory(deps: RootBackupDeps, sidecar: SidecarState): Promise<RootHistory> {
  const facts = readFacts(deps.fs, deps.root);
  return readRootHistory(deps.trace, deps.root, {
    nowUs: deps.clock.nowUs(),
    facts: facts.kind === "facts" ? facts.facts : null,
    areFactsLost: facts.kind === "corrupt",
    sidecar,
    realpath: (path) => realpathOrNull(deps, path),
    isNearestRoot: nearestRootTest(deps.fs, deps.root, deps.layout),
  });
}

/** Text of the backup's `facts.json`, null when it has none. */
export function readBackupFacts({ deps, path, manifest }: Restoring): string | null {
  if (!manifest.entries.some((entry) => entry.path === FACTS_ENTRY)) return null;
  return new TextDecoder().decode(readBackupFile(deps, path, FACTS_ENTRY));
}
