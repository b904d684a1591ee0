import { parseUsd, type SkillCurator, type Usd, ZERO_USD } from "@metis-curate/core";
import {
  busyAnswers,
  busyLibrary,
  type CuratorFixtureOptions,
  DEFAULT_USAGE,
  scriptedModel,
} from "@metis-curate/testkit";

/** A whole process, or a day of them, to be cut at each of its effects and then done once more. */
export interface Process {
  readonly name: string;
  /** A model of its own for each world: it counts what it was asked. */
  readonly fixture: () => CuratorFixtureOptions;
  /** What was done before, uncut. */
  readonly before?: (curator: SkillCurator) => Promise<unknown>;
  /** Done twice it leaves what it leaves when done once. */
  readonly act: (curator: SkillCurator) => Promise<unknown>;
  /** What an operator does afterwards, where the process itself is not due again. Default `act`. */
  readonly rerun?: (curator: SkillCurator) => Promise<unknown>;
  /** An unattended run that meets a root for the first time only notes the time, outside the trace. */
  readonly firstSight?: true;
  /** Further days that a rerun may need. Default 0. */
  readonly moreDays?: number;
}

/** Billed below what was estimated, as with a real provider. */
const usage = { ...DEFAULT_USAGE, inputTokens: 900, outputTokens: 150 };
const estimate = { ...DEFAULT_USAGE, inputTokens: 2_000, outputTokens: 400 };

function paidModel() {
  return scriptedModel({ answers: ({ dossier }) => busyAnswers(dossier), usage, estimate });
}

const usd = (text: string): Usd => parseUsd(text) ?? ZERO_USD;

const busy = (): CuratorFixtureOptions => ({ skills: busyLibrary(), model: paidModel() });
/** Three estimates of $0.0045 fit into a run, five into a day. */
const capped = (): CuratorFixtureOptions => ({
  ...busy(),
  config: { per_run_max_usd: usd("0.0135"), per_day_max_usd: usd("0.0225") },
});
const otherDisk = (): CuratorFixtureOptions => ({
  ...busy(),
  mounts: ["/home/ada/project/.metis/skills-archive"],
});

const RUN_ID = "01JVXXXXXXXXXXXXXXXXXXXXXX";
const DAY_OLD_RUN = [
  { type: "curator.run_started", daysAgo: 30, payload: startedPayload() },
  { type: "curator.run_finished", daysAgo: 30, payload: finishedPayload() },
];

function startedPayload() {
  return {
    curator_run_id: RUN_ID,
    source: "workspace",
    trigger: "session_ended",
    candidates_considered: 0,
    config_snapshot: {},
  };
}

function finishedPayload() {
  return {
    curator_run_id: RUN_ID,
    source: "workspace",
    actions_taken: 0,
    spend_usd: "0",
    throttled_reason: "no_candidates",
    duration_ms: 1,
    errors: 0,
    truncated: 0,
    skips: [],
    ended_early: null,
  };
}

const run = (curator: SkillCurator) => curator.run({ trigger: "explicit_cli", yes: true });

/** A time after the first run and before whatever comes later in the same test. */
const AFTER_FIRST_RUN = "2026-06-01T00:00:01Z";

async function undoFirstRun(curator: SkillCurator): Promise<void> {
  const history = await curator.history();
  const first = history.ok ? history.value.findLast(({ source }) => source !== "operator") : undefined;
  if (first !== undefined) await curator.undo(first.run_id);
}

/** One operator's commands after a run, each of them harmless when repeated. */
async function operatorsDay(curator: SkillCurator): Promise<void> {
  await curator.pin("fresh-idea");
  await curator.archive("lint-code-fast");
  await curator.restore("lint-code-fast");
  await curator.restore("decayed-probe", { before: AFTER_FIRST_RUN });
  await curator.adopt("by-hand");
  await curator.disown("worn-gauge");
  await undoFirstRun(curator);
  await curator.pause();
  await curator.resume();
  await curator.unpin("fresh-idea");
}

export const PROCESSES: readonly Process[] = [
  { name: "a paid run of every kind of action", fixture: busy, act: run },
  {
    name: "a paid run at a session's end",
    fixture: () => ({ ...busy(), events: DAY_OLD_RUN }),
    act: (curator) => curator.maybeRun("session-9"),
    rerun: run,
  },
  { name: "paid runs that meet both caps", fixture: capped, act: run, moreDays: 6 },
  { name: "an operator's day after a run", fixture: busy, before: run, act: operatorsDay },
  {
    name: "an operator's word on a description",
    fixture: busy,
    before: run,
    act: (curator) => curator.applyDescription("deploy-web-app"),
  },
  { name: "a paid run with the archive on another disk", fixture: otherDisk, act: run },
  {
    name: "a scheduled run at a root never seen",
    fixture: busy,
    firstSight: true,
    act: (curator) => curator.run({ trigger: "scheduled" }),
  },
  {
    name: "a session's end at a root never seen",
    fixture: busy,
    firstSight: true,
    act: (curator) => curator.maybeRun("session-9"),
  },
];
