import type { LabelledTask } from "./read-routing.ts";

/** What a way of matching answered to one task. */
export interface RoutedTask {
  /** Names, best first. */
  readonly ranked: readonly string[];
  /** Calibrated 0..1. */
  readonly fit: number;
  readonly score: number;
}

export interface RoutingFigures {
  readonly tasks: number;
  readonly hit1: number;
  readonly hit3: number;
  readonly mrr: number;
  /** How well the score tells tasks with a fitting skill from those without; null without such tasks. */
  readonly auc: number | null;
  /** Share of the tasks with a fitting skill that are called a gap. */
  readonly falseGaps: number;
  /** Share of the tasks without one that are called a gap; null without such tasks. */
  readonly foundGaps: number | null;
  /** Standard error of hit@1 over tasks. */
  readonly hit1Error: number;
}

/** Scores below it are a gap. */
export const THRESHOLD = 0.5;

/** Returns the figures of answers to labelled tasks, in the same order. A skill that is not ranked has no rank. */
export function routingFigures(
  tasks: readonly LabelledTask[],
  answers: readonly RoutedTask[],
): RoutingFigures {
  const pairs = tasks.flatMap(({ expected }, index) => {
    const answer = answers[index];
    return answer === undefined ? [] : [{ expected, answer }];
  });
  const fitting = pairs.flatMap(({ expected, answer }) => (expected === null ? [] : [{ expected, answer }]));
  const unfitting = pairs.filter(({ expected }) => expected === null);
  const places = fitting.map(({ expected, answer }) => answer.ranked.indexOf(expected) + 1);
  const within = (limit: number): number => mean(places.map((place) => Number(place > 0 && place <= limit)));
  const hit1 = within(1);
  const isGap = ({ answer }: { readonly answer: RoutedTask }): number => Number(answer.score < THRESHOLD);
  return {
    tasks: pairs.length,
    hit1,
    hit3: within(3),
    mrr: mean(places.map((place) => (place === 0 ? 0 : 1 / place))),
    auc: areaUnderCurve(
      fitting.map(({ answer }) => answer.fit),
      unfitting.map(({ answer }) => answer.fit),
    ),
    falseGaps: mean(fitting.map(isGap)),
    foundGaps: unfitting.length === 0 ? null : mean(unfitting.map(isGap)),
    hit1Error: places.length === 0 ? 0 : Math.sqrt((hit1 * (1 - hit1)) / places.length),
  };
}

/** The chance that one of the first is larger than one of the second, equals half; null when either is empty. */
export function areaUnderCurve(larger: readonly number[], smaller: readonly number[]): number | null {
  if (larger.length === 0 || smaller.length === 0) return null;
  let won = 0;
  for (const a of larger) for (const b of smaller) won += a > b ? 1 : a === b ? 0.5 : 0;
  return won / (larger.length * smaller.length);
}

function mean(values: readonly number[]): number {
  return values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length;
}
