import { expect, test } from "bun:test";
import { createCurator, type FileSystemErrorKind, type TraceErrorKind } from "@metis-curate/core";
import { type CutMode, reportPoints } from "@metis-curate/testkit";
import { ALL_SCENARIOS } from "./scenarios.ts";
import { expectWhole, makeWorld, performCut, recover, reopen } from "./world.ts";

const FAULTS: readonly CutMode[] = ["fail-once", "fail-from-then-on"];
/** One kind of error per effect, in turn. */
const FILE_ERRORS: readonly FileSystemErrorKind[] = [
  "no-space",
  "permission-denied",
  "too-many-open-files",
  "io",
];
const TRACE_ERRORS: readonly TraceErrorKind[] = ["locked", "no-space", "io"];
/** Every effect with `bun run torture`, every third otherwise. */
const STRIDE = process.env["METIS_TORTURE"] === "1" ? 1 : 3;
let points = 0;

for (const scenario of ALL_SCENARIOS) {
  test(`${scenario.name}: an error of any effect is an answer, and leaves the library whole`, async () => {
    const rehearsal = await makeWorld(scenario);
    const effects = (await performCut(rehearsal, scenario)).count();
    for (let at = 1; at <= effects; at += STRIDE) {
      for (const mode of FAULTS) {
        points += 1;
        const world = await makeWorld(scenario);
        const fileError = FILE_ERRORS[at % FILE_ERRORS.length] ?? "io";
        const traceError = TRACE_ERRORS[at % TRACE_ERRORS.length] ?? "io";
        const recorder = await performCut(world, scenario, { at, mode, fileError, traceError });
        expect(recorder.count()).toBeGreaterThanOrEqual(at);
        await recover(world);
        expectWhole(world);
        await scenario.act(createCurator(reopen(world, 0.75)));
        expectWhole(world);
      }
    }
  });
}

test("the sweep has looked at a good number of faults", () => {
  reportPoints("fault sweep of single acts", points);
  expect(points).toBeGreaterThan(300);
});
