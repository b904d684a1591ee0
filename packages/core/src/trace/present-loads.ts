import type { ScopeOfLoad } from "./load-scopes.ts";
import type { KeptLoad } from "./root-events.ts";
import type { LoadRecord } from "./root-history.ts";

type TimedLoad = KeptLoad & { readonly atUs: number };

/** Returns the loads from a time on (null: all), by time; those without a believable time are left out. */
export function presentLoads(
  loads: readonly KeptLoad[],
  fromUs: number | null,
  scopeOf: ScopeOfLoad,
): readonly LoadRecord[] {
  const present = loads.filter(
    (load): load is TimedLoad => load.atUs !== null && (fromUs === null || load.atUs >= fromUs),
  );
  // They were inserted by time, unless a clock jumped or another program added older ones.
  if (!isByTime(present)) present.sort(byTime);
  return present.map((load) => toRecord(load, scopeOf(load).outcome));
}

function toRecord({ atUs, sessionId }: TimedLoad, countsHere: boolean): LoadRecord {
  return countsHere ? { atUs, sessionId } : { atUs, sessionId, failuresElsewhere: true };
}

function isByTime(loads: readonly TimedLoad[]): boolean {
  let before: TimedLoad | undefined;
  for (const load of loads) {
    if (before !== undefined && byTime(before, load) > 0) return false;
    before = load;
  }
  return true;
}

function byTime(left: TimedLoad, right: TimedLoad): number {
  return left.atUs - right.atUs || (left.id < right.id ? -1 : 1);
}
