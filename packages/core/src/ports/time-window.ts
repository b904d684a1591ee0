/** Half-open: `fromUs` ≤ t < `untilUs`, microseconds. */
export interface TimeWindow {
  readonly fromUs: number;
  readonly untilUs: number;
}
