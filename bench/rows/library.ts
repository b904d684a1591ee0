import { createHash } from "node:crypto";
import { readFileSync, rmSync, statSync, utimesSync } from "node:fs";
import type { Logger } from "@metis-curate/core";
import { openCurator } from "metis-curate";
import type { BenchRow, PreparedRow } from "../table/bench-row.ts";
import { type MadeWorkspace, makeWorkspace, writeHistory } from "./made-workspace.ts";

const ROUNDS = 7;
const EVENTS = 1_000_000;
const SKILL_EVENTS = 100_000;
/** Events beside which a list is made. */
const LIST_EVENTS = 10_000;
/** Checks of one round. */
const CHECKS = 50;
const HOUR_MS = 3_600_000;
const SILENT: Logger = { log: () => {} };

export const libraryRows: readonly BenchRow[] = [
  {
    key: "plan",
    what: "plan, over 1,000,000 events, of skills",
    floor: "reading and hashing their files",
    aim: "≤ 4",
    sizes: [1_000],
    prepare: (skills) => prepare(skills, EVENTS * (skills / 1_000), SKILL_EVENTS * (skills / 1_000), "plan"),
  },
  {
    key: "list",
    what: "--list of skills",
    floor: "reading their files",
    aim: "≤ 4",
    sizes: [1_000, 10_000],
    prepare: (skills) => prepare(skills, LIST_EVENTS, LIST_EVENTS, "list"),
  },
  {
    key: "maybe-run",
    what: "maybeRun that is not due, × 50",
    floor: "two stats, one small read, × 50",
    aim: "≤ 2",
    sizes: [1_000],
    prepare: (skills) => prepare(skills, LIST_EVENTS, LIST_EVENTS, "maybe-run"),
  },
];

export function curatorOf(made: MadeWorkspace) {
  return openCurator({
    workspace: made.workspace,
    global: false,
    home: made.home,
    cwd: made.home,
    env: {},
    modelOverride: "rules",
    logger: SILENT,
    commandLine: "metis-curate ws",
  });
}

async function prepare(
  skills: number,
  events: number,
  skillEvents: number,
  path: "plan" | "list" | "maybe-run",
): Promise<PreparedRow> {
  const made = makeWorkspace(skills);
  writeHistory(made, events, skillEvents);
  const opened = await curatorOf(made);
  if (!opened.ok) throw new Error(opened.refusal.message);
  const { curator, close } = opened.value;
  if (path === "maybe-run") {
    // The first check of a library only starts its interval, which is then an hour old.
    await curator.maybeRun("bench");
    const hourAgo = new Date(Date.now() - HOUR_MS);
    utimesSync(made.root.sidecarPath, hourAgo, hourAgo);
  }
  const works = {
    plan: () => curator.plan(),
    list: () => curator.list(),
    "maybe-run": async () => {
      for (let n = 0; n < CHECKS; n += 1) await curator.maybeRun("bench");
    },
  };
  const floors = {
    plan: () => readAll(made, true),
    list: () => readAll(made, false),
    "maybe-run": () => {
      for (let n = 0; n < CHECKS; n += 1) statsAndRead(made);
    },
  };
  return {
    rounds: ROUNDS,
    ours: works[path],
    floorWork: floors[path],
    dispose: () => {
      close();
      rmSync(made.home, { recursive: true });
    },
  };
}

function readAll({ files }: MadeWorkspace, hash: boolean): number {
  let bytes = 0;
  for (const file of files) {
    const content = readFileSync(file);
    if (hash) createHash("sha256").update(content).digest("hex");
    bytes += content.length;
  }
  return bytes;
}

/** The small read is `state.json`, which alone answers a check that is not due. */
function statsAndRead({ root, database }: MadeWorkspace): void {
  statSync(root.skillsDir);
  statSync(database);
  readFileSync(root.sidecarPath);
}
