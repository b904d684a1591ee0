import { join } from "node:path";
import { SKILL_FILE } from "../actions/index.ts";
import { FileSystemError } from "../ports/file-system.ts";
import { TraceError } from "../ports/trace-store.ts";
import { type ScannedFileSystem, scanSkillDirectories } from "../skills/scan-directories.ts";
import { ROOT_HISTORY_TYPES } from "../trace/read-root-history.ts";
import type { CuratorDeps, HoldView } from "./curator-deps.ts";
import { holdListings } from "./hold-listings.ts";
import type { LibraryView } from "./library-view.ts";
import type { Outcome } from "./skill-curator.ts";

/** A view is read anew after this long whatever was seen: failures and reference files are not looked at. */
const HELD_MAX_US = 5_000_000;
const US_PER_MS = 1_000;

interface Held {
  readonly mark: string;
  readonly readAtUs: number;
  readonly view: Promise<Outcome<LibraryView>>;
}

/**
 * Returns deps whose view of the root is read once as long as nothing changes: no skill, no state, no event that
 * a view is made from. Several reports of one page, and several pages, then share it.
 */
export function holdViews(deps: CuratorDeps, types: readonly string[] = ROOT_HISTORY_TYPES): CuratorDeps {
  let held: Held | null = null;
  const scanned = holdListings(deps.fs, () => deps.clock.nowUs() / US_PER_MS);
  const holdView: HoldView = async (read) => {
    const mark = await findMark(deps, types, scanned);
    const nowUs = deps.clock.nowUs();
    if (mark === null) return read();
    if (held !== null && held.mark === mark && Math.abs(nowUs - held.readAtUs) <= HELD_MAX_US)
      return held.view;
    const view = read();
    const own: Held = { mark, readAtUs: nowUs, view };
    held = own;
    const isGood = await view.then(
      (outcome) => outcome.ok,
      () => false,
    );
    if (!isGood && held === own) held = null;
    return view;
  };
  return { ...deps, holdView };
}

/** What changes whenever a view would; null when that cannot be told. */
async function findMark(
  deps: CuratorDeps,
  types: readonly string[],
  scanned: ScannedFileSystem,
): Promise<string | null> {
  const { fs, root, trace } = deps;
  try {
    const realSkillsDir = fs.realpath(root.skillsDir);
    const skills = scanSkillDirectories(scanned, root.base, root.skillsDir, realSkillsDir, root.scan);
    const files = skills.found.map(({ directory }) => join(directory, SKILL_FILE));
    const stamps = [...files, root.sidecarPath, join(root.privateDir, "facts.json")].map((file) =>
      stampOf(deps, file),
    );
    return JSON.stringify([
      await trace.countEvents(types),
      stamps,
      skills.skipped,
      stampOf(deps, root.archiveDir),
    ]);
  } catch (error) {
    if (error instanceof FileSystemError || error instanceof TraceError) return null;
    throw error;
  }
}

function stampOf({ fs }: CuratorDeps, file: string): readonly (string | number)[] {
  try {
    const { kind, inode, size, modifiedAtMs } = fs.stat(file);
    return [file, kind, inode, size, modifiedAtMs];
  } catch (error) {
    if (error instanceof FileSystemError) return [file, error.kind];
    throw error;
  }
}
