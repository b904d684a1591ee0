import { dirname, join } from "node:path";
import { type FileSystem, FileSystemError } from "../ports/file-system.ts";
import { globalRoot, workspaceRoot } from "./build-root.ts";
import { findLayout, LAYOUTS } from "./layouts/index.ts";
import type { Layout, Root } from "./root.ts";
import { findSkillsOwner } from "./skill-owner.ts";
import { findEntryInfo } from "./tree/find-info.ts";
import { wouldLieInside } from "./tree/index.ts";

export interface OpenRootRequest {
  /** An absolute path, or `global`. */
  readonly target: { readonly workspace: string } | "global";
  /** The home directory, absolute. */
  readonly home: string;
  readonly layoutName: string;
  /** Rows to look the name up in; those of core when absent. */
  readonly layouts?: readonly Layout[];
  /** The library may be gone: it is about to be restored. Default false. */
  readonly mayLackSkills?: boolean;
}

export type OpenRootResult =
  | { readonly kind: "root"; readonly root: Root }
  | {
      readonly kind: "unknown-layout" | "no-such-workspace" | "no-skills-directory" | "escapes-root";
      /** One line: what, where, what to do. */
      readonly message: string;
    };

/**
 * Finds the root of a workspace, or the global one, without writing anything. `unknown-layout`: no such
 * row. `no-such-workspace`: the path leads to no directory. `no-skills-directory`: there is nothing to
 * curate and nothing may be written; also for a workspace under a layout that has none. `escapes-root`: the
 * workspace's skills directory lies outside of it. A workspace whose `.metis` is the global one gives the global root.
 * A skills directory that is a link to another row's has `skillsOf`. CONTRACTS 2, 14.
 */
export function openRoot(fs: FileSystem, request: OpenRootRequest): OpenRootResult {
  const layouts = request.layouts ?? LAYOUTS;
  const layout = findLayout(request.layoutName, layouts);
  if (layout === undefined) {
    return { kind: "unknown-layout", message: `no layout is called ${JSON.stringify(request.layoutName)}` };
  }
  const home = findRealPath(fs, request.home) ?? request.home;
  const check = (root: Root) =>
    checkRoot(fs, withOwner(fs, root, home, layouts), request.mayLackSkills ?? false);
  if (request.target === "global") return check(globalRoot({ home, layout }));
  const workspace = findRealPath(fs, request.target.workspace);
  if (workspace === null || !isDirectoryAt(fs, workspace)) {
    return { kind: "no-such-workspace", message: `${request.target.workspace} is no directory` };
  }
  const sharesMetis = isSameDirectory(fs, join(workspace, ".metis"), join(home, ".metis"));
  if (sharesMetis) return check(globalRoot({ home, layout }));
  if (layout.homeOnly === true && workspace !== home) {
    const message = `${layout.name} keeps no skills in a workspace: give --global instead`;
    return { kind: "no-skills-directory", message };
  }
  return check(workspaceRoot({ workspace, home, layout }));
}

/** Names the owner of skills that this root reaches only through a link, or by another name. */
function withOwner(fs: FileSystem, root: Root, home: string, layouts: readonly Layout[]): Root {
  const real = findRealPath(fs, root.skillsDir);
  if (real === null) return root;
  const place = { home, layouts, realpath: (path: string) => findRealPath(fs, path) };
  const owner = findSkillsOwner(place, real);
  if (owner === null || owner.key === root.key) return root;
  const { key, layout, scope, base } = owner;
  return { ...root, skillsOf: { key, layout, scope, base } };
}

function checkRoot(fs: FileSystem, root: Root, mayLackSkills: boolean): OpenRootResult {
  const isGone = mayLackSkills && findEntryInfo(fs, root.skillsDir) === null;
  if (!isGone && !isDirectoryAt(fs, root.skillsDir)) {
    return {
      kind: "no-skills-directory",
      message: `${root.skillsDir} does not exist: there are no skills to curate`,
    };
  }
  const stray = root.scope === "workspace" ? findStrayDirectory(fs, root) : null;
  if (stray === null) return { kind: "root", root };
  return { kind: "escapes-root", message: `${stray} leads outside ${root.base}: move it inside` };
}

/** A repository must not lead our reads or writes elsewhere: skills, archive and state stay in the workspace. */
function findStrayDirectory(fs: FileSystem, root: Root): string | null {
  const directories = [root.skillsDir, root.archiveDir, dirname(root.sidecarPath)];
  return (
    directories.find((directory) => attempt(() => wouldLieInside(fs, root.base, directory)) !== true) ?? null
  );
}

function isSameDirectory(fs: FileSystem, left: string, right: string): boolean {
  const realLeft = findRealPath(fs, left);
  return realLeft !== null && realLeft === findRealPath(fs, right);
}

function isDirectoryAt(fs: FileSystem, path: string): boolean {
  return attempt(() => fs.stat(path).kind === "directory") ?? false;
}

function findRealPath(fs: FileSystem, path: string): string | null {
  return attempt(() => fs.realpath(path));
}

function attempt<T>(read: () => T): T | null {
  try {
    return read();
  } catch (error) {
    if (error instanceof FileSystemError) return null;
    throw error;
  }
}
