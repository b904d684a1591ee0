import { realpathSync } from "node:fs";
import type { EventEnvelope } from "@metis-curate/core";
import {
  createSkillResolver,
  HISTORIES,
  type ImportReport,
  type ImportTrace,
  importHistory,
  loadOf,
  ORIGIN_TYPES,
  type RuntimeName,
  rememberSession,
} from "../../src/index.ts";
import type { Tree } from "./tree.ts";

/** A trace in memory that an import can be run into. */
export interface MemoryImportTrace extends ImportTrace {
  readonly events: readonly EventEnvelope[];
  /** Says that another program has written. */
  change(): void;
}

export function memoryImportTrace(): MemoryImportTrace {
  const events: EventEnvelope[] = [];
  let version = 1;
  return {
    events,
    version: () => version,
    change: () => {
      version += 1;
    },
    known: (sessionId, runtime) =>
      rememberSession(
        events
          .filter((event) => event.sessionId === sessionId)
          .map(({ type, timestampUs, payload }) => ({
            type,
            timestamp_us: timestampUs,
            payload_json: JSON.stringify(payload),
          })),
        runtime,
      ),
    loads: (runtime) =>
      events
        .filter(({ type, payload }) => ORIGIN_TYPES.includes(type) && payload["runtime"] === runtime)
        .map(({ sessionId, payload, timestampUs }) => ({ sessionId, load: loadOf(payload, timestampUs) })),
    append: (added) => {
      const fresh = added.filter(({ id }) => !events.some((event) => event.id === id));
      events.push(...fresh);
      return fresh.length;
    },
  };
}

/** Imports all that a runtime has below `home/` of a tree. */
export function importAll(
  tree: Tree,
  runtime: RuntimeName,
  trace: ImportTrace,
  onProgress: () => void = () => {},
): Promise<ImportReport> {
  const place = { home: tree.at("home"), env: {} };
  return importHistory({
    runtime,
    history: HISTORIES[runtime],
    sources: HISTORIES[runtime].list(place),
    place: { resolver: createSkillResolver(place), claim: "ask", realpath: (path) => realpathSync(path) },
    trace,
    sinceUs: null,
    onProgress,
  });
}

/** An event as a line of a golden list: its type, and what it is about. */
export function describeEvent({ type, payload }: EventEnvelope, tree: Tree): string {
  const about = (name: string): string => String(payload[name] ?? "");
  switch (type) {
    case "session.created":
      return `session.created ${about("workspace_path").replace(`${tree.top}/`, "")}`;
    case "skill.loaded":
      return `skill.loaded ${about("skill_id")} ${about("evidence")}`;
    case "skill.observed":
      return `skill.observed ${about("skill_id")} ${about("operation")}`;
    case "tool.called":
      return `tool.called ${about("tool_name")}`;
    case "tool.failed":
      return `tool.failed ${about("error_class")}`;
    default:
      return type;
  }
}
