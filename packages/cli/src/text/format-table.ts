import type { Paint } from "./palette.ts";
import { safeText } from "./safe-text.ts";
import { textWidth, wrapText } from "./text-width.ts";

export interface Column {
  readonly header: string;
  readonly align?: "left" | "right";
}

export interface Cell {
  readonly text: string;
  readonly paint?: Paint;
}

const GAP = "  ";
const COLUMN_WIDTH_MIN = 4;

/**
 * The lines of a table no wider than `width` columns (as long as every column can have four). Text that does
 * not fit is wrapped inside its cell, so nothing is cut off; all of it is made safe first. Without any header
 * there is no header line.
 */
export function formatTable(
  columns: readonly Column[],
  rows: readonly (readonly Cell[])[],
  width: number,
  paintHeader: Paint,
): readonly string[] {
  const header = columns.map((column) => ({ text: column.header, paint: paintHeader }));
  const headed = columns.some((column) => column.header !== "");
  const all = [...(headed ? [header] : []), ...rows].map((row) =>
    row.map((cell) => ({ ...cell, text: safeText(cell.text) })),
  );
  const widths = fitWidths(naturalWidths(columns.length, all), width - GAP.length * (columns.length - 1));
  return all.flatMap((row) => formatRow(columns, row, widths));
}

function naturalWidths(count: number, rows: readonly (readonly Cell[])[]): number[] {
  const widths = Array.from({ length: count }, () => 1);
  for (const row of rows) {
    for (const [at, cell] of row.entries()) widths[at] = Math.max(widths[at] ?? 1, textWidth(cell.text));
  }
  return widths;
}

/** Narrows the widest columns, and only as far as needed. */
function fitWidths(natural: readonly number[], available: number): readonly number[] {
  const widths = natural.map((width) => Math.min(width, available));
  for (let excess = sum(widths) - available; excess > 0; excess -= 1) {
    const widest = Math.max(...widths);
    if (widest <= COLUMN_WIDTH_MIN) break;
    widths[widths.indexOf(widest)] = widest - 1;
  }
  return widths;
}

function formatRow(columns: readonly Column[], row: readonly Cell[], widths: readonly number[]): string[] {
  const cells = row.map((cell, at) => wrapText(cell.text, widths[at] ?? 1));
  const height = Math.max(1, ...cells.map((lines) => lines.length));
  return Array.from({ length: height }, (_, line) =>
    row
      .map((cell, at) => {
        const text = cells[at]?.[line] ?? "";
        const gap = " ".repeat(Math.max(0, (widths[at] ?? 1) - textWidth(text)));
        const painted = cell.paint === undefined ? text : cell.paint(text);
        return columns[at]?.align === "right" ? `${gap}${painted}` : `${painted}${gap}`;
      })
      .join(GAP)
      .trimEnd(),
  );
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
