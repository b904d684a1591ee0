import { join } from "node:path";
import type { Act } from "../../actions/index.ts";
import {
  BACKUP_BYTES_MAX,
  type BackupManifest,
  completeRestore,
  displacedDir,
  FACTS_ENTRY,
  findMissingEvents,
  pinnedIn,
  planRestoreChanges,
  type ReadEntries,
  type RestoreChange,
  type RestoreJournal,
  readPresent,
  restoredEvents,
  restoredState,
  STATE_ENTRY,
  stageRestore,
  sweepRestores,
  TRACE_NAME,
  TREE_NAME,
  verifyBackup,
  writeBackup,
  writeJournal,
} from "../../backup/index.ts";
import type { EventEnvelope } from "../../events/envelope.ts";
import { ZERO_USD } from "../../money/index.ts";
import {
  decodeSidecar,
  EMPTY_SIDECAR,
  formatSidecar,
  nearestRootTest,
  readFacts,
  readSidecar,
  type SidecarState,
} from "../../roots/index.ts";
import { type RootHistory, readRootHistory } from "../../trace/index.ts";
import { chooseTarget } from "../backup-places.ts";
import { holdForBackup } from "../hold-for-backup.ts";
import { realpathOrNull } from "../library-view.ts";
import { makeValidEvent } from "../make-valid-event.ts";
import { actionFailed, done, misused, refused } from "../refusals.ts";
import type { RestoreBackupOptions, RestoreBackupReport, RootBackupDeps } from "../root-backups.ts";
import type { Outcome } from "../skill-curator.ts";

interface Restoring {
  readonly deps: RootBackupDeps;
  /** Absolute directory of the backup. */
  readonly path: string;
  readonly manifest: BackupManifest;
  readonly options: Required<RestoreBackupOptions>;
  readonly notices: readonly string[];
}

/**
 * Makes the root as a backup says (docs/reliability.md): the whole backup is verified, the present is backed up,
 * everything is staged, and only then a write-ahead record is written and carried out. Nothing is deleted: what is
 * in the way moves to `displaced/` beside the lock.
 */
export function restoreBackup(
  deps: RootBackupDeps,
  path: string,
  options: RestoreBackupOptions,
): Promise<Outcome<RestoreBackupReport>> {
  return holdForBackup(deps, async (notices) => {
    const full = { withTrace: options.withTrace ?? true, bytesMax: options.bytesMax ?? BACKUP_BYTES_MAX };
    const manifest = await verifyBackup(deps, path, full);
    const refusal = refuseOther(deps, manifest);
    if (refusal !== null) return refusal;
    return restore({ deps, path, manifest, options: full, notices });
  });
}

function refuseOther({ root, fs }: RootBackupDeps, manifest: BackupManifest): Outcome<never> | null {
  const { key } = manifest.root;
  if (key !== root.key) {
    return refused(
      "other-root",
      `it is a backup of the library ${key}, this is ${root.key}; copy its tree/ by hand`,
    );
  }
  const found = readSidecar(fs, root);
  if (found.kind === "other-version") {
    const message = `${root.sidecarPath} has schema_version "${found.version}", this program knows "1"; update it`;
    return misused("other-version", message);
  }
  return found.kind === "unreadable" ? refused("unreadable", `${root.sidecarPath}: ${found.message}`) : null;
}

async function restore(restoring: Restoring): Promise<Outcome<RestoreBackupReport>> {
  const { deps, manifest, options } = restoring;
  const present = readPresent(deps.fs, deps.root, Number.MAX_SAFE_INTEGER);
  const changes = planRestoreChanges(manifest.entries, present);
  const states = readStates(restoring);
  const putsBack = options.withTrace && manifest.trace !== null && deps.isTraceAbsent();
  const missing = putsBack ? [] : await missingEvents(restoring, states.present);
  const isSame = changes.length === 0 && missing.length === 0 && !putsBack;
  if (isSame && formatSidecar(states.after) === formatSidecar(states.present)) {
    return done(nothingToDo(restoring));
  }
  const safety = await backUpPresent(deps);
  if (!safety.ok) return safety;
  if (putsBack) await deps.traceBackup.putBack(join(restoring.path, TRACE_NAME));
  await deps.trace.probe();
  const journal = await begin(restoring, { present, changes, missing, states });
  const end = await completeRestore(deps, journal);
  switch (end.kind) {
    case "done": {
      const mode = putsBack ? "put-back" : options.withTrace && manifest.trace !== null ? "merged" : "left";
      const trace = { mode, events_added: missing.length } as const;
      return done({ ...reportOf(restoring, journal, changes), safety_backup: safety.value, trace });
    }
    case "reverted":
      return actionFailed(
        "failed",
        `${end.message}; the library is as it was before${putsBack ? ", the trace was put back" : ""}`,
      );
    case "unfinished":
      return actionFailed("unfinished", `${end.message}; the next command goes on with it`);
  }
}

interface States {
  readonly present: SidecarState;
  readonly after: SidecarState;
}

