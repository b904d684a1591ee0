/** How a series is drawn: tones of one colour, told apart by lightness. */
export type ChartTone = "first" | "second" | "third";

export interface ChartSeries {
  readonly label: string;
  readonly tone: ChartTone;
}

export interface ChartValue {
  /** What is drawn; at least 0. */
  readonly amount: number;
  /** What is written, exact. */
  readonly text: string;
}

export interface ChartPoint {
  readonly label: string;
  /** One for each series, stacked in their order. */
  readonly values: readonly ChartValue[];
  readonly href?: string;
}

/** Stacked bars over equal steps; the table of its numbers is part of it. */
export interface ChartSpec {
  readonly title: string;
  /** One sentence that says what the picture shows. */
  readonly summary: string;
  readonly unit: "usd" | "count";
  /** What a step is: `Day`, `Week`, `Run`. */
  readonly step: string;
  readonly series: readonly ChartSeries[];
  readonly points: readonly ChartPoint[];
  readonly limit?: { readonly label: string; readonly amount: number };
}

/** Upper end of the scale, a round number; and the limit when it lies on the scale. */
export interface ChartScale {
  readonly top: number;
  readonly limit: number | null;
}

/** Below this share of the limit the limit would flatten every bar, so it is only named. */
const LIMIT_SHARE_MIN = 0.1;

/** The scale of a chart: its largest stack or the limit, rounded up. */
export function scaleOf({ points, limit }: ChartSpec): ChartScale {
  const most = points.reduce((max, point) => Math.max(max, stackOf(point)), 0);
  const isLimitNear = limit !== undefined && limit.amount > 0 && most >= limit.amount * LIMIT_SHARE_MIN;
  return {
    top: roundUp(Math.max(most, isLimitNear ? limit.amount : 0)),
    limit: isLimitNear ? limit.amount : null,
  };
}

/** Height of a whole stack. */
export function stackOf({ values }: ChartPoint): number {
  return values.reduce((sum, { amount }) => sum + amount, 0);
}

const ROUND_STEPS = [1, 1.5, 2, 2.5, 3, 4, 5, 6, 8, 10] as const;

function roundUp(value: number): number {
  if (!(value > 0)) return 1;
  const power = 10 ** Math.floor(Math.log10(value));
  const step = ROUND_STEPS.find((one) => one * power >= value * (1 - Number.EPSILON)) ?? 10;
  return step * power;
}
