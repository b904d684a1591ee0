import { realpathSync } from "node:fs";
import {
  buildEvents,
  createSkillResolver,
  type EventPlace,
  type HookRuntime,
  type HookTranslation,
  loadHookRuntime,
  noteHookSeen,
  type RuntimeName,
  readClaim,
  UNKNOWN_SESSION,
  whoTells,
} from "@metis-curate/runtimes/hook";
import { classifySqliteError } from "@metis-curate/sqlite";
import { faultWord, logHook } from "./hook-log.ts";
import { type HookPlace, hookTracePath } from "./hook-place.ts";
import { drainSpool, spoolEvents } from "./hook-spool.ts";
import { type BuildEvents, hasTrace, openHookTrace } from "./hook-trace.ts";
import { takeNotices } from "./notices.ts";
import { readRecord } from "./read-record.ts";
import { startBackground } from "./start-background.ts";

const US_PER_MS = 1_000;

/** What a hook is given of the world. */
export interface HookWorld extends HookPlace {
  readonly stdin: AsyncIterable<Uint8Array | string>;
  readonly nowMs: number;
}

export type RunHook = typeof runHook;

/**
 * Does the work of one hook (CONTRACTS 14) and returns what stdout must be. Whatever happens is one line in the log of
 * hooks: it never throws, and the agent gets the answer it expects.
 */
export async function runHook(asked: RuntimeName, world: HookWorld): Promise<string> {
  const { home, nowMs } = world;
  const expected = await loadHookRuntime(asked);
  const read = await readRecord(world.stdin);
  if (read.kind !== "record") {
    logHook(home, nowMs, asked, read.kind);
    return expected.answer(null);
  }
  const runtime = whoTells(asked, read.value);
  const adapter = runtime === asked ? expected : await loadHookRuntime(runtime);
  const translation = adapter.translateHook(read.value);
  if (!translation.understood) logHook(home, nowMs, runtime, "unknown-record", translation.kind);
  noteHookSeen(home, runtime, nowMs);
  await recordEvents(runtime, world, translation);
  await guard(world, runtime, () => startAfter(runtime, world, translation));
  return adapter.answer(noticeFor(adapter, world, translation));
}

async function recordEvents(
  runtime: RuntimeName,
  world: HookWorld,
  { sessionId, observations }: HookTranslation,
): Promise<void> {
  const { home, env, nowMs } = world;
  if (sessionId === null || !observations.some(({ kind }) => kind !== "session-started")) return;
  try {
    const place: EventPlace = {
      runtime,
      resolver: createSkillResolver({ home, env }),
      claim: observations.some(({ kind }) => kind === "skill-written") ? await readClaim(home) : "ask",
      nowUs: nowMs * US_PER_MS,
      isLive: true,
      realpath: realpathOf,
    };
    store(home, sessionId, runtime, (known) => buildEvents(place, known, observations).events);
  } catch (error) {
    logHook(home, nowMs, runtime, "not-recorded", faultWord(error));
  }
}

/**
 * Where another program holds the trace, the events wait in the spool. The trace is not closed: that would wait for the
 * disk, and the process ends anyway.
 */
function store(home: string, sessionId: string, runtime: RuntimeName, build: BuildEvents): void {
  const path = hookTracePath(home);
  if (!hasTrace(path) && build(UNKNOWN_SESSION).length === 0) return;
  try {
    const trace = openHookTrace(path);
    drainSpool(home, trace.insert);
    trace.record(sessionId, runtime, build);
  } catch (error) {
    if (classifySqliteError(error) !== "busy") throw error;
    const events = build(UNKNOWN_SESSION);
    if (events.length > 0) spoolEvents(home, events);
  }
}

async function startAfter(
  runtime: RuntimeName,
  world: HookWorld,
  translation: HookTranslation,
): Promise<void> {
  const { moment, sessionId, workspace, transcriptPath } = translation;
  if (moment === null || sessionId === null) return;
  await startBackground(world.home, { runtime, moment, sessionId, workspace, transcriptPath }, world.nowMs);
}

function noticeFor(
  { showsNotices }: HookRuntime,
  { home, nowMs }: HookWorld,
  { moment, workspace }: HookTranslation,
): string | null {
  if (moment !== "start" || !showsNotices) return null;
  return takeNotices(home, workspace === null ? null : (realpathOf(workspace) ?? workspace), nowMs);
}

async function guard(
  { home, nowMs }: HookWorld,
  runtime: RuntimeName,
  work: () => Promise<void>,
): Promise<void> {
  try {
    await work();
  } catch (error) {
    logHook(home, nowMs, runtime, "fault", faultWord(error));
  }
}

function realpathOf(path: string): string | null {
  try {
    return realpathSync(path);
  } catch {
    return null;
  }
}
