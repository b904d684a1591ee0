import type { KeptLoad } from "./root-events.ts";
import { type EventScope, loadScope, type ScopeContext } from "./scope.ts";

export type ScopeOfLoad = (load: KeptLoad) => EventScope;

/** Returns what each load counts for; sessions are few beside loads, so each is decided once. */
export function loadScopes({ sessionWorkspaces, root, isNearestRoot }: ScopeContext): ScopeOfLoad {
  const known = new Map<string, EventScope>();
  return ({ place, sessionId }) => {
    if (place !== "session") return loadScope(place, null, root, isNearestRoot);
    const before = known.get(sessionId);
    if (before !== undefined) return before;
    const scope = loadScope(place, sessionWorkspaces.get(sessionId) ?? null, root, isNearestRoot);
    known.set(sessionId, scope);
    return scope;
  };
}

/** Returns the loads that keep a skill alive, by skill; a skill without any is not in it. */
export function livingLoads(
  loads: ReadonlyMap<string, readonly KeptLoad[]>,
  scopeOf: ScopeOfLoad,
): ReadonlyMap<string, readonly KeptLoad[]> {
  const living = new Map<string, readonly KeptLoad[]>();
  for (const [skill, ofSkill] of loads) {
    const here = ofSkill.filter((load) => scopeOf(load).activity);
    if (here.length > 0) living.set(skill, here);
  }
  return living;
}
