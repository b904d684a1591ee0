import { Bench, type Task } from "tinybench";

export interface PairTiming {
  readonly oursMs: number;
  readonly floorMs: number;
  /** Median of the ratios within a round. */
  readonly ratio: number;
  /** Half of the rounds have a ratio no further than this from the median (median absolute deviation). */
  readonly spread: number;
}

interface Round {
  readonly ours: number;
  readonly floor: number;
}

/**
 * Runs both works in turn, each first in every other round, after once to warm up, and returns the medians of their times
 * and of the ratios within a round: what else the machine does meanwhile touches both.
 */
export async function measurePair(
  rounds: number,
  ours: () => unknown,
  floor: () => unknown,
): Promise<PairTiming> {
  await ours();
  await floor();
  const times: Round[] = [];
  for (let round = 0; round < rounds; round += 1) times.push(await measureRound(round, ours, floor));
  const ratios = times.map((time) => time.ours / time.floor);
  const ratio = median(ratios);
  return {
    oursMs: median(times.map((time) => time.ours)),
    floorMs: median(times.map((time) => time.floor)),
    ratio,
    spread: median(ratios.map((one) => Math.abs(one - ratio))),
  };
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : (upper + (sorted[middle - 1] ?? Number.NaN)) / 2;
}

/** One run of each: the library would run all of the one before the other. */
async function measureRound(round: number, ours: () => unknown, floor: () => unknown): Promise<Round> {
  const bench = new Bench({ iterations: 1, time: 0, warmup: false, throws: true });
  const works = [
    ["ours", ours],
    ["floor", floor],
  ] as const;
  for (const [name, work] of round % 2 === 0 ? works : works.toReversed()) {
    bench.add(name, async () => void (await work()), { async: true });
  }
  await bench.run();
  return { ours: meanMs(bench.getTask("ours")), floor: meanMs(bench.getTask("floor")) };
}

function meanMs(task: Task | undefined): number {
  if (task?.result.state !== "completed") throw new Error(`${task?.name} was not measured`);
  return task.result.latency.mean;
}
