import type { BenchRow, RowResult } from "./bench-row.ts";
import { measurePair } from "./measure-pair.ts";

export interface RunOptions {
  readonly rounds: number;
  /** Larger sizes are left out; a row keeps its smallest. */
  readonly sizeMax: number;
  /** 1, or less for a try that says nothing of the speed. */
  readonly scale: number;
  /** Told as soon as it is known. */
  onResult(result: RowResult): void;
}

/** Below it there is nothing to measure. */
const SIZE_LEAST = 50;

/** Measures every row at each of its sizes. */
export async function runRows(rows: readonly BenchRow[], options: RunOptions): Promise<readonly RowResult[]> {
  const results: RowResult[] = [];
  for (const row of rows) {
    const fitting = row.sizes.filter((size) => size <= options.sizeMax);
    let before: RowResult | null = null;
    for (const size of fitting.length === 0 ? row.sizes.slice(0, 1) : fitting) {
      const scaled = Math.max(Math.min(size, SIZE_LEAST), Math.round(size * options.scale));
      const result: RowResult = await runSize(row, scaled, before, options.rounds);
      results.push(result);
      options.onResult(result);
      before = result;
    }
  }
  return results;
}

async function runSize(
  row: BenchRow,
  size: number,
  before: RowResult | null,
  rounds: number,
): Promise<RowResult> {
  const prepared = await row.prepare(size);
  try {
    const most = Math.min(rounds, prepared.rounds ?? rounds);
    const times = await measurePair(most, prepared.ours, prepared.floorWork);
    const memory = prepared.megabytes?.();
    const ours = memory?.ours ?? times.oursMs;
    return {
      key: row.key,
      what: row.what,
      size,
      unit: memory === undefined ? "ms" : "MB",
      ours,
      floor: row.floor,
      floorFigure: memory?.floor ?? times.floorMs,
      ratio: memory === undefined ? times.ratio : memory.ours / memory.floor,
      spread: memory === undefined ? times.spread : 0,
      aim: row.aim,
      growth: before === null ? null : exponent(before, ours, size),
      note: prepared.note?.() ?? "",
    };
  } finally {
    await prepared.dispose();
  }
}

/** How the cost grows: the exponent of the size that it grows with. */
function exponent(before: RowResult, ours: number, size: number): number {
  return Math.log(ours / before.ours) / Math.log(size / before.size);
}
