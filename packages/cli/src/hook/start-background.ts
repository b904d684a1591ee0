import { mkdirSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { HookMoment, RuntimeName } from "@metis-curate/runtimes/hook";
import { ownCommand } from "../start/own-command.ts";
import { BACKGROUND_OPTION } from "./background-option.ts";
import { curatorDirectory } from "./hook-place.ts";

/** What the process after a hook is told; paths and ids only. */
export interface BackgroundTask {
  readonly runtime: RuntimeName;
  readonly moment: Exclude<HookMoment, null>;
  readonly sessionId: string;
  readonly workspace: string | null;
  readonly transcriptPath: string | null;
}

/** Where only turns end, or sessions start, work is done at most so often. An end is always news. */
const EVERY_MS: Readonly<Record<BackgroundTask["moment"], number>> = {
  end: 0,
  turn: 10 * 60_000,
  start: 60 * 60_000,
};

/**
 * Starts the work after a hook in a process of its own, which outlives the agent: another session and process group,
 * nothing of ours held open. Returns whether it did; not again too soon. Rejects with the error of the system.
 */
export async function startBackground(home: string, task: BackgroundTask, nowMs: number): Promise<boolean> {
  if (!isTime(home, task, nowMs)) return false;
  // Few records need it, and all would wait for it.
  const { spawn } = await import("node:child_process");
  const [program, ...words] = ownCommand();
  const child = spawn(program, [...words, "hook", task.runtime, BACKGROUND_OPTION, JSON.stringify(task)], {
    detached: true,
    stdio: "ignore",
    cwd: home,
    env: process.env,
  });
  child.on("error", () => {});
  child.unref();
  return true;
}

function isTime(home: string, { runtime, moment }: BackgroundTask, nowMs: number): boolean {
  const everyMs = EVERY_MS[moment];
  const path = join(curatorDirectory(home), `.${runtime}-${moment}`);
  const lastMs = statSync(path, { throwIfNoEntry: false })?.mtimeMs;
  if (everyMs > 0 && lastMs !== undefined && Math.abs(nowMs - lastMs) < everyMs) return false;
  if (everyMs === 0) return true;
  mkdirSync(curatorDirectory(home), { recursive: true });
  writeFileSync(path, "");
  utimesSync(path, nowMs / 1_000, nowMs / 1_000);
  return true;
}

/** Reads the task of a background process; null for what is none. */
export function decodeTask(text: string): BackgroundTask | null {
  try {
    const value = JSON.parse(text) as Partial<BackgroundTask> | null;
    const { runtime, moment, sessionId, workspace, transcriptPath } = value ?? {};
    if (runtime === undefined || typeof sessionId !== "string") return null;
    if (moment !== "start" && moment !== "end" && moment !== "turn") return null;
    return {
      runtime,
      moment,
      sessionId,
      workspace: typeof workspace === "string" ? workspace : null,
      transcriptPath: typeof transcriptPath === "string" ? transcriptPath : null,
    };
  } catch {
    return null;
  }
}
