import { expect, test } from "bun:test";
import type { Outcome, ReindexOptions, ReindexProgress, ReindexReport } from "@metis-curate/core";
import type { Progress } from "@modelcontextprotocol/client";
import fc from "fast-check";
import { reindexSteps } from "../../src/tools/reindex-steps.ts";
import { call, connect, ERAS } from "../support/connect.ts";
import { mcpFixture } from "../support/mcp-fixture.ts";

/** A server whose reindexing is what the test says. */
function serverWith(reindex: (options: ReindexOptions) => Promise<Outcome<ReindexReport>>) {
  const fixture = mcpFixture();
  const matcher = { ...fixture.matcher, reindex: (options?: ReindexOptions) => reindex(options ?? {}) };
  const open = async () => ({ ok: true, value: { ...fixture.place, matcher } }) as const;
  return { ...fixture, mcp: { ...fixture.mcp, open } };
}

test.each(ERAS)("progress rises to the end over %s, and only for who asked", async (era) => {
  const { mcp } = mcpFixture();
  const client = await connect(mcp, era);
  const seen: Progress[] = [];
  await client.callTool({ name: "skill_reindex" }, { onprogress: (progress) => seen.push(progress) });
  expect(seen.length).toBeGreaterThan(1);
  for (const [at, { progress, total }] of seen.entries()) {
    expect(progress).toBeGreaterThan(seen[at - 1]?.progress ?? -1);
    expect(progress).toBeLessThanOrEqual(total ?? 0);
  }
  expect((await call(client, "skill_reindex")).report).toMatchObject({ indexed: 2 });
});

test.each(ERAS)("a call that its client cancels is cancelled over %s", async (era) => {
  const cancelled = Promise.withResolvers<unknown>();
  const begun = Promise.withResolvers<void>();
  const { mcp } = serverWith(({ signal }) => {
    begun.resolve();
    return new Promise((resolve) => {
      signal?.addEventListener("abort", () => {
        cancelled.resolve(true);
        resolve({ ok: false, refusal: { kind: "cancelled", message: "cancelled", exitCode: 3 } });
      });
    });
  });
  const client = await connect(mcp, era);
  const stop = new AbortController();
  const calling = client.callTool({ name: "skill_reindex" }, { signal: stop.signal });
  await begun.promise;
  stop.abort();
  await expect(calling).rejects.toThrow();
  expect(await cancelled.promise).toBe(true);
  expect((await client.listTools()).tools.length).toBeGreaterThan(0);
});

test("the steps of any reindex rise and stay within their total", () => {
  const stage = fc.constantFrom<ReindexProgress["stage"]>("scan", "index", "embed", "learn");
  const size = fc.option(fc.nat(50));
  const progress = fc.record({ stage, done: fc.nat(60), total: size });
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 3 }), fc.array(progress, { maxLength: 40 }), (roots, stream) => {
      const steps = reindexSteps(roots);
      let last = -1;
      for (const one of stream) {
        const step = steps(one);
        if (step === null) continue;
        expect(step.progress).toBeGreaterThan(last);
        expect(step.progress).toBeLessThanOrEqual(step.total);
        last = step.progress;
      }
    }),
    { numRuns: 200 },
  );
});
