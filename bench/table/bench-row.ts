/** A path of the product beside the least that the same work can cost. */
export interface BenchRow {
  /** One word, for `--only`. */
  readonly key: string;
  readonly what: string;
  readonly floor: string;
  /** What the ratio should be, for a person: `≥ 0.80 of its rate`, `≤ 3 ×`. */
  readonly aim: string;
  /** Sizes of the data, the smallest first; growth is told from the first to the last. */
  readonly sizes: readonly number[];
  /** Makes the data of one size. */
  prepare(size: number): Promise<PreparedRow>;
}

export interface PreparedRow {
  /** One round of each; both do the same amount of work. */
  readonly ours: () => unknown;
  readonly floorWork: () => unknown;
  /** Rounds of this size; default what was asked for. */
  readonly rounds?: number;
  readonly note?: () => string;
  /** What is told in place of times, in MB; both works have run by then. */
  readonly megabytes?: () => { readonly ours: number; readonly floor: number };
  dispose(): void | Promise<void>;
}

export interface RowResult {
  readonly key: string;
  readonly what: string;
  readonly size: number;
  readonly unit: "ms" | "MB";
  readonly ours: number;
  readonly floor: string;
  readonly floorFigure: number;
  /** Median of the ratios of each round: ours over the floor. */
  readonly ratio: number;
  /** Median absolute deviation of those ratios. */
  readonly spread: number;
  readonly aim: string;
  /** Ours at this size over ours at the size before, per unit of size: 1 is linear, 0 flat. Null at the first. */
  readonly growth: number | null;
  readonly note: string;
}
