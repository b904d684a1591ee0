import { appendFileSync } from "node:fs";

/** One line of what the machines looked at. */
export interface PointCount {
  readonly sweep: string;
  readonly points: number;
  /** How many there are in all; the same when all were looked at. */
  readonly of: number;
  readonly ms: number;
}

/**
 * Prints how many points a sweep looked at, and tells `bun run check` and `bun run torture`, which print all of them
 * together (`METIS_COUNTS_FILE`).
 */
export function reportPoints(sweep: string, points: number, of: number = points, startedMs?: number): void {
  const ms = startedMs === undefined ? 0 : Math.round(performance.now() - startedMs);
  const count: PointCount = { sweep, points, of, ms };
  console.log(`${sweep}: ${points} of ${of} points`);
  const file = process.env["METIS_COUNTS_FILE"];
  if (file !== undefined && file !== "") appendFileSync(file, `${JSON.stringify(count)}\n`);
}
