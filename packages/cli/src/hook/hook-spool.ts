import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Actor, EventEnvelope, Sensitivity } from "@metis-curate/core";
import { curatorDirectory } from "./hook-place.ts";

/** Files taken at one call: a hook has little time. */
const FILES_MAX = 50;
/** A fuller spool is a sign that nobody empties it. */
export const SPOOL_FILES_MAX = 10_000;
const FILE_BYTES_MAX = 1024 * 1024;

/**
 * Keeps events that the trace could not take, because another program held it; whole or not at all. They hold nothing
 * private. Throws the error of `node:fs`.
 */
export function spoolEvents(home: string, events: readonly EventEnvelope[]): void {
  const directory = spoolDirectory(home);
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  if (readdirSync(directory).length >= SPOOL_FILES_MAX) throw new Error("the spool is full");
  const name = `${events[0]?.id ?? "none"}-${process.pid}`;
  const temp = join(directory, `.${name}`);
  writeFileSync(temp, JSON.stringify(events), { mode: 0o600 });
  renameSync(temp, join(directory, `${name}.json`));
}

/**
 * Gives what is in the spool to the trace, a hook's share of it, and takes it out where that succeeded. Throws what
 * `append` throws.
 */
export function drainSpool(
  home: string,
  append: (events: readonly EventEnvelope[]) => void,
  filesMax: number = FILES_MAX,
): void {
  for (const path of listSpool(home).slice(0, filesMax)) {
    const events = readSpooled(path);
    if (events.length > 0) append(events);
    rmSync(path, { force: true });
  }
}

function listSpool(home: string): readonly string[] {
  const directory = spoolDirectory(home);
  if (statSync(directory, { throwIfNoEntry: false }) === undefined) return [];
  return readdirSync(directory)
    .filter((name) => name.endsWith(".json"))
    .sort()
    .map((name) => join(directory, name));
}

function readSpooled(path: string): readonly EventEnvelope[] {
  try {
    if (statSync(path).size > FILE_BYTES_MAX) return [];
    const value: unknown = JSON.parse(readFileSync(path, "utf8"));
    return Array.isArray(value) ? value.filter(isEvent) : [];
  } catch {
    return [];
  }
}

const ACTORS: ReadonlySet<unknown> = new Set<Actor>(["user", "agent", "system", "tool", "worker"]);
const SENSITIVITIES: ReadonlySet<unknown> = new Set<Sensitivity>([
  "private",
  "user_controlled",
  "pseudonymous",
  "aggregatable",
]);

function isEvent(value: unknown): value is EventEnvelope {
  if (typeof value !== "object" || value === null) return false;
  const event = value as Readonly<Record<keyof EventEnvelope, unknown>>;
  const texts = [event.id, event.sessionId, event.type];
  if (!texts.every((text) => typeof text === "string" && text !== "")) return false;
  if (!Number.isSafeInteger(event.timestampUs)) return false;
  if (!ACTORS.has(event.actor) || !SENSITIVITIES.has(event.sensitivity)) return false;
  return typeof event.payload === "object" && event.payload !== null;
}

function spoolDirectory(home: string): string {
  return join(curatorDirectory(home), "spool");
}
