import { setDefaultTimeout } from "bun:test";
import { configureGlobal } from "fast-check";

const DEFAULT_SEED = 20_261_201;
/** A sweep on a slow machine; nothing else comes near. */
const TEST_TIMEOUT_MS = process.env["METIS_TORTURE"] === "1" ? 1_800_000 : 180_000;

/** Every property of a test run uses one seed: `METIS_TEST_SEED` (32 bits), else a fixed one. */
configureGlobal({ seed: Number(process.env["METIS_TEST_SEED"] ?? DEFAULT_SEED) | 0 });
setDefaultTimeout(TEST_TIMEOUT_MS);
/** The modes of new files are the same on every machine, in child processes too. */
process.umask(0o022);