/** A damaged `state.json` in the backup says nothing: then the present one stays. */
function readStates({ deps, path, manifest }: Restoring): States {
  const found = readSidecar(deps.fs, deps.root);
  const present = found.kind === "state" ? found.state : EMPTY_SIDECAR;
  if (!manifest.entries.some((entry) => entry.path === STATE_ENTRY)) {
    return { present, after: restoredState(EMPTY_SIDECAR, present) };
  }
  const decoded = decodeSidecar(new TextDecoder().decode(readFile(deps, path, STATE_ENTRY)));
  const after = decoded.kind === "state" ? restoredState(decoded.state, present) : present;
  return { present, after };
}

function readFile({ fs }: RootBackupDeps, backup: string, path: string): Uint8Array {
  return fs.readFile(join(backup, TREE_NAME, path));
}

async function missingEvents(
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
      history: await readHistory(deps, sidecar),
      realpath: (workspace) => realpathOrNull(deps, workspace),
      isNearestRoot: nearestRootTest(deps.fs, deps.root, deps.layout),
    });
  } finally {
    copy.close();
  }
}

function readHistory(deps: RootBackupDeps, sidecar: SidecarState): Promise<RootHistory> {
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

/** The trace only grows, so the safety backup needs none; nothing is ever pruned to make room for it. */
async function backUpPresent(deps: RootBackupDeps): Promise<Outcome<string>> {
  const target = chooseTarget(deps.fs, deps.root, deps.clock.nowUs(), undefined);
  if (!target.ok) return target;
  await writeBackup(deps, { target: target.value, withTrace: false, bytesMax: Number.MAX_SAFE_INTEGER });
  return target;
}

interface Planned {
  readonly present: ReadEntries;
  readonly changes: readonly RestoreChange[];
  readonly missing: readonly EventEnvelope[];
  readonly states: States;
}

/** Everything is staged before the record is written: from then on the backup is no longer needed. */
async function begin(restoring: Restoring, planned: Planned): Promise<RestoreJournal> {
  const { deps, path, manifest } = restoring;
  const { fs, root } = deps;
  const id = deps.ids.next();
  const events = await ownEvents(restoring, planned, id);
  const { changes, missing } = planned;
  try {
    const staged = stageRestore(fs, root, id, { backup: path, changes, events: [...missing, ...events] });
    const { path: tracePath, newestEventId } = await deps.trace.info();
    const journal: RestoreJournal = {
      version: 1,
      id,
      rootKey: root.key,
      backupPath: path,
      direction: "forward",
      trace: { path: tracePath, newestEventId },
      steps: [...staged.steps],
      facts: factsIn(deps, path, manifest),
      eventsHash: staged.eventsHash,
    };
    writeJournal(fs, root, journal);
    return journal;
  } catch (error) {
    sweepRestores(fs, root);
    throw error;
  }
}

async function ownEvents(
  { deps, path, manifest }: Restoring,
  { present, changes, missing, states }: Planned,
  id: string,
): Promise<readonly EventEnvelope[]> {
  const history = await readHistory(deps, states.present);
  const pinnedNow = [...history.skills.values()].filter(({ pinned }) => pinned).map(({ skill }) => skill);
  return restoredEvents(restoreAct(deps, id), {
    backup: { id: manifest.id, createdAt: manifest.created_at },
    changes,
    wanted: manifest.entries,
    present: present.entries,
    state: states.after,
    pinnedNow: new Set(pinnedNow),
    pinsReinserted: pinnedIn(missing),
    read: (file) => readFile(deps, path, file),
  });
}

function restoreAct(deps: RootBackupDeps, runId: string): Act {
  return {
    root: deps.root,
    nowUs: deps.clock.nowUs(),
    runId,
    sessionId: runId,
    curatorKind: "manual",
    model: null,
    costUsd: ZERO_USD,
    pricingVersion: null,
    latencyMs: 0,
    rationale: "",
    rationaleRedacted: false,
    signals: {},
    makeEvent: (draft) => makeValidEvent(deps, draft),
  };
}

function factsIn(deps: RootBackupDeps, path: string, manifest: BackupManifest): string | null {
  if (!manifest.entries.some((entry) => entry.path === FACTS_ENTRY)) return null;
  return new TextDecoder().decode(readFile(deps, path, FACTS_ENTRY));
}

function reportOf(restoring: Restoring, journal: RestoreJournal, changes: readonly RestoreChange[]) {
  const { deps } = restoring;
  const moved = changes.filter((change) => change.kind === "entry" && change.isTaken);
  const gone = changes.filter((change) => change.kind === "entry" && change.wanted === null);
  return {
    backup: backupOf(restoring),
    curator_run_id: journal.id,
    restored: changes.filter((change) => !gone.includes(change)).map(({ path }) => path),
    displaced: gone.map(({ path }) => path),
    displaced_to: moved.length === 0 ? null : displacedDir(deps.root, journal.id),
    notices: restoring.notices,
  };
}

function nothingToDo(restoring: Restoring): RestoreBackupReport {
  return {
    backup: backupOf(restoring),
    curator_run_id: null,
    safety_backup: null,
    restored: [],
    displaced: [],
    displaced_to: null,
    trace: { mode: "left", events_added: 0 },
    notices: restoring.notices,
  };
}

function backupOf({ path, manifest }: Restoring) {
  return { id: manifest.id, path, created_at: manifest.created_at };
}
