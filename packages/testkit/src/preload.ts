import { configureGlobal } from "fast-check";

const DEFAULT_SEED = 20_261_201;

/** Every property of a test run uses one seed: `METIS_TEST_SEED` (32 bits), else a fixed one. */
configureGlobal({ seed: Number(process.env["METIS_TEST_SEED"] ?? DEFAULT_SEED) | 0 });
