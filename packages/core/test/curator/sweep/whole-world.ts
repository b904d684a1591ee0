import { expect } from "bun:test";
import {
  type CuratorDeps,
  createCurator,
  createIdSource,
  type EventEnvelope,
  intentsDir,
  parseUsd,
} from "@metis-curate/core";
import {
  type Caps,
  Crash,
  type CuratorFixture,
  type Cut,
  curatorFixture,
  findMoneyFaults,
  findPairFaults,
  findReplayFaults,
  findSidecarFaults,
  type LibraryDisk,
  memoryLock,
  type RecordedCurator,
  readLibraryDisk,
  recordCurator,
  recordedSpend,
  type ScriptedModel,
  type TreeDump,
} from "@metis-curate/testkit";
import type { Process } from "./processes.ts";

const TRUE_COST_USD = "0.00165";

/** A process' world: a disk, a trace, a model that is paid, and what was there at first. */
export interface WholeWorld {
  readonly process: Process;
  readonly fixture: CuratorFixture;
  readonly first: LibraryDisk;
  /** Every skill's files as they were before the process. */
  readonly before: TreeDump;
}

export async function makeWorld(process: Process): Promise<WholeWorld> {
  const { fixture: options, before } = process;
  const fixture = curatorFixture(options());
  const first = readLibraryDisk(fixture.fs, fixture.deps.root);
  await before?.(createCurator(fixture.deps));
  if (before !== undefined) fixture.clock.advanceUs(60_000_000);
  return { process, fixture, first, before: fixture.fs.dump(fixture.deps.root.base) };
}

/** The process with every effect counted, cut where asked. A crash ends it; any other error is a finding. */
export async function performCut(
  { fixture, process }: WholeWorld,
  cut?: Cut,
  meanwhile?: (effect: number) => void,
): Promise<RecordedCurator> {
  const recorded = recordCurator(fixture.deps, {
    ...(cut === undefined ? {} : { cut }),
    ...(meanwhile === undefined ? {} : { meanwhile }),
  });
  try {
    await process.act(createCurator(recorded.deps));
  } catch (error) {
    if (!(error instanceof Crash)) throw error;
  }
  return recorded;
}

/** A new process on the same disk and trace: the dead one's lock is free. */
export function reopen({ fixture }: WholeWorld, serial: number): CuratorDeps {
  return { ...fixture.deps, lock: memoryLock(), ids: createIdSource(fixture.clock, () => serial) };
}

/** The smallest command that recovers: what is paused is paused again, else resumed. */
export async function recover(world: WholeWorld, serial: number): Promise<void> {
  const curator = createCurator(reopen(world, serial));
  const status = await curator.status();
  const outcome = status.ok && status.value.paused ? await curator.pause() : await curator.resume();
  expect(outcome.ok, outcome.ok ? "" : outcome.refusal.message).toBe(true);
}

/** What must hold whenever no process is at work; `maySeeFirst` when a process may take the root for a new one. */
export function expectSound(
  world: WholeWorld,
  where: string,
  maySeeFirst = world.process.firstSight === true,
): void {
  const { fixture, first } = world;
  const { fs, deps } = fixture;
  const acts = ownEvents(fixture);
  expect(
    [
      ...findPairFaults(acts),
      ...findMoneyFaults(acts, capsOf(deps)),
      ...findReplayFaults(first, acts, readLibraryDisk(fs, deps.root)),
      ...findSidecarFaults(fs, deps.root, acts, { firstSight: maySeeFirst }),
      ...leftovers(fixture),
      ...findLostFiles(world),
      ...unbilledCalls(fixture, acts),
    ],
    where,
  ).toEqual([]);
}

/** Each call that was made is in the trace, for no less than it cost. */
function unbilledCalls({ deps }: CuratorFixture, acts: readonly EventEnvelope[]): readonly string[] {
  const asked = askedOf(deps);
  const started = acts.filter(({ type }) => type === "curator.call_started").length;
  const recorded = Number(recordedSpend(acts));
  return [
    ...(asked > started ? [`${asked} calls were made and ${started} recorded`] : []),
    ...(recorded + 1e-9 < (asked - freeAnswers(deps)) * Number(TRUE_COST_USD)
      ? [`${asked} calls cost more than ${recorded}`]
      : []),
  ];
}

export function askedOf({ model }: CuratorDeps): number {
  return requestsOf(model).length;
}

/** A refusal of the script is billed nothing. */
function freeAnswers({ model }: CuratorDeps): number {
  return requestsOf(model).filter(
    ({ dossier }) => dossier.purpose === "archive" && dossier.skill.name === "refused-tale",
  ).length;
}

