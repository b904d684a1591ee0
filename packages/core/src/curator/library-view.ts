import { FileSystemError } from "../ports/file-system.ts";
import { TraceError } from "../ports/trace-store.ts";
import { type Facts, nearestRootTest, readFacts, readSidecar, type SidecarState } from "../roots/index.ts";
import { EMPTY_SIDECAR, isEmptySidecar } from "../roots/sidecar-entry.ts";
import { rebuildSidecar } from "../roots/sidecar-reducer.ts";
import { type ReferenceText, type Selection, select } from "../selection/index.ts";
import { loadRootSkills, type SkillLibrary } from "../skills/index.ts";
import { type FailureRate, type RootHistory, readFailureRates, readRootHistory } from "../trace/index.ts";
import type { CuratorDeps } from "./curator-deps.ts";
import { mergeFits } from "./merge-fits.ts";
import { readReferenceFiles } from "./reference-files.ts";
import { done, misused, refused } from "./refusals.ts";
import type { Outcome } from "./skill-curator.ts";

/** How `state.json` was found; `rebuilt` stands for a missing or corrupt one whose root has acts in the trace. */
export type SidecarFound =
  | { readonly kind: "as-found" }
  | { readonly kind: "rebuilt"; readonly corrupt: string | null };

/** Everything one root's disk and trace say at one moment: what every plan and report starts from. */
export interface LibraryView {
  readonly nowUs: number;
  readonly library: SkillLibrary;
  readonly sidecar: SidecarState;
  readonly sidecarFound: SidecarFound;
  readonly history: RootHistory;
  readonly facts: Facts | null;
  readonly failures: ReadonlyMap<string, FailureRate>;
  readonly referenceTexts: readonly ReferenceText[];
  /** Reference files that could not be read. */
  readonly unreadReferences: readonly string[];
}

/**
 * Reads a root without writing. Refusals: `other-version` (exit 2) for a sidecar of another schema,
 * `unreadable` (exit 3) when the sidecar, the skills directory or the trace cannot be read.
 */
export function readLibraryView(deps: CuratorDeps): Promise<Outcome<LibraryView>> {
  const read = () => readFresh(deps);
  return deps.holdView === undefined ? read() : deps.holdView(read);
}

async function readFresh(deps: CuratorDeps): Promise<Outcome<LibraryView>> {
  try {
    return await readView(deps);
  } catch (error) {
    if (error instanceof TraceError || error instanceof FileSystemError)
      return refused("unreadable", error.message);
    throw error;
  }
}

async function readView(deps: CuratorDeps): Promise<Outcome<LibraryView>> {
  const { fs, root, trace, config } = deps;
  const nowUs = deps.clock.nowUs();
  const found = readSidecar(fs, root);
  if (found.kind === "other-version") {
    const message = `${root.sidecarPath} has schema_version "${found.version}", this program knows "1"; update it`;
    return misused("other-version", message);
  }
  if (found.kind === "unreadable") return refused("unreadable", `${root.sidecarPath}: ${found.message}`);
  const storedFacts = readFacts(fs, root);
  const facts = storedFacts.kind === "facts" ? storedFacts.facts : null;
  const given = found.kind === "state" ? found.state : EMPTY_SIDECAR;
  const history = await readRootHistory(trace, root, {
    nowUs,
    facts,
    areFactsLost: storedFacts.kind === "corrupt",
    sidecar: given,
    realpath: (path) => realpathOrNull(deps, path),
    isNearestRoot: nearestRootTest(fs, root, deps.layout),
  });
  const rebuilt = found.kind === "state" ? given : rebuildSidecar(history.acts, root);
  const rebuilds = found.kind === "corrupt" || (found.kind === "missing" && !isEmptySidecar(rebuilt));
  const sidecar = rebuilds ? rebuilt : given;
  const library = loadRootSkills(fs, root);
  const closed = library.skipped.find(
    ({ path, diagnostic }) => path === "." && diagnostic.kind === "unreadable",
  );
  if (closed !== undefined) {
    const message = `${root.skillsDir} cannot be read: ${closed.diagnostic.message}; give yourself read access to it`;
    return refused("unreadable", message);
  }
  const names = library.skills.map(({ name }) => name);
  const references = readReferenceFiles(fs, root.base, config.reference_files);
  return done({
    nowUs,
    library,
    sidecar,
    sidecarFound: rebuilds
      ? { kind: "rebuilt", corrupt: found.kind === "corrupt" ? found.message : null }
      : { kind: "as-found" },
    history,
    facts,
    failures: await readFailureRates(trace, history, names, config, nowUs),
    referenceTexts: references.texts,
    unreadReferences: references.unread,
  });
}

/** The selection of a view. `attended` false lets the mass guard work (CONTRACTS 10.6). */
export function selectFrom(deps: CuratorDeps, view: LibraryView, attended: boolean): Selection {
  const { root, config, model } = deps;
  const fitsModel = model.kind === "model" ? mergeFits(model.model) : undefined;
  return select({
    root,
    config,
    attended,
    nowUs: view.nowUs,
    library: view.library,
    history: view.history,
    sidecar: view.sidecar,
    failures: view.failures,
    referenceTexts: view.referenceTexts,
    unreadReferences: view.unreadReferences,
    model: model.kind === "model" ? model.model : { id: model.id, free: false },
    ...(deps.findUncovered === undefined ? {} : { uncovered: deps.findUncovered(view.library) }),
    ...(fitsModel === undefined ? {} : { fitsModel }),
  });
}

/** Real path of an absolute path, null when it leads nowhere. */
export function realpathOrNull(deps: Pick<CuratorDeps, "fs">, path: string): string | null {
  try {
    return deps.fs.realpath(path);
  } catch (error) {
    if (error instanceof FileSystemError) return null;
    throw error;
  }
}
