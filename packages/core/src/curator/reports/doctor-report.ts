import { TraceError } from "../../ports/trace-store.ts";
import { formatSidecar, readSidecar, type SidecarState } from "../../roots/index.ts";
import { rebuildSidecar } from "../../roots/sidecar-reducer.ts";
import { formatCount } from "../../selection/format-count.ts";
import { archivesOf } from "../archive-records.ts";
import type { CuratorDeps } from "../curator-deps.ts";
import { type LibraryView, readLibraryView } from "../library-view.ts";
import { done } from "../refusals.ts";
import type { DoctorReport, Outcome } from "../skill-curator.ts";
import { bad, type DoctorCheck, good } from "./doctor-check.ts";
import { diskChecks, skillsCheck } from "./doctor-disk.ts";

/**
 * Looks over one root without changing it: each check says what holds, or what is wrong and the command that
 * mends it. Never refuses: a root that cannot be read is a failed check. The lock is taken and given back at once.
 */
export async function doctorReport(deps: CuratorDeps): Promise<Outcome<DoctorReport>> {
  const read = await readLibraryView(deps);
  const view = read.ok ? read.value : null;
  const library = read.ok
    ? [filesCheck(read.value), rowsCheck(read.value), archiveCheck(deps, read.value)]
    : [bad("library", read.refusal.message, null)];
  return done({
    checks: [
      skillsCheck(deps),
      await traceCheck(deps),
      sidecarCheck(deps, view),
      ...library,
      ...(await diskChecks(deps)),
      modelCheck(deps),
    ],
  });
}

async function traceCheck({ trace, isTraceAbsent, commandLine }: CuratorDeps): Promise<DoctorCheck> {
  try {
    const info = await trace.info();
    if (isTraceAbsent()) {
      const fix = `use the agent once, give a database with --db-path, or ${commandLine} adopt <skill>`;
      return bad("trace", `no trace at ${info.path}: nothing is known about these skills`, fix);
    }
    if (!info.writable) {
      return bad(
        "trace",
        `${info.path} is read-only (schema ${info.schemaVersion}): lists and previews work, runs do not`,
        "make it writable, or update this program",
      );
    }
    await trace.probe();
    return good("trace", `${info.path} can be read and written (schema ${info.schemaVersion})`);
  } catch (error) {
    if (error instanceof TraceError) return bad("trace", error.message, "check --db-path");
    throw error;
  }
}

function sidecarCheck(deps: CuratorDeps, view: LibraryView | null): DoctorCheck {
  const { fs, root, commandLine } = deps;
  const path = root.sidecarPath;
  const found = readSidecar(fs, root);
  switch (found.kind) {
    case "corrupt":
      return bad("state", `${path} is damaged: ${found.message}`, `${commandLine} doctor --reset-state`);
    case "unreadable":
      return bad("state", found.message, "give yourself access to it");
    case "other-version":
      return bad("state", `${path} has schema_version "${found.version}"`, "update this program");
    case "missing":
      return view?.sidecarFound.kind === "rebuilt"
        ? bad(
            "state",
            `${path} is missing, the trace tells what it said`,
            `${commandLine} doctor --reset-state`,
          )
        : good("state", `no ${path}: nothing to remember`);
    case "state":
      return driftCheck(deps, view, found.state);
  }
}

/** What it forbids beyond the trace holds, so a difference is worth saying and no fault. */
function driftCheck(
  { root, commandLine }: CuratorDeps,
  view: LibraryView | null,
  found: SidecarState,
): DoctorCheck {
  const path = root.sidecarPath;
  if (view === null || view.history.pruned === true) return good("state", `${path} is readable`);
  const told = rebuildSidecar(view.history.acts, root);
  if (comparable(told) === comparable(found)) return good("state", `${path} is what the trace says`);
  const message = `${path} differs from the trace; what it forbids holds, what it permits does not`;
  return { ...good("state", message), fix: `to go by the trace alone: ${commandLine} doctor --reset-state` };
}

/** The first sight of a root is written down without an event, so that time is no difference. */
function comparable(state: SidecarState): string {
  return formatSidecar({ ...state, last_curation_at_iso: null });
}

function filesCheck({ library }: LibraryView): DoctorCheck {
  const { skills, skipped } = library;
  if (skipped.length === 0) return good("files", `${skills.length} skills load`);
  const list = skipped.map(({ path, diagnostic }) => `${path} (${diagnostic.kind})`).join(", ");
  return bad(
    "files",
    `${skills.length} skills load, ${skipped.length} do not: ${list}`,
    "see --list for each reason",
  );
}

function rowsCheck({ history }: LibraryView): DoctorCheck {
  const pruned = history.pruned === true ? "; trace-pruned: old events are gone, facts.json stands in" : "";
  if (history.brokenRows === 0) return good("events", `every event of these skills is readable${pruned}`);
  return bad("events", `${history.brokenRows} event rows cannot be read and are skipped${pruned}`, null);
}

function archiveCheck(deps: CuratorDeps, view: LibraryView): DoctorCheck {
  const all = archivesOf(deps, view);
  const gone = all.filter(({ present }) => !present);
  if (gone.length === 0) return good("archive", `${formatCount(all.length, "archive")}, all there`);
  const list = gone.map(({ record }) => record.id).join(", ");
  return bad(
    "archive",
    `archives removed by hand: ${list}`,
    "they cannot be restored; restore takes them off the list",
  );
}

/** Having no key is no fault of the library. */
function modelCheck({ model }: CuratorDeps): DoctorCheck {
  return good("model", model.kind === "model" ? `${model.model.id} is ready` : model.message);
}
