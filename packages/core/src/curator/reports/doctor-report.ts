import { join } from "node:path";
import { type FileSystem, FileSystemError } from "../../ports/file-system.ts";
import { TraceError } from "../../ports/trace-store.ts";
import { formatSidecar, readSidecar } from "../../roots/index.ts";
import { rebuildSidecar } from "../../roots/sidecar-reducer.ts";
import { namesIn, REMOVING_PREFIX, TEMP_PREFIX } from "../../roots/tree/index.ts";
import { archivesOf } from "../archive-records.ts";
import type { CuratorDeps } from "../curator-deps.ts";
import { type LibraryView, readLibraryView } from "../library-view.ts";
import { done } from "../refusals.ts";
import type { DoctorReport, Outcome } from "../skill-curator.ts";
import { countUnfinished } from "./notices.ts";

type Check = DoctorReport["checks"][number];

/**
 * Looks over one root without changing it: each check says what holds, or what is wrong and the command that
 * mends it. Never refuses: a root that cannot be read is a failed check.
 */
export async function doctorReport(deps: CuratorDeps): Promise<Outcome<DoctorReport>> {
  const view = await readLibraryView(deps);
  const checks = [skillsCheck(deps), await traceCheck(deps), sidecarCheck(deps, view.ok ? view.value : null)];
  if (!view.ok) {
    return done({ checks: [...checks, bad("library", view.refusal.message, null), modelCheck(deps)] });
  }
  return done({
    checks: [
      ...checks,
      filesCheck(view.value),
      rowsCheck(view.value),
      unfinishedCheck(deps),
      asideCheck(deps),
      leftoversCheck(deps),
      archiveCheck(deps, view.value),
      modelCheck(deps),
    ],
  });
}

function good(name: string, message: string): Check {
  return { name, ok: true, message, fix: null };
}

function bad(name: string, message: string, fix: string | null): Check {
  return { name, ok: false, message, fix };
}

function skillsCheck({ fs, root }: CuratorDeps): Check {
  try {
    const { length } = fs.readdir(root.skillsDir);
    return good("skills", `${root.skillsDir} is readable, ${length} entries`);
  } catch (error) {
    if (error instanceof FileSystemError)
      return bad("skills", error.message, "give yourself read access to it");
    throw error;
  }
}

async function traceCheck({ trace, isTraceAbsent, commandLine }: CuratorDeps): Promise<Check> {
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
    return good("trace", `${info.path} can be read and written`);
  } catch (error) {
    if (error instanceof TraceError) return bad("trace", error.message, "check --db-path");
    throw error;
  }
}

function sidecarCheck(deps: CuratorDeps, view: LibraryView | null): Check {
  const { fs, root, commandLine } = deps;
  const found = readSidecar(fs, root);
  const reset = `${commandLine} doctor --reset-state`;
  switch (found.kind) {
    case "corrupt":
      return bad("state", `${root.sidecarPath} is damaged: ${found.message}`, reset);
    case "unreadable":
      return bad("state", found.message, "give yourself access to it");
    case "other-version":
      return bad("state", `${root.sidecarPath} has schema_version "${found.version}"`, "update this program");
    case "missing":
      return good("state", `no ${root.sidecarPath}: nothing to remember`);
    case "state":
      break;
  }
  if (view === null || view.history.pruned === true) return good("state", `${root.sidecarPath} is readable`);
  const told = rebuildSidecar(view.history.acts, root);
  const same =
    formatSidecar({ ...told, last_curation_at_iso: null }) ===
    formatSidecar({ ...found.state, last_curation_at_iso: null });
  if (same) return good("state", `${root.sidecarPath} is what the trace says`);
  const message = `${root.sidecarPath} differs from the trace; what it forbids holds, what it permits does not`;
  return { name: "state", ok: true, message, fix: `to go by the trace alone: ${reset}` };
}

function filesCheck({ library }: LibraryView): Check {
  const { skills, skipped } = library;
  if (skipped.length === 0) return good("files", `${skills.length} skills load`);
  const list = skipped.map(({ path, diagnostic }) => `${path} (${diagnostic.kind})`).join(", ");
  return bad(
    "files",
    `${skills.length} skills load, ${skipped.length} do not: ${list}`,
    "see --list for each reason",
  );
}

function rowsCheck({ history }: LibraryView): Check {
  const pruned = history.pruned === true ? "; old events were pruned, facts.json stands in" : "";
  if (history.brokenRows === 0) return good("events", `every event of these skills is readable${pruned}`);
  return bad("events", `${history.brokenRows} event rows cannot be read and are skipped${pruned}`, null);
}

function unfinishedCheck(deps: CuratorDeps): Check {
  const count = countUnfinished(deps);
  if (count === 0) return good("actions", "no unfinished action");
  const message = `${count} unfinished action${count === 1 ? "" : "s"} of a killed run`;
  return bad("actions", message, `the next act recovers it, for example ${deps.commandLine} resume`);
}

function asideCheck({ fs, root }: CuratorDeps): Check {
  const aside = join(root.privateDir, "aside");
  const names = readableNames(fs, aside);
  if (names.length === 0) return good("set aside", "nothing was set aside");
  return bad(
    "set aside",
    `${names.length} actions fitted nothing on disk`,
    `look into ${aside}; remove what you do not need`,
  );
}

function leftoversCheck({ fs, root }: CuratorDeps): Check {
  const directories = [root.skillsDir, root.archiveDir];
  const found = directories.flatMap((directory) =>
    readableNames(fs, directory)
      .filter((name) => name.startsWith(TEMP_PREFIX) || name.startsWith(REMOVING_PREFIX))
      .map((name) => join(directory, name)),
  );
  if (found.length === 0) return good("leftovers", "no temporary copies");
  return bad(
    "leftovers",
    `temporary copies of a killed run: ${found.join(", ")}`,
    "the next act removes what is safe to remove",
  );
}

function archiveCheck(deps: CuratorDeps, view: LibraryView): Check {
  const all = archivesOf(deps, view);
  const gone = all.filter(({ present }) => !present);
  if (gone.length === 0) return good("archive", `${all.length} archives, all there`);
  const list = gone.map(({ record }) => record.id).join(", ");
  return bad(
    "archive",
    `archives removed by hand: ${list}`,
    "they cannot be restored; restore takes them off the list",
  );
}

/** Having no key is no fault of the library. */
function modelCheck({ model }: CuratorDeps): Check {
  return good("model", model.kind === "model" ? `${model.model.id} is ready` : model.message);
}

function readableNames(fs: FileSystem, directory: string): readonly string[] {
  try {
    return namesIn(fs, directory);
  } catch (error) {
    if (error instanceof FileSystemError) return [];
    throw error;
  }
}
