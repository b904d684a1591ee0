import { join } from "node:path";
import {
  BACKUP_BYTES_MAX,
  type BackupManifest,
  completeRestore,
  pinnedIn,
  planRestoreChanges,
  type ReadEntries,
  type RestoreChange,
  type RestoreJournal,
  readPresent,
  restoredEvents,
  stageRestore,
  sweepRestores,
  TRACE_NAME,
  verifyBackup,
  writeBackup,
  writeJournal,
} from "../../backup/index.ts";
import type { EventEnvelope } from "../../events/envelope.ts";
import { formatSidecar, readSidecar } from "../../roots/index.ts";
import { chooseTarget } from "../backup-places.ts";
import { holdForBackup } from "../hold-for-backup.ts";
import { actionFailed, done, misused, refused } from "../refusals.ts";
import type { RestoreBackupOptions, RestoreBackupReport, RootBackupDeps } from "../root-backups.ts";
import type { Outcome } from "../skill-curator.ts";
import { operatorAct } from "./operator-act.ts";
import { nothingToRestore, restoreReport } from "./restore-backup-report.ts";
import {
  type RestoreStates,
  type Restoring,
  readBackupFacts,
  readBackupFile,
  readMissingEvents,
  readPresentHistory,
  readRestoreStates,
} from "./restoring.ts";

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
    const message = `it is a backup of the library ${key}, this is ${root.key}; copy its tree/ by hand`;
    return refused("other-root", message);
  }
  const found = readSidecar(fs, root);
  if (found.kind === "other-version") {
    const message = `${root.sidecarPath} has schema_version "${found.version}", this program knows "1"; update it`;
    return misused("other-version", message);
  }
  return found.kind === "unreadable" ? refused("unreadable", `${root.sidecarPath}: ${found.message}`) : null;
}

interface Planned {
  readonly present: ReadEntries;
  readonly changes: readonly RestoreChange[];
  readonly states: RestoreStates;
  /** There is no database, and the backup has one. */
  readonly putsTraceBack: boolean;
  readonly missing: readonly EventEnvelope[];
}

async function restore(restoring: Restoring): Promise<Outcome<RestoreBackupReport>> {
  const { deps, path } = restoring;
  const planned = await plan(restoring);
  if (isNothing(planned)) return done(nothingToRestore(restoring));
  const safety = await backUpPresent(deps);
  if (!safety.ok) return safety;
  if (planned.putsTraceBack) await deps.traceBackup.putBack(join(path, TRACE_NAME));
  await deps.trace.probe();
  const journal = await begin(restoring, planned);
  const end = await completeRestore(deps, journal);
  switch (end.kind) {
    case "done": {
      const { changes } = planned;
      const { path: tracePath } = journal.trace;
      const mode = traceMode(restoring, planned);
      const trace = { mode, events_added: planned.missing.length, path: tracePath };
      return done(restoreReport(restoring, { id: journal.id, changes, safetyBackup: safety.value, trace }));
    }
    case "reverted": {
      const also = planned.putsTraceBack ? ", the trace was put back" : "";
      return actionFailed("failed", `${end.message}; the library is as it was before${also}`);
    }
    case "unfinished":
      return actionFailed("unfinished", `${end.message}; the next command goes on with it`);
  }
}

async function plan(restoring: Restoring): Promise<Planned> {
  const { deps, manifest, options } = restoring;
  const present = readPresent(deps.fs, deps.root, Number.MAX_SAFE_INTEGER);
  const states = readRestoreStates(restoring);
  const putsTraceBack = options.withTrace && manifest.trace !== null && deps.isTraceAbsent();
  return {
    present,
    changes: planRestoreChanges(manifest.entries, present),
    states,
    putsTraceBack,
    missing: putsTraceBack ? [] : await readMissingEvents(restoring, states.present),
  };
}

function isNothing({ changes, states, putsTraceBack, missing }: Planned): boolean {
  if (changes.length > 0 || missing.length > 0 || putsTraceBack) return false;
  return formatSidecar(states.after) === formatSidecar(states.present);
}

function traceMode({ manifest, options }: Restoring, planned: Planned): RestoreBackupReport["trace"]["mode"] {
  if (planned.putsTraceBack) return "put-back";
  return options.withTrace && manifest.trace !== null ? "merged" : "left";
}

/** The trace only grows, so the safety backup needs none; nothing is ever pruned to make room for it. */
async function backUpPresent(deps: RootBackupDeps): Promise<Outcome<string>> {
  const target = chooseTarget(deps.fs, deps.root, deps.clock.nowUs(), undefined);
  if (!target.ok) return target;
  await writeBackup(deps, { target: target.value, withTrace: false, bytesMax: Number.MAX_SAFE_INTEGER });
  return target;
}

/** Everything is staged before the record is written: from then on the backup is no longer needed. */
async function begin(restoring: Restoring, planned: Planned): Promise<RestoreJournal> {
  const { deps, path } = restoring;
  const { fs, root } = deps;
  const id = deps.ids.next();
  const events = [...planned.missing, ...(await ownEvents(restoring, planned, id))];
  try {
    const staged = stageRestore(fs, root, id, { backup: path, changes: planned.changes, events });
    const { path: tracePath, newestEventId } = await deps.trace.info();
    const journal: RestoreJournal = {
      version: 1,
      id,
      rootKey: root.key,
      backupPath: path,
      direction: "forward",
      trace: { path: tracePath, newestEventId },
      steps: [...staged.steps],
      facts: readBackupFacts(restoring),
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
  const history = await readPresentHistory(deps, states.present);
  const pinnedNow = [...history.skills.values()].filter(({ pinned }) => pinned).map(({ skill }) => skill);
  return restoredEvents(operatorAct(deps, id, {}), {
    backup: { id: manifest.id, createdAt: manifest.created_at },
    changes,
    wanted: manifest.entries,
    present: present.entries,
    state: states.after,
    pinnedNow: new Set(pinnedNow),
    pinsReinserted: pinnedIn(missing),
    read: (file) => readBackupFile(deps, path, file),
  });
}
