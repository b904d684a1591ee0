import { recoverIntents } from "../actions/index.ts";
import { settleRestore } from "../backup/index.ts";
import { FileSystemError } from "../ports/file-system.ts";
import { setAsideCorrupt, writeSidecar } from "../roots/index.ts";
import { probeSidecar } from "../roots/probe-sidecar.ts";
import { hasEntry } from "../roots/tree/index.ts";
import { basicIsoFromUs } from "../trace/index.ts";
import { closeRunPairs } from "./close-run-pairs.ts";
import type { CuratorDeps } from "./curator-deps.ts";
import { holdLock } from "./hold-lock.ts";
import { type LibraryView, readLibraryView } from "./library-view.ts";
import { done, refused } from "./refusals.ts";
import type { Outcome } from "./skill-curator.ts";

/** How long a single act waits for another curator (CONTRACTS 7.6). A run does not wait. */
export const ACT_LOCK_WAIT_MS = 10_000;

export interface HeldRoot {
  readonly view: LibraryView;
  /** What recovery and repair did; lines for a person. */
  readonly notices: readonly string[];
}

export interface HoldOptions {
  readonly waitMs: number;
  /** An operator is there: a corrupt sidecar may be rebuilt (CONTRACTS 3). */
  readonly attended: boolean;
}

/**
 * Does `work` under the root's lock, after the sidecar was repaired, unfinished actions were recovered and
 * broken run pairs closed. Refusals: `locked`, `corrupt-state`, `unfinished`, `unwritable`, and those of
 * `readLibraryView`.
 */
export function withRoot<T>(
  deps: CuratorDeps,
  options: HoldOptions,
  work: (held: HeldRoot) => Promise<Outcome<T>>,
): Promise<Outcome<T>> {
  return holdLock(deps, options.waitMs, async () => {
    const restore = await settleRestore(deps);
    if (restore.kind === "refused") return refused("unfinished", restore.line);
    const held = await prepare(deps, options, restore.kind === "settled" ? [restore.line] : []);
    return held.ok ? await work(held.value) : held;
  });
}

async function prepare(
  deps: CuratorDeps,
  options: HoldOptions,
  settled: readonly string[],
): Promise<Outcome<HeldRoot>> {
  const first = await readLibraryView(deps);
  if (!first.ok) return first;
  const writable = provedWritable(deps);
  if (!writable.ok) return writable;
  const notices: string[] = [...settled];
  const repair = repairSidecar(deps, first.value, options.attended);
  if (!repair.ok) return repair;
  if (repair.value !== null) notices.push(repair.value);
  const recovery = await recoverIntents(deps);
  notices.push(
    ...recovery.finished.map((label) => `finished what a killed run had begun: ${label}`),
    ...recovery.forgotten.map((label) => `forgot an action that a killed run had not begun: ${label}`),
    ...recovery.setAside.map((line) => `set aside: ${line}`),
  );
  if (recovery.refused !== null) return refused("unfinished", recovery.refused);
  const closed = await closeRunPairs(deps, first.value.history);
  if (!closed.ok) return closed;
  if (notices.length === 0 && closed.value === 0) return { ok: true, value: { view: first.value, notices } };
  const again = await readLibraryView(deps);
  return again.ok ? { ok: true, value: { view: again.value, notices } } : again;
}

/** Found now, not after something was moved or a model was paid. Nothing is written where there is no library. */
function provedWritable({ fs, root }: CuratorDeps): Outcome<null> {
  try {
    if (hasEntry(fs, root.skillsDir)) probeSidecar(fs, root);
    return done(null);
  } catch (error) {
    if (!(error instanceof FileSystemError)) throw error;
    return refused("unwritable", `${root.sidecarPath} cannot be written: ${error.message}; nothing was done`);
  }
}

/** Returns a line for a person when `state.json` was rebuilt from the trace. */
function repairSidecar(deps: CuratorDeps, view: LibraryView, attended: boolean): Outcome<string | null> {
  const { sidecarFound, sidecar, nowUs } = view;
  if (sidecarFound.kind === "as-found") return { ok: true, value: null };
  const { fs, root, logger, commandLine } = deps;
  if (sidecarFound.corrupt !== null && deps.isTraceAbsent()) {
    const message = `${root.sidecarPath} is damaged and there is no trace to rebuild it from; run ${commandLine} doctor --reset-state`;
    return refused("corrupt-state", message);
  }
  if (sidecarFound.corrupt !== null && !attended) {
    const message = `${root.sidecarPath} is damaged; run ${commandLine} once yourself to rebuild it from the trace`;
    return refused("corrupt-state", message);
  }
  try {
    const aside = sidecarFound.corrupt === null ? null : setAsideCorrupt(fs, root, basicIsoFromUs(nowUs));
    writeSidecar(fs, root, sidecar);
    const line =
      aside === null
        ? `${root.sidecarPath} was missing; rebuilt from the trace`
        : `${root.sidecarPath} was damaged (${sidecarFound.corrupt}); rebuilt from the trace, old bytes kept as ${aside}`;
    logger.log("warning", line);
    return { ok: true, value: line };
  } catch (error) {
    if (error instanceof FileSystemError) return refused("unwritable", error.message);
    throw error;
  }
}
