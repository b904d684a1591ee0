import { existsSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { fileRunLog, nodeFileSystem, systemClock } from "@metis-curate/adapters";
import { type FileSystem, type Layout, type Logger, openRoot, type Root } from "@metis-curate/core";
import { layoutsAt, nodeSkillFiles, SKILL_LOOKUPS, workspaceAndParents } from "@metis-curate/runtimes";
import { isRuntimeName } from "@metis-curate/runtimes/hook";
import { runImport } from "../import/run-import.ts";
import type { OpenCuratorOptions } from "../wire/curator-opener.ts";
import { openCurator } from "../wire/open-curator.ts";
import { commandOf } from "./describe-run.ts";
import { faultWord, logHook } from "./hook-log.ts";
import { curatorDirectory, type HookPlace, hookTracePath } from "./hook-place.ts";
import { drainSpool, SPOOL_FILES_MAX } from "./hook-spool.ts";
import { hasTrace, openHookTrace } from "./hook-trace.ts";
import { noteRun } from "./notices.ts";
import { type BackgroundTask, decodeTask } from "./start-background.ts";
import { tendSkillIndex } from "./tend-skill-index.ts";

/**
 * Does what follows a hook, in a process that the agent does not wait for (CONTRACTS 10.1, 14): events that had to wait
 * and what only the transcript has go into the trace, then every library that the agent reads there has its due check. Never throws; what happened is in
 * the log of runs.
 */
export async function runBackground(text: string, env: HookPlace["env"] = process.env): Promise<void> {
  const task = decodeTask(text);
  if (task === null || !isRuntimeName(task.runtime)) return;
  const place: HookPlace = { home: env["HOME"] || homedir(), env };
  const { home } = place;
  try {
    await catchUp(task, place);
    for (const { root, options } of concernedRoots(task, place)) {
      await checkRoot(task, root, options);
    }
  } catch (error) {
    logHook(home, Date.now(), task.runtime, "background", faultWord(error));
  }
}

interface Concerned {
  readonly root: Root;
  readonly options: OpenCuratorOptions;
}

/** The libraries that the runtime reads where it worked: those that are there and may be moved from, each once. */
function concernedRoots(task: BackgroundTask, place: HookPlace): readonly Concerned[] {
  const fs = nodeFileSystem();
  const files = nodeSkillFiles();
  const home = files.realpath(place.home) ?? place.home;
  const layouts = layoutsAt({ home, env: place.env, realpath: (path) => files.realpath(path) });
  const workspaces = workspaceAndParents(files, task.workspace);
  const found = new Map<string, Concerned>();
  for (const { layout, scope, parents } of SKILL_LOOKUPS[task.runtime]) {
    const bases = scope === "global" ? [null] : parents === true ? workspaces : workspaces.slice(0, 1);
    for (const base of bases) {
      const root = openPresent(fs, { base, layout, home, layouts });
      if (root === null || found.has(root.key)) continue;
      found.set(root.key, { root, options: optionsFor(root, layout, place) });
    }
  }
  return [...found.values()];
}

interface Wanted {
  readonly base: string | null;
  readonly layout: string;
  readonly home: string;
  readonly layouts: readonly Layout[];
}

function openPresent(fs: FileSystem, { base, layout, home, layouts }: Wanted): Root | null {
  const target = base === null ? "global" : { workspace: base };
  const opened = openRoot(fs, { target, home, layoutName: layout, layouts });
  return opened.kind === "root" && opened.root.skillsOf === undefined ? opened.root : null;
}

function optionsFor(root: Root, layout: string, { home, env }: HookPlace): OpenCuratorOptions {
  const isGlobal = root.scope === "global";
  return {
    workspace: isGlobal ? null : root.base,
    global: isGlobal,
    home,
    cwd: home,
    env,
    layout,
    logger: runLogger(home),
    commandLine: commandOf(root),
  };
}

/** Nobody reads what a detached process prints. */
function runLogger(home: string): Logger {
  const clock = systemClock();
  const silent: Logger = { log: () => {} };
  const log = fileRunLog(join(curatorDirectory(home), "curator.log"), { clock, logger: silent });
  return {
    log: (level, message) => {
      if (level === "warning" || level === "error") log.append(`${level}: ${message}`);
    },
  };
}

/** Without this nobody would know that a key is missing; told once in two weeks, as long as notices are kept. */
function noteNoModel(home: string, { key, base, scope }: Root, why: string): void {
  noteRun(home, { id: `no-model-${key}`, base, scope, text: why });
}

async function checkRoot(task: BackgroundTask, root: Root, options: OpenCuratorOptions): Promise<void> {
  const warnings: string[] = [];
  const logger: Logger = {
    log: (level, message) => {
      if (level === "warning") warnings.push(message);
      options.logger.log(level, message);
    },
  };
  try {
    const opened = await openCurator({ ...options, logger });
    if (!opened.ok) {
      options.logger.log("warning", `${root.key}: ${opened.refusal.message}`);
      return;
    }
    try {
      await opened.value.curator.maybeRun(task.sessionId);
      const why = opened.value.modelUsable ? undefined : warnings.at(-1);
      if (why !== undefined) noteNoModel(options.home, root, why);
    } finally {
      opened.value.close();
    }
    if (task.runtime === "kiro") await tendSkillIndex(task.moment, root, options);
  } catch (error) {
    options.logger.log("error", `${root.key}: ${String(error)}`);
  }
}

/** What hooks could not write, and what of the session only its transcript has. */
async function catchUp({ runtime, transcriptPath }: BackgroundTask, place: HookPlace): Promise<void> {
  const { home } = place;
  const nowMs = Date.now();
  if (transcriptPath === null || !existsSync(transcriptPath)) {
    emptySpool(home);
    return;
  }
  const request = { ...place, runtime, source: transcriptPath, sinceMs: null, dryRun: false, nowMs };
  const outcome = await runImport(request);
  if (!outcome.ok) logHook(home, nowMs, runtime, "not-imported", outcome.refusal.kind);
}

function emptySpool(home: string): void {
  const path = hookTracePath(home);
  if (!hasTrace(path)) return;
  const trace = openHookTrace(path);
  try {
    drainSpool(home, trace.insert, SPOOL_FILES_MAX);
  } finally {
    trace.close();
  }
}