function requestsOf(model: CuratorDeps["model"]): ScriptedModel["requests"] {
  return model.kind === "model" && "requests" in model.model ? (model.model as ScriptedModel).requests : [];
}

export function capsOf({ config }: CuratorDeps): Caps {
  const [perRunUsd, perDayUsd] = [parseUsd(config.per_run_max_usd), parseUsd(config.per_day_max_usd)];
  if (perRunUsd === null || perDayUsd === null) throw new Error("the caps are no amounts");
  return { perRunUsd, perDayUsd };
}

/** Events of the curator's own, not those of the agent's past. */
export function ownEvents({ trace }: CuratorFixture): readonly EventEnvelope[] {
  return trace.events.filter(({ type }) => !type.startsWith("tool."));
}

/** Every file that was there is somewhere, byte for byte and with its mode. */
function findLostFiles({ fixture, before }: WholeWorld): readonly string[] {
  const now = fixture.fs.dump(fixture.deps.root.base);
  const kept = new Set(Object.values(now).map((entry) => JSON.stringify(entry)));
  return Object.entries(before).flatMap(([path, entry]) =>
    entry.kind === "directory" || path.endsWith("state.json") || kept.has(JSON.stringify(entry))
      ? []
      : [`${path} is lost`],
  );
}

export function leftovers({ fs, deps }: CuratorFixture): readonly string[] {
  const paths = Object.keys(fs.dump("/"));
  const ours = paths.filter((path) => /\.metis-(?:tmp|removing)-|\.tmp$/.test(path));
  const privateDir = deps.root.privateDir.slice(1);
  const unfinished = paths.filter((path) =>
    ["intents", "staging", "aside"].some((name) => path.startsWith(`${privateDir}/${name}/`)),
  );
  return [...ours, ...unfinished];
}

/** Trees of skills, each whole: the live ones by path, the archived ones without their names. */
export interface Trees {
  readonly live: ReadonlyMap<string, string>;
  readonly archived: readonly string[];
}

export function treesOf({ fixture }: WholeWorld): Trees {
  const { fs, deps } = fixture;
  const { live, archives } = readLibraryDisk(fs, deps.root);
  const textOf = (directory: string) => JSON.stringify(fs.dump(directory));
  return {
    live: new Map([...live.keys()].map((path) => [path, textOf(`${deps.root.skillsDir}/${path}`)])),
    archived: archives.map((id) => textOf(`${deps.root.archiveDir}/${id}`)),
  };
}

/** Every tree that a skill has while no action is under way. */
export class WholeTrees {
  readonly #live = new Set<string>();
  readonly #archived = new Set<string>();

  add({ live, archived }: Trees): void {
    for (const [path, tree] of live) {
      this.#live.add(`${path} ${tree}`);
      this.#archived.add(tree);
    }
    for (const tree of archived) this.#archived.add(tree);
  }

  /** Trees that no uncut process leaves: a half-done one among them. */
  strangers({ live, archived }: Trees): readonly string[] {
    return [
      ...[...live].flatMap(([path, tree]) => (this.#live.has(`${path} ${tree}`) ? [] : [`live ${path}`])),
      ...archived.filter((tree) => !this.#archived.has(tree)).map((tree) => `archived ${tree}`),
    ];
  }
}

/** The uncut process: its effects, every tree of its quiet moments, and the skills it leaves. */
export async function rehearse(process: Process) {
  const world = await makeWorld(process);
  const trees = new WholeTrees();
  const { count } = await performCut(world, undefined, () => {
    if (!hasIntent(world)) trees.add(treesOf(world));
  });
  trees.add(treesOf(world));
  await finish(world);
  expectSound(world, "uncut");
  if (process.name.startsWith("a paid run of")) expect(askedOf(world.fixture.deps)).toBeGreaterThan(12);
  return { effects: count(), trees, live: [...treesOf(world).live] };
}

/** The same again, on fresh objects: what was not done is done now. */
export async function finish(world: WholeWorld): Promise<void> {
  const { process, fixture } = world;
  const again = process.rerun ?? process.act;
  for (let day = 0; day <= (process.moreDays ?? 0); day += 1) {
    if (day > 0) fixture.clock.advanceDays(1);
    await again(createCurator(reopen(world, 0.75 + day / 100)));
  }
}

function hasIntent({ fixture }: WholeWorld): boolean {
  const prefix = `${intentsDir(fixture.deps.root).slice(1)}/`;
  return Object.keys(fixture.fs.dump("/")).some((path) => path.startsWith(prefix));
}
