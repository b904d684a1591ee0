import { join } from "node:path";
import {
  type EventEnvelope,
  type EventLog,
  ensureDirectory,
  type FileSystem,
  findLayout,
  type Root,
  rebuildSidecar,
  workspaceRoot,
  writeSidecar,
} from "@metis-curate/core";
import { type DemoCreation, demoEvents } from "./demo-events.ts";
import type { DemoLibrary, DemoPlan } from "./demo-plan.ts";
import { writeBroken, writeSkill } from "./write-skill.ts";

export interface DemoPlace {
  readonly fs: FileSystem;
  readonly trace: Pick<EventLog, "append">;
  /** Existing directory, absolute; the workspaces become directories in it. */
  readonly directory: string;
  /** Existing directory, absolute. */
  readonly home: string;
}

export interface WrittenDemo {
  /** Root of the workspace that is to be curated. */
  readonly main: Root;
  readonly neighbour: Root;
  /** Number of events in the trace. */
  readonly events: number;
}

/** Events per transaction. */
const BATCH_SIZE = 1_000;

/**
 * Writes a plan through the public API: skills as their authors would, six months of events into the trace, and
 * `state.json` as the recorded acts leave it. The places must not hold a demo yet. Throws `FileSystemError` and
 * `TraceError`.
 */
export async function writeDemo(place: DemoPlace, plan: DemoPlan): Promise<WrittenDemo> {
  const main = await writeLibrary(place, plan.main);
  const neighbour = await writeLibrary(place, plan.neighbour);
  const roots = { shop: main.root, billing: neighbour.root };
  const events = demoEvents(plan, roots, [...main.creations, ...neighbour.creations]);
  for (let start = 0; start < events.length; start += BATCH_SIZE) {
    await place.trace.append(events.slice(start, start + BATCH_SIZE), "normal");
  }
  for (const { root } of [main, neighbour])
    writeSidecar(place.fs, root, rebuildSidecar(actsOf(events, root), root));
  return { main: main.root, neighbour: neighbour.root, events: events.length };
}

interface WrittenLibrary {
  readonly root: Root;
  readonly creations: readonly DemoCreation[];
}

async function writeLibrary(
  { fs, directory, home }: DemoPlace,
  library: DemoLibrary,
): Promise<WrittenLibrary> {
  const workspace = join(fs.realpath(directory), library.name);
  ensureDirectory(fs, workspace);
  for (const [path, text] of Object.entries(library.documents)) {
    fs.writeNewFile(join(workspace, path), new TextEncoder().encode(text));
  }
  const layout = findLayout("metis");
  if (layout === undefined) throw new Error("core has no layout called metis");
  const root = workspaceRoot({ workspace, home: fs.realpath(home), layout });
  ensureDirectory(fs, root.skillsDir);
  const creations: DemoCreation[] = [];
  for (const skill of library.skills) {
    const payload = await writeSkill(fs, root, skill);
    if (payload !== null) creations.push({ atUs: skill.createdAtUs, session: skill.createdIn, payload });
  }
  for (const broken of library.broken) writeBroken(fs, root, broken);
  return { root, creations };
}

function actsOf(events: readonly EventEnvelope[], root: Root): readonly EventEnvelope[] {
  return events.filter((event) => event.payload["root"] === root.key);
}
