import {
  type AuxiliaryModel,
  buildPriceTable,
  type ConfiguredModel,
  type CuratorConfig,
  type CuratorDeps,
  createIdSource,
  DEFAULT_CONFIG,
  type EventEnvelope,
  type FileSystem,
  findEventDefinition,
  globalRoot,
  METIS_LAYOUT,
  rulesModel,
  type SecretFinder,
  workspaceRoot,
} from "@metis-curate/core";
import { traceEvent } from "../arbitraries/index.ts";
import { type FixedClock, fixedClock, type InstantWait, instantWait } from "../clock/index.ts";
import { type MemoryFileSystem, memoryFileSystem, seedTree, type TreeSeed } from "../file-system/index.ts";
import { type MemoryLogger, memoryLogger } from "../logger/index.ts";
import { patternFinder } from "../secrets/index.ts";
import {
  type MemoryTraceOptions,
  type MemoryTraceStore,
  memoryLock,
  memoryTraceStore,
} from "../trace/index.ts";
import type { FixtureEvent, FixtureSkill } from "./fixture-skill.ts";

const US_PER_MS = 1_000;
const US_PER_DAY = 86_400_000_000;

export interface CuratorFixtureOptions {
  readonly skills?: readonly FixtureSkill[];
  /** Events beside those of the skills. */
  readonly events?: readonly FixtureEvent[];
  /** Further files, relative to the workspace. */
  readonly files?: TreeSeed;
  readonly config?: Partial<CuratorConfig>;
  /** ISO-8601; default 2026-06-01T00:00:00Z. */
  readonly now?: string;
  /** Default the rules model. */
  readonly model?: AuxiliaryModel | ConfiguredModel;
  /** Default `workspace`. */
  readonly scope?: "workspace" | "global";
  readonly trace?: Omit<MemoryTraceOptions, "events">;
  /** No trace database was ever made. */
  readonly traceAbsent?: boolean;
  /** Stands between the curator and the disk, for faults and counts. */
  readonly wrapFileSystem?: (fs: MemoryFileSystem) => FileSystem;
  /** Directories that are devices of their own, absolute. */
  readonly mounts?: readonly string[];
  /** Default: whatever looks like `FIXTURE_SECRET`. */
  readonly secrets?: SecretFinder;
  /** Told of each wait; default: the clock moves by it. */
  readonly onWait?: (ms: number) => void;
  /** Default the workspace `/home/ada/project`. */
  readonly workspace?: string;
}

export interface CuratorFixture {
  readonly deps: CuratorDeps;
  /** The disk itself, beneath what `wrapFileSystem` gave. */
  readonly fs: MemoryFileSystem;
  readonly trace: MemoryTraceStore;
  readonly clock: FixedClock;
  readonly logger: MemoryLogger;
  /** What was waited for before calls were tried again, in milliseconds. */
  readonly waitedMs: InstantWait["waitedMs"];
  /** Lines of the run log. */
  readonly runLog: readonly string[];
  /** Events that subscribers were told of. */
  readonly announced: readonly EventEnvelope[];
}

/** Returns one root with its skills and their past, all in memory; home is `/home/ada`. */
export function curatorFixture(options: CuratorFixtureOptions = {}): CuratorFixture {
  const home = "/home/ada";
  const workspace = options.workspace ?? `${home}/project`;
  const place = { home, layout: METIS_LAYOUT };
  const root = options.scope === "global" ? globalRoot(place) : workspaceRoot({ ...place, workspace });
  const clock = fixedClock(options.now);
  const fs = memoryFileSystem(options.mounts === undefined ? {} : { mounts: options.mounts });
  const skills = options.skills ?? [];
  seedTree(fs, root.skillsDir, skillTree(skills));
  seedTree(fs, root.base, options.files ?? {});
  const past = [...skills.flatMap(({ events }) => events), ...(options.events ?? [])];
  const trace = memoryTraceStore({
    ...options.trace,
    events: pastEvents(past, root.key, clock.nowUs()),
  });
  const { wait, waitedMs } = instantWait(options.onWait ?? ((ms) => clock.advanceUs(ms * US_PER_MS)));
  const logger = memoryLogger();
  const runLog: string[] = [];
  const announced: EventEnvelope[] = [];
  const config = { ...DEFAULT_CONFIG, ...options.config };
  const deps: CuratorDeps = {
    root,
    layout: METIS_LAYOUT,
    config,
    fs: options.wrapFileSystem?.(fs) ?? fs,
    clock,
    ids: createIdSource(clock, () => 0.5),
    lock: memoryLock(),
    logger,
    runLog: { append: (line) => runLog.push(line) },
    trace,
    isTraceAbsent: () => options.traceAbsent === true,
    model: configuredModel(options.model ?? rulesModel()),
    prices: buildPriceTable(config.prices),
    secrets: options.secrets ?? patternFinder(),
    wait,
    announce: async (events) => {
      announced.push(...events);
    },
    commandLine: "metis-curate .",
  };
  return { deps, fs, trace, clock, logger, waitedMs, runLog, announced };
}

function configuredModel(model: AuxiliaryModel | ConfiguredModel): ConfiguredModel {
  return "kind" in model ? model : { kind: "model", model };
}

function skillTree(skills: readonly FixtureSkill[]): TreeSeed {
  const files = skills.flatMap(({ path, files: own }) =>
    Object.entries(own).map(([file, entry]) => [`${path}/${file}`, entry] as const),
  );
  return Object.fromEntries(files);
}

/** By time, as an agent's runtime would have inserted them; events of one moment in the order given. */
function pastEvents(events: readonly FixtureEvent[], rootKey: string, nowUs: number): EventEnvelope[] {
  return [...events]
    .sort((a, b) => b.daysAgo - a.daysAgo)
    .map((event, serial) => pastEvent(event, serial, rootKey, nowUs));
}

/** Actor and sensitivity are those of the catalog, as the runtime's own bus would have it. */
function pastEvent(event: FixtureEvent, serial: number, rootKey: string, nowUs: number): EventEnvelope {
  const { type, daysAgo, payload, sessionId } = event;
  const definition = findEventDefinition(type);
  const actor = event.actor ?? definition?.actor;
  const made = traceEvent(
    {
      type,
      atUs: Math.round(nowUs - daysAgo * US_PER_DAY),
      payload: { root: rootKey, ...payload },
      ...(sessionId === undefined ? {} : { sessionId }),
      ...(actor === undefined ? {} : { actor }),
    },
    serial,
  );
  return definition === undefined ? made : { ...made, sensitivity: definition.floor };
}
