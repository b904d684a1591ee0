import { createHash } from "node:crypto";
import { join } from "node:path";
import type { Layout, Root, RootScope } from "./root.ts";

const ROOT_HASH_DIGITS = 32;

/** Returns the global root of a layout; `home` is the real path of the home directory. CONTRACTS 2. */
export function globalRoot({ home, layout }: { readonly home: string; readonly layout: Layout }): Root {
  const { directory, ...differences } = layout.home ?? {};
  const own = { ...layout, ...differences };
  const root = buildRoot("global", home, `${own.name}:global`, { home, layout: own });
  return directory === undefined ? root : { ...root, skillsDir: directory };
}

/**
 * Returns a workspace's root under a layout; both paths are real. The home directory itself is no
 * workspace: its root is the global one. CONTRACTS 2.
 */
export function workspaceRoot(place: {
  readonly workspace: string;
  readonly home: string;
  readonly layout: Layout;
}): Root {
  if (place.workspace === place.home) return globalRoot(place);
  const hash = createHash("sha256").update(place.workspace, "utf8").digest("hex");
  const key = `${place.layout.name}:${hash.slice(0, ROOT_HASH_DIGITS)}`;
  return buildRoot("workspace", place.workspace, key, place);
}

function buildRoot(
  scope: RootScope,
  base: string,
  key: string,
  { home, layout }: { readonly home: string; readonly layout: Layout },
): Root {
  return {
    key,
    layout: layout.name,
    scope,
    base,
    skillsDir: join(base, ...layout.skills),
    archiveDir: join(base, ...layout.archive),
    sidecarPath: join(base, ...layout.curator, "state.json"),
    privateDir: join(home, ".metis", "curator", "roots", key.replaceAll(":", "-")),
    ...(layout.scan === undefined ? {} : { scan: layout.scan }),
  };
}
