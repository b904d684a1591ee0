import { join } from "node:path";
import {
  type CuratorConfig,
  type FileSystem,
  findLayout,
  type Layout,
  mergeConfig,
  type Outcome,
  openRoot,
  type Root,
  readConfigLayers,
  TraceError,
} from "@metis-curate/core";
import { type DeferredTrace, deferredSqliteTrace } from "@metis-curate/trace-sqlite";
import { shellWord } from "../text/shell-word.ts";
import { chooseLayout } from "./choose-layout.ts";
import type { OpenCuratorOptions } from "./curator-opener.ts";
import { findPresentRoots } from "./present-roots.ts";
import { realPathIn } from "./real-path-in.ts";

const CONFIG_ERRORS_SHOWN_MAX = 20;
const OTHERS_SHOWN_MAX = 3;

/** What every command on a root starts from. */
export interface RootParts {
  readonly root: Root;
  readonly layout: Layout;
  /** The rows that `layout` is one of. */
  readonly layouts: readonly Layout[];
  readonly config: CuratorConfig;
  readonly trace: DeferredTrace;
}

export interface TraceMode {
  /** Never writes, also no file beside the trace. */
  readonly readOnly: boolean;
  /** Wait for another program's lock; the trace's own default when absent. */
  readonly timeoutMs?: number;
}

/** Finds the root, merges its configuration and opens its trace; or refuses, with nothing left open. */
export function openRootParts(
  fs: FileSystem,
  options: OpenCuratorOptions,
  mode: TraceMode,
): Outcome<RootParts> {
  const choice = chooseLayout(options, realPathIn(fs));
  if (!choice.ok) return choice;
  const { name: layoutName, layouts } = choice.value;
  const opened = openRoot(fs, {
    target: options.global || options.workspace === null ? "global" : { workspace: options.workspace },
    home: options.home,
    layoutName,
    layouts,
    mayLackSkills: options.mayLackLibrary === true,
  });
  if (opened.kind !== "root") {
    const others = opened.kind === "no-skills-directory" ? othersHint(fs, options, layouts) : "";
    return refuse(opened.kind, opened.message + others, 2);
  }
  const layout = findLayout(layoutName, layouts);
  if (layout === undefined) return refuse("unknown-layout", `no layout ${layoutName}`, 2);
  const config = readConfig(fs, options, opened.root);
  if (!config.ok) return config;
  const trace = openTrace(options, mode);
  if (!trace.ok) return trace;
  if (opened.root.skillsOf !== undefined) options.logger.log("warning", borrowedNotice(opened.root));
  const { root } = opened;
  return { ok: true, value: { root, layout, layouts, config: config.value, trace: trace.value } };
}

/** Skills that are there under other layouts: who left the option out meant one of them. */
function othersHint(fs: FileSystem, options: OpenCuratorOptions, layouts: readonly Layout[]): string {
  const commands = findPresentRoots(fs, options, layouts).map(({ command }) => command);
  if (commands.length === 0) return "";
  return `; there are skills for ${commands.slice(0, OTHERS_SHOWN_MAX).join(", ")}`;
}

function borrowedNotice({ skillsDir, skillsOf }: Root): string {
  const where = skillsOf?.scope === "global" ? "--global" : shellWord(skillsOf?.base ?? "");
  return `${skillsDir} is a link to another library: its skills are read, none is moved; curate them with metis-curate ${where} --layout ${skillsOf?.layout}`;
}

function readConfig(fs: FileSystem, options: OpenCuratorOptions, root: Root): Outcome<CuratorConfig> {
  const read = readConfigLayers(fs, {
    home: options.home,
    workspace: root.scope === "workspace" ? root.base : null,
    ...(options.configPath === undefined ? {} : { explicitPath: options.configPath }),
  });
  const flags = {
    kind: "flags" as const,
    path: "--model",
    content: { values: { model: options.modelOverride } },
  };
  const merged = mergeConfig([...read.layers, flags]);
  const errors = [...read.errors, ...(merged.ok ? [] : merged.errors)];
  if (errors.length > 0 || !merged.ok) {
    const lines = shownLines(errors.map(({ message }) => message));
    for (const line of lines.slice(0, -1)) options.logger.log("error", line);
    return refuse("bad-config", lines.at(-1) ?? "the configuration cannot be used", 2);
  }
  for (const notice of merged.notices) options.logger.log("warning", notice);
  return { ok: true, value: merged.config };
}

/** A file of a repository may hold thousands of mistakes. */
function shownLines(lines: readonly string[]): readonly string[] {
  if (lines.length <= CONFIG_ERRORS_SHOWN_MAX) return lines;
  const rest = lines.length - CONFIG_ERRORS_SHOWN_MAX;
  return [...lines.slice(0, CONFIG_ERRORS_SHOWN_MAX), `and ${rest} more mistakes in the configuration`];
}

/** Absolute path of the trace database. */
export function tracePath({ dbPath, home }: Pick<OpenCuratorOptions, "dbPath" | "home">): string {
  return dbPath ?? join(home, ".metis", "metis.db");
}

/** The default trace may be made at the first write; a path that was given must exist, or be about to. */
function openTrace(options: OpenCuratorOptions, mode: TraceMode): Outcome<DeferredTrace> {
  const { dbPath, logger } = options;
  const mayCreate = dbPath === undefined || options.mayLackLibrary === true;
  const trace = deferredSqliteTrace(tracePath(options), { ...mode, mayCreate, logger });
  if (!mayCreate && trace.isAbsent()) {
    return refuse("no-trace", `no trace at ${dbPath}; check --db-path`, 3);
  }
  try {
    trace.open();
    return { ok: true, value: trace };
  } catch (error) {
    if (error instanceof TraceError) return refuse("no-trace", error.message, 3);
    throw error;
  }
}

function refuse(kind: string, message: string, exitCode: 2 | 3): Outcome<never> {
  return { ok: false, refusal: { kind, message, exitCode } };
}
