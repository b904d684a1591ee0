import { dirname, join } from "node:path";
import { type FileSystem, FileSystemError } from "../../ports/file-system.ts";
import { LockUnavailable } from "../../ports/lock.ts";
import { lockPath } from "../../roots/lock-path.ts";
import { findEntryInfo } from "../../roots/tree/find-info.ts";
import { namesIn, REMOVING_PREFIX, TEMP_PREFIX } from "../../roots/tree/index.ts";
import type { CuratorDeps } from "../curator-deps.ts";
import { diskUse } from "./disk-use.ts";
import { bad, type DoctorCheck, good } from "./doctor-check.ts";
import { findUnfinished } from "./notices.ts";

const ANY_WRITE_BIT = 0o222;

/** The checks that need only the disk and the lock: they also work where the library cannot be read. */
export async function diskChecks(deps: CuratorDeps): Promise<readonly DoctorCheck[]> {
  return [
    permissionsCheck(deps),
    await lockCheck(deps),
    unfinishedCheck(deps),
    asideCheck(deps),
    leftoversCheck(deps),
    diskUseCheck(deps),
  ];
}

function diskUseCheck(deps: CuratorDeps): DoctorCheck {
  const { archive_bytes: archive, backups_bytes: backups, displaced_bytes: displaced } = diskUse(deps);
  return good(
    "disk use",
    `bytes: archive ${archive}, backups ${backups}, displaced by restores ${displaced}`,
  );
}

export function skillsCheck({ fs, root }: CuratorDeps): DoctorCheck {
  try {
    const { length } = fs.readdir(root.skillsDir);
    return good("skills", `${root.skillsDir} is readable, ${length} entries`);
  } catch (error) {
    if (error instanceof FileSystemError)
      return bad("skills", error.message, "give yourself read access to it");
    throw error;
  }
}

/** By their mode bits alone: doctor writes nothing, so another owner's directory is found by the run. */
function permissionsCheck({ fs, root }: CuratorDeps): DoctorCheck {
  const directories = [root.skillsDir, root.archiveDir, dirname(root.sidecarPath), root.privateDir];
  const closed = directories.filter((directory) => isWriteProtected(fs, directory));
  if (closed.length === 0) return good("permissions", "no directory of ours is write-protected");
  return bad(
    "permissions",
    `write-protected: ${closed.join(", ")}; lists and previews work, only root can change anything there`,
    `chmod u+w ${closed.join(" ")}`,
  );
}

function isWriteProtected(fs: FileSystem, directory: string): boolean {
  try {
    return (fs.stat(directory).mode & ANY_WRITE_BIT) === 0;
  } catch (error) {
    if (error instanceof FileSystemError) return false;
    throw error;
  }
}

/** Taken and given back at once; a root that no run has visited has nothing to lock. */
async function lockCheck({ fs, lock, root }: CuratorDeps): Promise<DoctorCheck> {
  try {
    if (findEntryInfo(fs, root.privateDir) === null) return good("lock", "free: no run was here yet");
    const handle = await lock.acquire(lockPath(root), 0);
    if (handle === null) return good("lock", "held: another curator run is in progress");
    handle.release();
    return good("lock", "free");
  } catch (error) {
    // A lock's implementation has errors of its own; whatever it is, no run can start.
    const message = error instanceof Error ? error.message : String(error);
    const fix = `give yourself write access to ${root.privateDir}`;
    return bad("lock", `the lock cannot be taken: ${message}`, error instanceof LockUnavailable ? null : fix);
  }
}

function unfinishedCheck(deps: CuratorDeps): DoctorCheck {
  const { count, problem } = findUnfinished(deps);
  if (problem !== null) return bad("actions", problem, "give yourself read access to it");
  if (count === 0) return good("actions", "no unfinished action");
  const message = `${count} unfinished action${count === 1 ? "" : "s"} of a killed run`;
  return bad("actions", message, `the next act recovers it, for example ${deps.commandLine} resume`);
}

function asideCheck({ fs, root }: CuratorDeps): DoctorCheck {
  const aside = join(root.privateDir, "aside");
  const names = readableNames(fs, aside);
  if (names.length === 0) return good("set aside", "nothing was set aside");
  return bad(
    "set aside",
    `${names.length} action${names.length === 1 ? "" : "s"} fitted nothing on disk: ${names.join(", ")}`,
    `look into ${aside}; remove what you do not need`,
  );
}

function leftoversCheck({ fs, root }: CuratorDeps): DoctorCheck {
  const found = [root.skillsDir, root.archiveDir].flatMap((directory) =>
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

function readableNames(fs: FileSystem, directory: string): readonly string[] {
  try {
    return namesIn(fs, directory);
  } catch (error) {
    if (error instanceof FileSystemError) return [];
    throw error;
  }
}
