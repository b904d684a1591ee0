import { appendFileSync } from "node:fs";
import { join } from "node:path";
import { databaseLock, nodeFileSystem, systemIds } from "@metis-curate/adapters";
import {
  type AuxiliaryModel,
  type CuratorDeps,
  METIS_LAYOUT,
  type SkillCurator,
  workspaceRoot,
} from "@metis-curate/core";
import {
  busyAnswers,
  busyLibrary,
  type CuratorFixture,
  curatorFixture,
  DEFAULT_USAGE,
  scriptedModel,
} from "@metis-curate/testkit";
import { openSqliteTrace } from "@metis-curate/trace-sqlite";

/** What a child process does until it is killed; done once more, it leaves what it leaves when done once. */
export interface KilledAct {
  /** What was done before, uncut. */
  readonly before?: (curator: SkillCurator) => Promise<unknown>;
  readonly act: (curator: SkillCurator) => Promise<unknown>;
}

const run = (curator: SkillCurator) => curator.run({ trigger: "explicit_cli", yes: true });

export const ACTS = {
  archive: { act: (curator) => curator.archive("forgotten-report") },
  run: { act: run },
  day: { before: run, act: operatorsDay },
} as const satisfies Record<string, KilledAct>;

export type ActName = keyof typeof ACTS;

export function killedAct(name: ActName): KilledAct {
  return ACTS[name];
}

async function operatorsDay(curator: SkillCurator): Promise<void> {
  await curator.pin("fresh-idea");
  await curator.archive("lint-code-fast");
  await curator.restore("lint-code-fast");
  await curator.adopt("by-hand");
  const history = await curator.history();
  const first = history.ok ? history.value.findLast(({ source }) => source !== "operator") : undefined;
  if (first !== undefined) await curator.undo(first.run_id);
  await curator.pause();
  await curator.resume();
}

export function workspaceIn(home: string): string {
  return join(home, "project");
}

/** One line for each call that really left the process. */
export function askedFile(home: string): string {
  return join(home, "asked");
}

/** The library in memory, at the path it will have on disk. */
export function memoryLibrary(home: string): CuratorFixture {
  return curatorFixture({ skills: busyLibrary(), workspace: workspaceIn(home), model: paidModel(home) });
}

/** Billed below what was estimated, as with a real provider. */
function paidModel(home: string): AuxiliaryModel {
  return scriptedModel({
    usage: { ...DEFAULT_USAGE, inputTokens: 900, outputTokens: 150 },
    estimate: { ...DEFAULT_USAGE, inputTokens: 2_000, outputTokens: 400 },
    answers: ({ purpose, dossier }) => {
      appendFileSync(askedFile(home), `${purpose}\n`);
      return busyAnswers(dossier);
    },
  });
}

export interface RealWorld {
  readonly deps: CuratorDeps;
  readonly close: () => void;
}

/** Opens the library on a real disk, with a real trace and the kernel's lock, as a process of its own would. */
export function openRealWorld(home: string): RealWorld {
  const { deps } = memoryLibrary(home);
  const trace = openSqliteTrace(join(home, "metis.db"), { create: true });
  return {
    deps: {
      ...deps,
      root: workspaceRoot({ workspace: workspaceIn(home), home, layout: METIS_LAYOUT }),
      fs: nodeFileSystem(),
      trace,
      lock: databaseLock(),
      ids: systemIds(deps.clock),
    },
    close: () => trace.close(),
  };
}
