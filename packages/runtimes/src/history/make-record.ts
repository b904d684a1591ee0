import type { Observation } from "../observation.ts";
import type { Translation } from "../runtime.ts";

const KIND = /^[\w.:-]{1,64}$/;

/** A kind as it is, where it looks like a name; it may be anybody's text. */
export function safeKind(kind: string | null): string {
  return kind !== null && KIND.test(kind) ? kind : "?";
}

/** A record that was understood, whether it says anything of skills or not. */
export function translated(
  kind: string | null,
  version: string | null,
  observations: readonly Observation[] = [],
): Translation {
  return { observations, kind: safeKind(kind), version, understood: true };
}

/** A record of a kind or shape that no rule reads. */
export function unknownRecord(kind: string | null, version: string | null): Translation {
  return { observations: [], kind: safeKind(kind), version, understood: false };
}

/** Milliseconds from one time to a later one; 0 where one is not known. */
export function latencyBetween(fromUs: number | null, toUs: number | null): number {
  return fromUs === null || toUs === null ? 0 : Math.max(0, Math.round((toUs - fromUs) / 1_000));
}
