import {
  ADOPT_BYTES_MAX,
  ADOPT_FILES_MAX,
  type FetchedSkill,
  SKILL_FILE_BYTES_MAX,
} from "@metis-curate/core";
import { findByOwnName } from "./find-by-own-name.ts";
import { findSkillDirectory } from "./find-skill-directory.ts";
import type { GithubClient } from "./github-client.ts";
import type { GithubPlace } from "./github-place.ts";
import { inBatches } from "./in-batches.ts";
import { readTree, type TreeEntry } from "./repository-tree.ts";

const FILE = "SKILL.md";
const AT_ONCE = 5;

/**
 * Fetches the one skill of a place: `SKILL.md` and its support files, by the hashes of one listing. Hidden files are left
 * out. Links, other repositories inside, and more than may be adopted make it `unusable`, before anything of it is
 * fetched. Never throws.
 */
export async function fetchGithubSkill(
  client: GithubClient,
  place: GithubPlace,
  signal: AbortSignal | undefined,
): Promise<FetchedSkill> {
  const tree = await readTree(client, place, signal);
  if (tree.kind !== "tree") return tree;
  const near = findSkillDirectory(tree.entries, place);
  const directory =
    near.kind === "unnamed" ? await findByOwnName(client, place, tree.entries, near, signal) : near;
  if (directory.kind !== "directory") return { kind: "unusable", message: directory.message };
  const { path } = directory;
  const entries = entriesBelow(tree.entries, path);
  const fault = findFault(entries);
  if (fault !== null) return { kind: "unusable", message: fault };
  const fetched = await inBatches(entries, AT_ONCE, async (entry) => {
    return { entry, answer: await client.getBlob(place, entry, signal) };
  });
  const files = new Map<string, Uint8Array>();
  for (const { entry, answer } of fetched) {
    if (answer.kind === "failed") {
      return { kind: "unavailable", message: `${entry.path.slice(0, 200)}: GitHub ${answer.message}` };
    }
    files.set(entry.path, answer.bytes);
  }
  const skillFile = files.get(FILE);
  if (skillFile === undefined) return { kind: "unusable", message: `there is no ${FILE}` };
  files.delete(FILE);
  const last = path === "" ? place.repository : path.slice(path.lastIndexOf("/") + 1);
  return { kind: "fetched", directoryName: last, skillFile, files };
}

/** Entries of a directory with paths relative to it. */
function entriesBelow(entries: readonly TreeEntry[], directory: string): readonly TreeEntry[] {
  const prefix = directory === "" ? "" : `${directory}/`;
  return entries
    .filter(({ path }) => path.startsWith(prefix))
    .map((entry) => ({ ...entry, path: entry.path.slice(prefix.length) }))
    .filter(({ path }) => !path.split("/").some((name) => name.startsWith(".") && name !== ".."));
}

function findFault(entries: readonly TreeEntry[]): string | null {
  const odd = entries.find(({ kind }) => kind !== "file");
  if (odd !== undefined) {
    const what = odd.kind === "link" ? "is a link" : "is another repository";
    return `${JSON.stringify(odd.path.slice(0, 200))} ${what}; such a skill is not taken`;
  }
  if (entries.length > ADOPT_FILES_MAX) {
    return `it has ${entries.length} files, at most ${ADOPT_FILES_MAX} are taken`;
  }
  const bytes = entries.reduce((sum, { size }) => sum + size, 0);
  if (bytes > ADOPT_BYTES_MAX) return `it has ${bytes} bytes, at most ${ADOPT_BYTES_MAX} are taken`;
  const skill = entries.find(({ path }) => path === FILE);
  return skill !== undefined && skill.size > SKILL_FILE_BYTES_MAX
    ? `its ${FILE} has ${skill.size} bytes, at most ${SKILL_FILE_BYTES_MAX} are read`
    : null;
}
