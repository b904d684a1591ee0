import { isAbsolute, normalize } from "node:path";
import type { ActivityReader } from "../ports/trace-store.ts";
import type { Facts } from "../roots/facts.ts";
import type { Root } from "../roots/root.ts";
import type { SidecarState } from "../roots/sidecar-state.ts";
import { foldRootEvents } from "./fold-root-history.ts";
import { RootEvents } from "./root-events.ts";
import type { RootHistory } from "./root-history.ts";
import type { IsNearestRoot } from "./scope.ts";

/** Every event type that the fold of a root reads. */
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

/** Those of which the order of insertion counts. */
const PLACED_TYPES = ROOT_HISTORY_TYPES.filter((type) => type !== "skill.loaded");

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
 * Reads what a trace says about one root, with four calls of the port however large the trace is.
 * Throws `TraceError`. CONTRACTS 4.1, 4.5.
 */
export async function readRootHistory(
  trace: ActivityReader,
  root: Root,
  deps: RootHistoryDeps,
): Promise<RootHistory> {
  const traceInfo = await trace.info();
  const events = new RootEvents(root, deps.nowUs);
  const brokenRows = await collectEvents(trace, events);
  const workspaces = await trace.findSessionWorkspaces([...events.sessionIds]);
  const sessionWorkspaces = resolveWorkspaces(workspaces, deps.realpath);
  return foldRootEvents(events, { ...deps, root, traceInfo, brokenRows, sessionWorkspaces });
}

/** Returns how many rows could not be read. */
async function collectEvents(trace: ActivityReader, events: RootEvents): Promise<number> {
  let brokenRows = 0;
  for await (const batch of trace.scan(PLACED_TYPES)) {
    brokenRows += batch.broken;
    for (const stored of batch.events) events.add(stored);
  }
  for await (const batch of trace.scanLoads()) {
    brokenRows += batch.broken;
    for (const load of batch.loads) events.addLoad(load);
  }
  return brokenRows;
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
