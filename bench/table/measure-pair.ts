export interface PairTiming {
  readonly oursMs: number;
  readonly floorMs: number;
  readonly ratio: number;
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
  const times: { readonly ours: number; readonly floor: number }[] = [];
  for (let round = 0; round < rounds; round += 1) {
    if (round % 2 === 0) times.push({ ours: await timeOf(ours), floor: await timeOf(floor) });
    else {
      const floorMs = await timeOf(floor);
      times.push({ ours: await timeOf(ours), floor: floorMs });
    }
  }
  return {
    oursMs: median(times.map((time) => time.ours)),
    floorMs: median(times.map((time) => time.floor)),
    ratio: median(times.map((time) => time.ours / time.floor)),
  };
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : (upper + (sorted[middle - 1] ?? Number.NaN)) / 2;
}

async function timeOf(work: () => unknown): Promise<number> {
  const startedMs = performance.now();
  await work();
  return performance.now() - startedMs;
}
