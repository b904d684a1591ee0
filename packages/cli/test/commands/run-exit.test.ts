import { describe, expect, test } from "bun:test";
import type { RunOptions, RunReport, SkipRecord, Usd } from "@metis-curate/core";
import { RUN_REPORT } from "../support/reports.ts";
import { runCommandLine } from "../support/run-command-line.ts";

function skip(kind: string): SkipRecord {
  return { skills: ["x"], action: "archive", kind, message: kind, cost_usd: "0" as Usd };
}

const EXITS: readonly (readonly [what: string, report: Partial<RunReport>, exitCode: number])[] = [
  ["completed", {}, 0],
  ["nothing to do", { throttled_reason: "no_candidates", actions: [], skips: [] }, 0],
  ["stopped at a cap", { throttled_reason: "per_run_cap" }, 0],
  ["declined", { actions: [], skips: [skip("declined")] }, 0],
  ["an action failed", { errors: 1, skips: [skip("failed")] }, 1],
  ["one model call of several failed", { errors: 1, skips: [skip("error")] }, 0],
  ["a model call and an action failed", { errors: 2, skips: [skip("error"), skip("failed")] }, 1],
  ["every model call failed", { errors: 1, actions: [], skips: [skip("error"), skip("over-run-cap")] }, 1],
  ["every model call was refused", { errors: 2, actions: [], skips: [skip("refused"), skip("error")] }, 1],
  [
    "one answer was refused by code",
    { errors: 1, actions: [], skips: [skip("retention"), skip("error")] },
    0,
  ],
  ["one of two calls was declined", { errors: 1, actions: [], skips: [skip("declined"), skip("error")] }, 0],
  ["no model was asked", { actions: [], skips: [skip("changed-meanwhile")] }, 0],
  ["the model kept failing", { ended_early: "model_errors" }, 1],
  ["ended by a failed action", { ended_early: "failed" }, 1],
  ["interrupted", { ended_early: "interrupted" }, 130],
  ["disabled", { throttled_reason: "disabled", actions: [], skips: [] }, 3],
];

describe("the exit code of a run", () => {
  test.each(EXITS)("%s", async (_what, change, exitCode) => {
    const run = async () => ({ ok: true, value: { ...RUN_REPORT, ...change } }) as const;
    for (const words of [["ws"], ["ws", "--json"]]) {
      const ran = await runCommandLine(words, { curator: { run } });
      expect(ran.exitCode).toBe(exitCode);
      expect(ran.stdout).not.toBe("");
    }
  });

  test("a scheduled run on a disabled root is no failure", async () => {
    const value: RunReport = { ...RUN_REPORT, throttled_reason: "disabled", actions: [], skips: [] };
    const run = async () => ({ ok: true, value }) as const;
    expect((await runCommandLine(["ws", "--trigger", "scheduled"], { curator: { run } })).exitCode).toBe(0);
  });
});

describe("Ctrl-C", () => {
  test("the first stops after the action with a full record and 130, the second kills", async () => {
    let interrupt: () => void = () => {};
    const aborted: boolean[] = [];
    const run = async ({ signal }: RunOptions) => {
      interrupt();
      aborted.push(signal?.aborted === true);
      interrupt();
      return { ok: true, value: { ...RUN_REPORT, ended_early: "interrupted" } } as const;
    };
    const ran = await runCommandLine(["ws", "--json"], {
      curator: { run },
      onListen: (listener) => {
        interrupt = listener;
      },
    });
    expect(aborted).toEqual([true]);
    expect(ran.kills).toBe(1);
    expect(ran.exitCode).toBe(130);
    expect(JSON.parse(ran.stdout).ended_early).toBe("interrupted");
    expect(ran.stderr).toBe("stopping after the current action; Ctrl-C again ends at once\n");
    expect(ran.closed).toBe(1);
  });
});
