/**
 * Prints how fast the product is on this machine, each path beside the least that the same work costs in the same
 * process: `bun run bench [--full] [--small] [--only <key>] [--rounds N] [--json]`. See `bench/README.md`.
 */
import { parseArgs } from "node:util";
import { analyticsRows } from "./analytics/bench-analytics.ts";
import { appendRows } from "./rows/append.ts";
import { clusteringRows } from "./rows/clustering.ts";
import { foldRows } from "./rows/fold.ts";
import { libraryRows } from "./rows/library.ts";
import { peerRows } from "./rows/peers.ts";
import { processRows } from "./rows/processes.ts";
import type { BenchRow } from "./table/bench-row.ts";
import { formatTable } from "./table/print-table.ts";
import { runRows } from "./table/run-rows.ts";

const ROUNDS_DEFAULT = 15;
/** Data of ten million events takes minutes to write. */
const SIZE_MAX = 1_000_000;

const ROWS: readonly BenchRow[] = [
  ...appendRows,
  ...foldRows,
  ...libraryRows,
  ...clusteringRows,
  ...analyticsRows,
  ...processRows,
  ...peerRows,
];

const { values } = parseArgs({
  options: {
    full: { type: "boolean", default: false },
    small: { type: "boolean", default: false },
    json: { type: "boolean", default: false },
    only: { type: "string" },
    rounds: { type: "string", default: String(ROUNDS_DEFAULT) },
  },
});
if (!/^[1-9]\d{0,4}$/.test(values.rounds))
  fail(`--rounds needs a whole number from 1, not "${values.rounds}"`);
const only = values.only?.split(",") ?? null;
const unknown = only?.find((key) => !ROWS.some((row) => row.key === key));
if (unknown !== undefined) {
  fail(`--only "${unknown}" is no path; they are ${[...new Set(ROWS.map(({ key }) => key))].join(", ")}`);
}

const chosen = ROWS.filter(({ key }) => only === null || only.includes(key));
const results = await runRows(chosen, {
  rounds: Number(values.rounds),
  sizeMax: values.full ? Number.POSITIVE_INFINITY : SIZE_MAX,
  scale: values.small ? 0.001 : 1,
  onResult: ({ what, size }) => console.error(`${what}, ${size.toLocaleString("en")}`),
});
console.log(values.json ? JSON.stringify(results, null, 2) : formatTable(results));

function fail(message: string): never {
  console.error(`error: ${message}`);
  process.exit(2);
}
