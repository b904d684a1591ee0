import type { ActReport, Outcome, RunOptions, SkillCurator, Usd } from "@metis-curate/core";
import {
  DOCTOR_REPORT,
  EXPLAIN_REPORT,
  HISTORY,
  LIST_REPORT,
  PLAN_REPORT,
  PROPOSALS_REPORT,
  RUN_REPORT,
  STATUS_REPORT,
  UNDO_REPORT,
} from "./reports.ts";

/** A curator that answers with canned reports and remembers what it was asked. */
export interface FakeCurator extends SkillCurator {
  readonly calls: readonly (readonly unknown[])[];
}

export function usd(amount: string): Usd {
  return amount as Usd;
}

export function createFakeCurator(overrides: Partial<SkillCurator> = {}): FakeCurator {
  const calls: unknown[][] = [];
  const answer = <T>(name: string, value: T, ...args: unknown[]): Outcome<T> => {
    calls.push([name, ...args.filter((arg) => arg !== undefined)]);
    return { ok: true, value };
  };
  const act = async (action: string, skill: string, ...args: unknown[]): Promise<Outcome<ActReport>> =>
    answer(action, { action, skill, payload: {}, message: `${action} ${skill}: done` }, skill, ...args);
  return {
    calls,
    plan: async () => answer("plan", PLAN_REPORT),
    run: async (options: RunOptions) => {
      const { signal, onProgress, ...rest } = options;
      onProgress?.(progressOf(null));
      onProgress?.(progressOf("archived"));
      calls.push(["run", rest, signal instanceof AbortSignal]);
      return { ok: true, value: RUN_REPORT };
    },
    maybeRun: async () => null,
    list: async () => answer("list", LIST_REPORT),
    rawState: () => answer("rawState", '{"schema_version": "1", "x": "\u001b[2J"}\n'),
    explain: async (skill) => answer("explain", EXPLAIN_REPORT, skill),
    pin: (skill) => act("pin", skill),
    unpin: (skill) => act("unpin", skill),
    archive: (skill, options) => act("archive", skill, options),
    restore: (skill, options) => act("restore", skill, options),
    promote: (skill) => act("promote", skill),
    adopt: (skill) => act("adopt", skill),
    disown: (skill) => act("disown", skill),
    proposals: async () => answer("proposals", PROPOSALS_REPORT),
    applyDescription: (skill) => act("apply-description", skill),
    undo: async (runId) => answer("undo", UNDO_REPORT, runId),
    pause: () => act("pause", ""),
    resume: () => act("resume", ""),
    status: async () => answer("status", STATUS_REPORT),
    history: async (options) => answer("history", HISTORY, options),
    doctor: async (options) => answer("doctor", DOCTOR_REPORT, options),
    saveSkill: async () => ({ kind: "refused", message: "the command line saves no skills" }),
    ...overrides,
  };
}

function progressOf(result: string | null) {
  return {
    index: 1,
    total: 3,
    action: "archive",
    skills: ["old-thing"],
    result,
    spendUsd: usd("0"),
  } as const;
}
