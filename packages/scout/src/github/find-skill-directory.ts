import type { GithubPlace } from "./github-place.ts";
import type { TreeEntry } from "./repository-tree.ts";

export type FoundDirectory =
  | { readonly kind: "directory"; readonly path: string }
  /** None of several is called so; one of them may name itself so. */
  | { readonly kind: "unnamed"; readonly directories: readonly string[]; readonly message: string }
  | { readonly kind: "unusable"; readonly message: string };

const FILE = "SKILL.md";
const NAMED_MAX = 5;

/** Returns the directory of the one skill that a place means; `""` is the repository itself. */
export function findSkillDirectory(entries: readonly TreeEntry[], place: GithubPlace): FoundDirectory {
  const directories = entries
    .filter(({ path }) => path === FILE || path.endsWith(`/${FILE}`))
    .map(({ path }) => path.slice(0, -FILE.length).replace(/\/$/, ""))
    .sort((a, b) => a.length - b.length || (a < b ? -1 : 1));
  const name = `${place.owner}/${place.repository}`;
  if (directories.length === 0) return unusable(`${name} holds no ${FILE}`);
  if (place.directory !== null) {
    return directories.includes(place.directory)
      ? found(place.directory)
      : unusable(`${name} has no ${FILE} in ${JSON.stringify(place.directory.slice(0, 200))}`);
  }
  if (place.skillName !== null) {
    const named = directories.find((directory) => lastPart(directory, place) === place.skillName);
    if (named !== undefined) return found(named);
  }
  const [first] = directories;
  if (first === "" && place.skillName === null) return found("");
  if (first !== undefined && directories.length === 1) return found(first);
  const message = describeSeveral(directories, place, name);
  return place.skillName === null ? unusable(message) : { kind: "unnamed", directories, message };
}

/** A skill that is the repository itself is called like it. */
function lastPart(directory: string, { repository }: GithubPlace): string {
  return directory === "" ? repository : directory.slice(directory.lastIndexOf("/") + 1);
}

function describeSeveral(directories: readonly string[], place: GithubPlace, name: string): string {
  const urls = directories
    .slice(0, NAMED_MAX)
    .map((directory) => `https://github.com/${name}/tree/${place.ref}/${directory}`);
  const which = place.skillName === null ? "" : ` and none is called ${JSON.stringify(place.skillName)}`;
  return `${name} holds ${directories.length} skills${which}; give the address of one, such as ${urls.join(", ")}`;
}

function found(path: string): FoundDirectory {
  return { kind: "directory", path };
}

function unusable(message: string): FoundDirectory {
  return { kind: "unusable", message };
}
