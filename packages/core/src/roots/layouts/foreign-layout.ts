import type { Layout } from "../root.ts";

/**
 * Returns the layout of another runtime: its own skills directory (a path relative to the workspace or the
 * home directory), archive and state under `.metis/`, outside everything that runtime scans (CONTRACTS 14).
 */
export function foreignLayout(name: string, skills: readonly string[]): Layout {
  return {
    name,
    skills,
    archive: [".metis", "skills-archive", name],
    curator: [".metis", "curator", name],
  };
}
