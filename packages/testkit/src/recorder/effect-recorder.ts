import {
  type Durability,
  type EventEnvelope,
  type FileSystem,
  FileSystemError,
  type FileSystemErrorKind,
  TraceError,
  type TraceErrorKind,
  type TraceStore,
} from "@metis-curate/core";
import { FILE_SYSTEM_READS, type FileSystemOperation, observedFileSystem } from "../file-system/index.ts";

/** The process is gone: no `catch` of the code under test may survive it, and no later effect happens. */
export class Crash extends Error {
  override readonly name = "Crash";
}

export type CutMode =
  /** Killed before the effect. */
  | "crash-before"
  /** Killed after the effect. */
  | "crash-after"
  /** The effect fails with an error of its port. */
  | "fail-once"
  /** It and every later one fail, until the process ends. */
  | "fail-from-then-on";

export interface Cut {
  /** Number of the effect, from 1. */
  readonly at: number;
  readonly mode: CutMode;
  readonly fileError?: FileSystemErrorKind;
  readonly traceError?: TraceErrorKind;
}

export interface RecorderOptions {
  readonly fs: FileSystem;
  readonly trace: TraceStore;
  readonly cut?: Cut;
  /** Called before each effect: what somebody else does meanwhile. */
  readonly meanwhile?: (effect: number) => void;
}

export interface EffectRecorder {
  readonly fs: FileSystem;
  readonly trace: TraceStore;
  /** Effects so far. */
  count(): number;
  /** Name of each effect, for a failing sweep. */
  readonly log: readonly string[];
}

/**
 * Numbers every effect of a run, on disk and in the trace together, and cuts the run at one of them. Reads are
 * no effects, but a dead process does not read either.
 */
export function effectRecorder({ fs, trace, cut, meanwhile }: RecorderOptions): EffectRecorder {
  const log: string[] = [];
  let dead = false;
  const enter = (name: string, fail: () => Error): boolean => {
    if (dead) throw new Crash(`dead before ${name}`);
    meanwhile?.(log.length + 1);
    log.push(name);
    const isDue = cut !== undefined && log.length === cut.at;
    const isLater = cut?.mode === "fail-from-then-on" && log.length > cut.at;
    if (!isDue && !isLater) return false;
    if (cut?.mode === "crash-after") return true;
    if (cut?.mode === "crash-before") {
      dead = true;
      throw new Crash(`killed before ${name}`);
    }
    throw fail();
  };
  const die = (name: string): never => {
    dead = true;
    throw new Crash(`killed after ${name}`);
  };
  return {
    fs: recordedFiles(fs, { enter, die, cut, isDead: () => dead }),
    trace: recordedTrace(trace, { enter, die, cut, isDead: () => dead }),
    count: () => log.length,
    log,
  };
}

interface Gate {
  readonly enter: (name: string, fail: () => Error) => boolean;
  readonly die: (name: string) => never;
  readonly cut: Cut | undefined;
  readonly isDead: () => boolean;
}

function recordedFiles(fs: FileSystem, gate: Gate): FileSystem {
  const reading = observedFileSystem(fs, (operation, path) => {
    if (FILE_SYSTEM_READS.includes(operation) && gate.isDead())
      throw new Crash(`dead before ${operation} ${path}`);
  });
  const write = <A extends readonly unknown[]>(
    operation: FileSystemOperation,
    call: (path: string, ...rest: A) => void,
  ) => {
    return (path: string, ...rest: A): void => {
      const name = `${operation} ${path}`;
      const fail = () => new FileSystemError(gate.cut?.fileError ?? "io", operation, path);
      const diesAfter = gate.enter(name, fail);
      call(path, ...rest);
      if (diesAfter) gate.die(name);
    };
  };
  return {
    ...reading,
    writeNewFile: write("writeNewFile", (path, bytes: Uint8Array, mode?: number) =>
      fs.writeNewFile(path, bytes, mode),
    ),
    mkdir: write("mkdir", (path, mode?: number) => fs.mkdir(path, mode)),
    symlink: write("symlink", (target, path: string) => fs.symlink(target, path)),
    rename: write("rename", (from, to: string) => fs.rename(from, to)),
    unlink: write("unlink", (path) => fs.unlink(path)),
    rmdir: write("rmdir", (path) => fs.rmdir(path)),
    chmod: write("chmod", (path, mode: number) => fs.chmod(path, mode)),
    fsyncDirectory: write("fsyncDirectory", (path) => fs.fsyncDirectory(path)),
  };
}

function recordedTrace(trace: TraceStore, gate: Gate): TraceStore {
  const fail = () => new TraceError(gate.cut?.traceError ?? "io", "the recorder made the trace fail");
  const alive = <A extends readonly unknown[], R>(call: (...rest: A) => R) => {
    return (...rest: A): R => {
      if (gate.isDead()) throw new Crash("dead before reading the trace");
      return call(...rest);
    };
  };
  return {
    append: async (events: readonly EventEnvelope[], durability: Durability) => {
      const name = `append ${events.map(({ type }) => type).join(" ")}`;
      const diesAfter = gate.enter(name, fail);
      const fresh = await trace.append(events, durability);
      if (diesAfter) gate.die(name);
      return fresh;
    },
    probe: async () => {
      const diesAfter = gate.enter("probe", fail);
      await trace.probe();
      if (diesAfter) gate.die("probe");
    },
    has: alive((id) => trace.has(id)),
    info: alive(() => trace.info()),
    scan: alive((types, window) => (window === undefined ? trace.scan(types) : trace.scan(types, window))),
    findSessionWorkspaces: alive((ids) => trace.findSessionWorkspaces(ids)),
    findToolOutcomes: alive((ids, window) => trace.findToolOutcomes(ids, window)),
    sumCuratorSpend: alive((rootKey, window) => trace.sumCuratorSpend(rootKey, window)),
    summarizeCurator: alive((rootKey, window) => trace.summarizeCurator(rootKey, window)),
    close: () => trace.close(),
  };
}
