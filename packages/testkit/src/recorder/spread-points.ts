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

/** About `wanted` numbers from 1 to `total`, evenly spread; the seed shifts them, so that many seeds meet every number. */
export function samplePoints(total: number, wanted: number, seed: number = testSeed()): readonly number[] {
  const stride = Math.max(1, Math.ceil(total / wanted));
  const points: number[] = [];
  for (let at = 1 + (seed % stride); at <= total; at += stride) points.push(at);
  return points;
}

/** As `samplePoints`, but every number with torture. */
export function spreadPoints(total: number, wanted: number, seed: number = testSeed()): readonly number[] {
  return samplePoints(total, isTorture() ? total : wanted, seed);
}
