const DEFAULT_SEED = 20_261_201;

/** The seed of this test run (`METIS_TEST_SEED`), for samples that are the same on every machine. */
export function testSeed(): number {
  const seed = Number(process.env["METIS_TEST_SEED"] ?? DEFAULT_SEED);
  return Number.isFinite(seed) ? Math.abs(Math.trunc(seed)) : DEFAULT_SEED;
}

/** True in the long versions of the sweeps. */
export function isTorture(): boolean {
  return process.env["METIS_TORTURE"] === "1";
}

/**
 * About `wanted` numbers from 1 to `total`, evenly spread; all of them when there are no more, or with torture. The
 * seed shifts the sample, so that runs of many seeds meet every number.
 */
export function spreadPoints(total: number, wanted: number, seed: number = testSeed()): readonly number[] {
  const stride = isTorture() ? 1 : Math.max(1, Math.ceil(total / wanted));
  const points: number[] = [];
  for (let at = 1 + (seed % stride); at <= total; at += stride) points.push(at);
  return points;
}
