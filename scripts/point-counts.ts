/** The counts that sweeps leave in `METIS_COUNTS_FILE`, as a table. */
import { readFileSync } from "node:fs";
import type { PointCount } from "@metis-curate/testkit";

/** What all sweeps of a test run looked at, by name; empty when none said anything. */
export function readPointCounts(file: string): readonly PointCount[] {
  let text: string;
  try {
    text = readFileSync(file, "utf8");
  } catch {
    return [];
  }
  const counts = text
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line) as PointCount);
  return counts.sort((a, b) => (a.sweep < b.sweep ? -1 : 1));
}

/** One line per sweep and a last one with the sums; nothing for no sweep. */
export function formatPointCounts(counts: readonly PointCount[]): string {
  if (counts.length === 0) return "";
  const sum = (of: (count: PointCount) => number) => counts.reduce((total, count) => total + of(count), 0);
  const all: PointCount = {
    sweep: "all",
    points: sum(({ points }) => points),
    of: sum(({ of }) => of),
    ms: sum(({ ms }) => ms),
  };
  const rows = [...counts, all].map(({ sweep, points, of, ms }) => [
    sweep,
    String(points),
    String(of),
    ms === 0 ? "" : (ms / 1000).toFixed(1),
  ]);
  const head = ["looked at", "points", "of", "s"];
  const widths = head.map((title, at) => Math.max(title.length, ...rows.map((row) => row[at]?.length ?? 0)));
  const line = (cells: readonly string[]) =>
    cells
      .map((cell, at) => (at === 0 ? cell.padEnd(widths[at] ?? 0) : cell.padStart(widths[at] ?? 0)))
      .join("  ");
  return [line(head), ...rows.map(line)].join("\n");
}
