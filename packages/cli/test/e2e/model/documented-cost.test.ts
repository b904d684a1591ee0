import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { createCurator, DEFAULT_CONFIG, type RunReport } from "@metis-curate/core";
import { createModel } from "@metis-curate/models";
import {
  billOf,
  carefulAnswers,
  curatorFixture,
  type LedgerEntry,
  type ModelServer,
  modelServer,
  parseJudgedPrompt,
} from "@metis-curate/testkit";
import { FIRST_CLEANUP, type LibraryMix, largeLibrary, USUAL_WEEK } from "./support/large-library.ts";

/** What a page tells in figures must not drift from what is so by more than this. */
const TOLERANCE = 0.1;
/** Hooks do not take the default of the tests. */
const HOOK_TIMEOUT_MS = 300_000;
const PAGE = readFileSync(join(import.meta.dir, "../../../../../docs/models.md"), "utf8");

interface Measured {
  readonly server: ModelServer;
  readonly run: RunReport;
}

/** One run with the default configuration, caps included. */
async function measure(mix: LibraryMix): Promise<Measured> {
  const server = await modelServer({ script: carefulAnswers() });
  const { deps } = curatorFixture({
    skills: largeLibrary(mix),
    config: DEFAULT_CONFIG,
    model: createModel(DEFAULT_CONFIG.model, { ANTHROPIC_API_KEY: "test" }, { baseUrl: server.url }),
  });
  const run = await createCurator(deps).run({ trigger: "explicit_cli", yes: true });
  if (!run.ok) throw new Error(run.refusal.message);
  return { server, run: run.value };
}

function entriesOf({ server }: Measured, purpose: string): readonly LedgerEntry[] {
  return server.ledger.filter((entry) => {
    const request = server.requests[entry.request];
    return request !== undefined && parseJudgedPrompt(request)?.purpose === purpose;
  });
}

/** The cells after these of the page's row that begins with them, as numbers. */
function rowOf(...first: readonly string[]): readonly number[] {
  const rows = PAGE.split("\n").map((line) =>
    line
      .split("|")
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
  const row = rows.find((cells) => first.every((cell, at) => cells[at] === cell));
  if (row === undefined) throw new Error(`docs/models.md has no row ${first.join(", ")}`);
  return row.slice(first.length).map((cell) => Number(cell.replace(/[$,]/g, "")));
}

function near(documented: number | undefined, measured: number): boolean {
  return documented !== undefined && Math.abs(documented - measured) <= TOLERANCE * measured;
}

describe.each([
  ["first clean-up", FIRST_CLEANUP],
  ["usual week", USUAL_WEEK],
])("the figures of docs/models.md for the %s of 200 skills", (name, mix) => {
  let measured: Measured;
  beforeAll(async () => {
    measured = await measure(mix);
  }, HOOK_TIMEOUT_MS);
  afterAll(() => measured.server.close());

  test.each(["archive", "consolidate", "rewrite", "edit"])("%s", (purpose) => {
    const entries = entriesOf(measured, purpose);
    const [calls, input, output, cost] = rowOf(name, purpose);
    expect(calls).toBe(entries.length);
    const sum = (of: (entry: LedgerEntry) => number) =>
      entries.reduce((total, entry) => total + of(entry), 0);
    const inputs = sum(({ tokens }) => tokens.input + tokens.cacheRead + tokens.cacheWrite);
    expect([input, near(input, inputs / entries.length)]).toEqual([input, true]);
    expect([output, near(output, sum(({ tokens }) => tokens.output) / entries.length)]).toEqual([
      output,
      true,
    ]);
    expect([cost, near(cost, Number(billOf(entries)))]).toEqual([cost, true]);
  });

  test("the sum, within the default caps", () => {
    const { run, server } = measured;
    expect(run).toMatchObject({ throttled_reason: "completed", errors: 0, spend_usd: server.bill() });
    const [calls, , , cost] = rowOf(name, "all");
    expect(calls).toBe(server.ledger.length);
    expect([cost, near(cost, Number(server.bill()))]).toEqual([cost, true]);
  });
});
