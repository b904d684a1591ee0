/** Times of one piece of work in milliseconds. */
export interface Timing {
  readonly medianMs: number;
  readonly p95Ms: number;
}

/** Runs work `rounds` times, after once to warm up, and returns how long it took. */
export async function measure(rounds: number, work: () => unknown): Promise<Timing> {
  await work();
  const times: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const startedMs = performance.now();
    await work();
    times.push(performance.now() - startedMs);
  }
  times.sort((left, right) => left - right);
  return { medianMs: quantile(times, 0.5), p95Ms: quantile(times, 0.95) };
}

/** The least measured time that this share of the measurements does not exceed. */
function quantile(sorted: readonly number[], share: number): number {
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN;
}
