import type { Paint } from "./palette.ts";
import { safeText } from "./safe-text.ts";
import { textWidth, wrapText } from "./text-width.ts";

export interface Column {
  readonly header: string;
  readonly align?: "left" | "right";
  /** Words of up to this many columns (names, say) are broken only when no other column can give way. */
  readonly keepWords?: number;
  /** Cells are broken only when no other column can give way. */
  readonly whole?: boolean;
}

export interface Cell {
  readonly text: string;
  readonly paint?: Paint;
}

/** Names of skills up to this long stand on one line of a table. */
export const NAME_WIDTH = 32;
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
  const widths = fitWidths(
    naturalWidths(columns.length, all),
    columns.map((column, at) => keptWidth(all, at, column)),
    width - GAP.length * (columns.length - 1),
  );
  return all.flatMap((row) => formatRow(columns, row, widths));
}

function naturalWidths(count: number, rows: readonly (readonly Cell[])[]): number[] {
  const widths = Array.from({ length: count }, () => 1);
  for (const row of rows) {
    for (const [at, cell] of row.entries()) widths[at] = Math.max(widths[at] ?? 1, textWidth(cell.text));
  }
  return widths;
}

/** How narrow one column may become as long as others can give way. */
function keptWidth(rows: readonly (readonly Cell[])[], at: number, column: Column): number {
  const limit = column.whole === true ? Number.POSITIVE_INFINITY : (column.keepWords ?? COLUMN_WIDTH_MIN);
  const texts = rows.map((row) => row[at]?.text ?? "");
  const pieces = column.whole === true ? texts : texts.flatMap((text) => text.split(" "));
  return Math.max(COLUMN_WIDTH_MIN, ...pieces.map((piece) => Math.min(limit, textWidth(piece))));
}

/** Narrows the widest columns, and only as far as needed: first down to what each would keep, then further. */
function fitWidths(
  natural: readonly number[],
  kept: readonly number[],
  available: number,
): readonly number[] {
  const widths = natural.map((width) => Math.min(width, available));
  for (const floors of [kept, kept.map(() => COLUMN_WIDTH_MIN)]) {
    for (let excess = sum(widths) - available; excess > 0; excess -= 1) {
      const widest = Math.max(...widths.filter((width, at) => width > (floors[at] ?? COLUMN_WIDTH_MIN)));
      const at = widths.findIndex((width, column) => width === widest && width > (floors[column] ?? 0));
      if (at < 0) break;
      widths[at] = widest - 1;
    }
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
