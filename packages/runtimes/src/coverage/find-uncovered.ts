import type { Root, SkillLibrary } from "@metis-curate/core";
import type { RuntimeName } from "../layouts/runtime-name.ts";
import type { RuntimePlace } from "../runtime.ts";
import { isRuntimePresent } from "./detect-runtimes.ts";
import { findReaders, type ReaderPlace } from "./find-readers.ts";
import { findWatch, type Watch } from "./find-watch.ts";
import type { RuntimesRecord } from "./runtimes-record.ts";

export interface UncoveredQuestion extends ReaderPlace {
  readonly env: RuntimePlace["env"];
  readonly record: RuntimesRecord;
  readonly nowMs: number;
}

/** A runtime of this machine that reads skills of a root, and how that reaches the trace. */
export interface WatchedReader {
  readonly runtime: RuntimeName;
  readonly watch: Watch;
}

/** Returns the runtimes that read a root's own directory and are present on this machine, each with how it is watched. */
export function findPresentReaders(question: UncoveredQuestion, root: Root): readonly WatchedReader[] {
  return findReaders(question, root).all.flatMap((runtime) => watchOf(question, root, runtime) ?? []);
}

/**
 * Returns the skills of a root that a runtime of this machine reads while nobody watches it, each with one line that says
 * so (CONTRACTS 14: `uncovered-runtime`). Nothing in a repository can make a runtime count as watched. Never throws.
 */
export function findUncovered(
  question: UncoveredQuestion,
  root: Root,
  { skills }: SkillLibrary,
): ReadonlyMap<string, string> {
  const { all, more } = findReaders(question, root);
  const unwatched = new Map<RuntimeName, string>();
  for (const runtime of new Set([...all, ...[...more.values()].flat()])) {
    const reader = watchOf(question, root, runtime);
    if (reader?.watch.kind === "unwatched") unwatched.set(runtime, describe(runtime, reader.watch));
  }
  const lines = skills.flatMap(({ name, directory }) => {
    const own = more.size === 0 ? [] : (more.get(question.files.realpath(directory) ?? directory) ?? []);
    const readers = [...new Set([...all, ...own])].filter((runtime) => unwatched.has(runtime));
    return readers.length === 0
      ? []
      : [[name, readers.map((reader) => unwatched.get(reader)).join("; ")] as const];
  });
  return new Map(lines);
}

function watchOf(question: UncoveredQuestion, root: Root, runtime: RuntimeName): WatchedReader | null {
  if (!isRuntimePresent(runtime, question, question.files)) return null;
  const workspace = root.scope === "workspace" ? root.base : null;
  return { runtime, watch: findWatch(runtime, { ...question, workspace }) };
}

function describe(runtime: RuntimeName, watch: Extract<Watch, { kind: "unwatched" }>): string {
  const since =
    watch.stale_import_iso === null
      ? "is neither hooked nor imported"
      : `was last imported on ${watch.stale_import_iso.slice(0, 10)}`;
  return `${runtime} reads it and ${since}`;
}
