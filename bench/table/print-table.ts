import type { RowResult } from "./bench-row.ts";

const HEADER = ["what", "size", "ours", "floor", "floor is", "ratio", "±", "aim", "growth", ""];
/** Columns of numbers. */
const RIGHT = new Set([1, 2, 3, 5, 6, 8]);

/** The whole table as text. */
export function formatTable(results: readonly RowResult[]): string {
  const rows = [HEADER, ...results.map(cellsOf)];
  const widths = HEADER.map((_, column) => Math.max(...rows.map((row) => [...(row[column] ?? "")].length)));
  return rows
    .map((row) =>
      row
        .map((cell, column) =>
          RIGHT.has(column) ? cell.padStart(widths[column] ?? 0) : cell.padEnd(widths[column] ?? 0),
        )
        .join("  ")
        .trimEnd(),
    )
    .join("\n");
}

function cellsOf(result: RowResult): readonly string[] {
  return [
    result.what,
    result.size === 1 ? "" : result.size.toLocaleString("en"),
    figure(result.ours, result.unit),
    figure(result.floorFigure, result.unit),
    result.floor,
    result.ratio.toFixed(2),
    result.spread.toFixed(2),
    result.aim,
    result.growth === null ? "" : result.growth.toFixed(2),
    result.note,
  ];
}

function figure(value: number, unit: RowResult["unit"]): string {
  return unit === "MB" ? `${value.toPrecision(3)} MB` : time(value);
}

function time(ms: number): string {
  if (ms < 0.1) return `${(ms * 1_000).toFixed(1)} µs`;
  return ms < 10_000 ? `${ms.toPrecision(3)} ms` : `${(ms / 1_000).toFixed(1)} s`;
}
