import { isAbsolute, normalize } from "node:path";
import type { ActivityReader, StoredEvent } from "../ports/trace-store.ts";
import type { Facts } from "../roots/facts.ts";
import type { Root } from "../roots/root.ts";
import type { SidecarState } from "../roots/sidecar-state.ts";
import { foldRootHistory } from "./fold-root-history.ts";
import type { RootHistory } from "./root-history.ts";
import { eventRootKey, type IsNearestRoot } from "./scope.ts";

/** Every event type that `foldRootHistory` reads. */
export const ROOT_HISTORY_TYPES: readonly string[] = [
  "skill.loaded",
  "skill.created",
  "skill.modified",
  "skill.observed",
  "skill.adopted",
  "skill.disowned",
  "skill.promoted",
  "skill.curated",
  "skill.feedback",
  "curator.paused",
  "curator.resumed",
  "curator.restored",
  "curator.run_started",
  "curator.run_finished",
  "curator.call_started",
  "curator.call_completed",
];

export interface RootHistoryDeps {
  readonly nowUs: number;
  readonly facts: Facts | null;
  readonly areFactsLost?: boolean;
  readonly sidecar: SidecarState;
  /** Real path of an absolute path, null when it leads nowhere. */
  readonly realpath: (path: string) => string | null;
  readonly isNearestRoot: IsNearestRoot;
}

/**
 * Reads what a trace says about one root, with three calls of the port however large the trace is.
 * Throws `TraceError`. CONTRACTS 4.1, 4.5.
 */
export async function readRootHistory(
  trace: ActivityReader,
  root: Root,
  deps: RootHistoryDeps,
): Promise<RootHistory> {
  const traceInfo = await trace.info();
  const { events, brokenRows } = await scanEvents(trace, root);
  const unrooted = events.filter(({ event }) => eventRootKey(event) === null);
  const sessionIds = [...new Set(unrooted.map(({ event }) => event.sessionId))];
  const workspaces = await trace.findSessionWorkspaces(sessionIds);
  const sessionWorkspaces = resolveWorkspaces(workspaces, deps.realpath);
  return foldRootHistory({ ...deps, root, traceInfo, events, brokenRows, sessionWorkspaces });
}

async function scanEvents(
  trace: ActivityReader,
  root: Root,
): Promise<{ readonly events: readonly StoredEvent[]; readonly brokenRows: number }> {
  const events: StoredEvent[] = [];
  let brokenRows = 0;
  for await (const batch of trace.scan(ROOT_HISTORY_TYPES)) {
    brokenRows += batch.broken;
    for (const stored of batch.events) {
      const owner = eventRootKey(stored.event);
      if (owner === null || owner === root.key) events.push(stored);
    }
  }
  return { events, brokenRows };
}

/** A path that no longer exists is compared as it was written; one that is not absolute is unknown. */
function resolveWorkspaces(
  workspaces: ReadonlyMap<string, string>,
  realpath: (path: string) => string | null,
): ReadonlyMap<string, string> {
  const known = new Map<string, string>();
  const resolved = new Map<string, string>();
  for (const [sessionId, path] of workspaces) {
    if (!isAbsolute(path)) continue;
    const real = known.get(path) ?? realpath(path) ?? withoutTrailingSlash(normalize(path));
    known.set(path, real);
    resolved.set(sessionId, real);
  }
  return resolved;
}

function withoutTrailingSlash(path: string): string {
  return path.length > 1 && path.endsWith("/") ? path.slice(0, -1) : path;
}
