import type { EventEnvelope, LoadEvent } from "../events/envelope.ts";
import type { Root } from "../roots/root.ts";

/** What one event counts for in one root (CONTRACTS 4.5). */
export interface EventScope {
  /** A load that keeps the skill alive. */
  readonly activity: boolean;
  /** Creation or retag: says whose the skill is. */
  readonly provenance: boolean;
  /** Failures after this load, this failure, or this feedback count. */
  readonly outcome: boolean;
  /** Belongs to this root's record of acts, from which the sidecar is rebuilt. */
  readonly act: boolean;
}

/**
 * True when no other root lies between the given session path (real, at or below this root's base) and
 * this root. The caller looks at the file system; the scope stays pure.
 */
export type IsNearestRoot = (sessionWorkspace: string) => boolean;

/** What decides where the events of a trace belong. */
export interface ScopeContext {
  /** Real path of each session's workspace; a session without one is unknown. */
  readonly sessionWorkspaces: ReadonlyMap<string, string>;
  readonly root: Root;
  readonly isNearestRoot: IsNearestRoot;
}

/** What an event of another root counts for. */
export const NO_SCOPE: EventScope = { activity: false, provenance: false, outcome: false, act: false };

type EventClass = "load" | "outcome" | "provenance" | "act" | "other";

/** What an event that belongs to the root counts for. */
const FULL_SCOPES: Readonly<Record<EventClass, EventScope>> = {
  load: { ...NO_SCOPE, activity: true, outcome: true },
  outcome: { ...NO_SCOPE, outcome: true },
  provenance: { ...NO_SCOPE, provenance: true, act: true },
  act: { ...NO_SCOPE, act: true },
  other: NO_SCOPE,
};

/** What says where a load belongs: a root that it names, the global root, or the workspace of its session. */
export type LoadPlace = "named" | "global" | "session";

const CLASSES: ReadonlyMap<string, EventClass> = new Map([
  ["skill.loaded", "load"],
  ["skill.feedback", "outcome"],
  ["tool.failed", "outcome"],
  ["tool.completed", "outcome"],
  ["skill.created", "provenance"],
  ["skill.adopted", "provenance"],
  ["skill.disowned", "provenance"],
  ["skill.promoted", "act"],
  ["skill.observed", "act"],
  ["skill.modified", "act"],
  ["skill.curated", "act"],
  ["curator.paused", "act"],
  ["curator.resumed", "act"],
  ["curator.restored", "act"],
  ["curator.run_started", "act"],
  ["curator.run_finished", "act"],
  ["curator.call_started", "act"],
  ["curator.call_completed", "act"],
]);

/**
 * Returns what an event counts for in a root (CONTRACTS 4.5). An event with `root` belongs to that root
 * alone. Without it a load keeps the skill alive in every root at or above its session's workspace, or in
 * every root when that is unknown; an outcome counts in the nearest of them; everything else belongs to
 * exactly its session's workspace under the layout metis, and to nobody when that is unknown.
 * `sessionWorkspace` is a real path, null when unknown.
 */
export function eventScope(
  event: EventEnvelope,
  sessionWorkspace: string | null | undefined,
  root: Root,
  isNearestRoot: IsNearestRoot,
): EventScope {
  const eventClass = CLASSES.get(event.type) ?? "other";
  const owner = eventRootKey(event);
  if (owner !== null) return owner === root.key ? FULL_SCOPES[eventClass] : NO_SCOPE;
  const workspace = sessionWorkspace ?? null;
  if (eventClass === "load") return loadScope(loadPlace(event), workspace, root, isNearestRoot);
  if (eventClass === "outcome") {
    return { ...NO_SCOPE, outcome: isOutcomeHere(workspace, root, isNearestRoot) };
  }
  return isOwned(event, workspace, root) ? FULL_SCOPES[eventClass] : NO_SCOPE;
}

/** Returns the root key an event names, null when it names none. */
export function eventRootKey(event: Pick<EventEnvelope, "payload">): string | null {
  const key = event.payload["root"];
  return typeof key === "string" && key !== "" ? key : null;
}

/** Returns what says where a load belongs. */
export function loadPlace(event: LoadEvent): LoadPlace {
  if (eventRootKey(event) !== null) return "named";
  return event.payload["source"] === "global" ? "global" : "session";
}

/** Returns what a load counts for in a root, like `eventScope`; a `named` load is one that names this root. */
export function loadScope(
  place: LoadPlace,
  workspace: string | null,
  root: Root,
  isNearestRoot: IsNearestRoot,
): EventScope {
  if (place === "named") return FULL_SCOPES.load;
  if (place === "global") return root.scope === "global" ? FULL_SCOPES.load : NO_SCOPE;
  return {
    ...NO_SCOPE,
    activity: workspace === null || isAtOrBelow(workspace, root.base),
    outcome: isOutcomeHere(workspace, root, isNearestRoot),
  };
}

function isOutcomeHere(workspace: string | null, root: Root, isNearestRoot: IsNearestRoot): boolean {
  return workspace !== null && isAtOrBelow(workspace, root.base) && isNearestRoot(workspace);
}

/** Foreign curator events say `source` instead of `root`; a created event's `source` is its author. */
function isOwned(event: EventEnvelope, workspace: string | null, root: Root): boolean {
  if (root.layout !== "metis") return false;
  const saysWhere = event.type === "skill.curated" || event.type.startsWith("curator.");
  if (saysWhere && event.payload["source"] === "global") return root.scope === "global";
  return workspace === root.base;
}

function isAtOrBelow(path: string, base: string): boolean {
  return path === base || path.startsWith(base.endsWith("/") ? base : `${base}/`);
}
