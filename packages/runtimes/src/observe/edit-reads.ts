import type { Observation } from "../observation.ts";

/**
 * Leaves out the reads of a SKILL.md that the same session writes afterwards: they were made to edit it (RUNTIMES 10). Live
 * nobody knows yet what follows; so a hook tells such a read as a load.
 */
export function withoutEditReads(observations: readonly Observation[]): readonly Observation[] {
  const written = new Set<string>();
  const kept: Observation[] = [];
  for (const one of observations.toReversed()) {
    if (one.kind === "skill-written") written.add(keyOf(one.sessionId, one.path));
    const isEditRead =
      one.kind === "skill-loaded" &&
      one.evidence === "inferred-read" &&
      one.skill.path !== null &&
      written.has(keyOf(one.sessionId, one.skill.path));
    if (!isEditRead) kept.push(one);
  }
  return kept.reverse();
}

function keyOf(sessionId: string, path: string): string {
  return JSON.stringify([sessionId, path]);
}
