import { dirname, join } from "node:path";
import { globalRoot, workspaceRoot } from "./build-root.ts";
import type { Layout, Root } from "./root.ts";

/** Where roots are looked for: real path of the home directory, and the rows of the table in order. */
export interface OwnerPlace {
  readonly home: string;
  readonly layouts: readonly Layout[];
  /** Real path of what a path leads to; null when there is nothing. */
  realpath(path: string): string | null;
}

/**
 * Returns the root below whose skills directory a real path lies, told by the path alone: the innermost one, null when
 * no row has such a directory. So a skill that several roots reach through links has one owner (CONTRACTS 14).
 */
export function findOwningRoot(
  { home, layouts }: Pick<OwnerPlace, "home" | "layouts">,
  realPath: string,
): Root | null {
  const roots = layouts.flatMap((layout) => rootsAbove(realPath, home, layout));
  return roots.reduce<Root | null>(
    (inner, root) => (inner === null || root.skillsDir.length > inner.skillsDir.length ? root : inner),
    null,
  );
}

function rootsAbove(realPath: string, home: string, layout: Layout): readonly Root[] {
  const global = globalRoot({ home, layout });
  const own = realPath.startsWith(`${global.skillsDir}/`) ? [global] : [];
  if (layout.homeOnly === true) return own;
  const workspace = findWorkspaceAbove(realPath, layout);
  if (workspace === null || workspace === home) return own;
  return [...own, workspaceRoot({ workspace, home, layout })];
}

/** The innermost directory whose skills directory under this layout holds the path. */
function findWorkspaceAbove(realPath: string, layout: Layout): string | null {
  const inner = `/${join(...layout.skills)}/`;
  const at = realPath.lastIndexOf(inner, realPath.length - inner.length - 1);
  if (at < 0) return null;
  return at === 0 ? "/" : realPath.slice(0, at);
}

/**
 * Returns the one root that may move what lies in a skills directory that is reached through a link: the row whose own
 * place it is, or reaches into; else the first of the roots that link to it, or into it, or around it. The order is the
 * home directory, then the directories above from the outermost, in each the table's; so every root that asks gets the
 * same answer, and of directories that overlap one root owns both. Null when no row leads there.
 */
export function findSkillsOwner(place: OwnerPlace, realSkillsDir: string): Root | null {
  return (
    findOwningRoot(place, join(realSkillsDir, "skill")) ??
    findRootWithin(place, realSkillsDir) ??
    listRoots(place, directoriesAbove(realSkillsDir)).find((root) => {
      const real = place.realpath(root.skillsDir);
      return real !== null && overlaps(real, realSkillsDir);
    }) ??
    null
  );
}

/** The directories above a path, from the outermost: a workspace's links may lead nowhere but below it. */
export function directoriesAbove(path: string): readonly string[] {
  const above: string[] = [];
  for (let at = dirname(path); ; at = dirname(at)) {
    above.unshift(at);
    if (at === dirname(at)) return above;
  }
}

/** The roots of the home directory, then of workspaces, each in the order of the table. */
export function listRoots(
  { home, layouts }: Pick<OwnerPlace, "home" | "layouts">,
  workspaces: readonly string[],
): readonly Root[] {
  return [
    ...layouts.map((layout) => globalRoot({ home, layout })),
    ...workspaces
      .filter((workspace) => workspace !== home)
      .flatMap((workspace) =>
        layouts
          .filter(({ homeOnly }) => homeOnly !== true)
          .map((layout) => workspaceRoot({ workspace, home, layout })),
      ),
  ];
}

/** A directory such as `.agents`, in which a row's own skills directory lies. */
function findRootWithin(place: OwnerPlace, directory: string): Root | null {
  const workspaces = place.layouts.flatMap(({ skills }) =>
    skills.slice(1).flatMap((_, index) => {
      const ending = `/${join(...skills.slice(0, index + 1))}`;
      return directory.endsWith(ending) ? [directory.slice(0, -ending.length) || "/"] : [];
    }),
  );
  const within = listRoots(place, workspaces).find(
    ({ skillsDir }) => skillsDir.startsWith(`${directory}/`) && place.realpath(skillsDir) === skillsDir,
  );
  return within ?? null;
}

function overlaps(left: string, right: string): boolean {
  return `${left}/`.startsWith(`${right}/`) || `${right}/`.startsWith(`${left}/`);
}
