import { posix } from "node:path";
import { splitMarkdown } from "./markdown.ts";
import { withoutUrls } from "./urls.ts";

/** Directories of a skill that agentskills.io names: a path below one is a file of the skill itself. */
const SKILL_DIRECTORIES: ReadonlySet<string> = new Set(["references", "scripts", "assets"]);

/** Longer tokens are no paths. */
const PATH_CHARACTERS_MAX = 512;

export interface FileReference {
  /** Normalised, `/`-separated; ends with `/` for a directory. */
  readonly path: string;
  /** True when it means a file of the skill; else it may be one of the user's project. */
  readonly ofSkill: boolean;
}

/**
 * The distinct references to files in a body: relative link targets, paths below a skill's own directories, paths
 * whose last part has an extension, and names of files that are known to exist. URLs, anchors and absolute paths are
 * none. What a code block runs as `./scripts/x.sh` may lie where the agent works: of the skill only if it is known.
 */
export function findFileReferences(body: string, knownPaths: ReadonlySet<string>): readonly FileReference[] {
  const text = withoutUrls(body);
  const found = new Map<string, FileReference>();
  const { blocks, text: prose } = splitMarkdown(text);
  const code = blocks.flatMap(({ lines }) => lines).join("\n");
  const references = [
    ...linkReferences(text),
    ...pathReferences(prose.join("\n"), knownPaths),
    ...pathReferences(code, knownPaths, { inCode: true }),
  ];
  for (const reference of references) {
    const known = found.get(reference.path);
    if (known === undefined || reference.ofSkill) found.set(reference.path, reference);
  }
  return [...found.values()];
}

function linkReferences(text: string): readonly FileReference[] {
  const targets = [...text.matchAll(/\]\(\s{0,8}<?([^()\s<>]{1,512})/g)].map((match) => match[1] ?? "");
  return targets.flatMap((target) => {
    const [path = ""] = target.split(/[#?]/);
    if (path === "" || path.startsWith("/") || /^[a-z][a-z0-9+.-]*:/i.test(path)) return [];
    const normalised = normalise(path);
    return normalised === null ? [] : [{ path: normalised, ofSkill: !normalised.startsWith("../") }];
  });
}

function pathReferences(
  text: string,
  knownPaths: ReadonlySet<string>,
  { inCode = false }: { readonly inCode?: boolean } = {},
): readonly FileReference[] {
  const references: FileReference[] = [];
  for (const match of text.matchAll(/[^\s"'`()[\]<>,;:|=*!?#]+/g)) {
    const path = normalise(match[0]);
    if (path === null) continue;
    const fromHere = inCode && match[0].startsWith("./");
    const ofSkill = knownPaths.has(path) || (!fromHere && SKILL_DIRECTORIES.has(path.split("/")[0] ?? ""));
    if (knownPaths.has(path) || isPathLike(path)) references.push({ path, ofSkill });
  }
  return references;
}

function isPathLike(path: string): boolean {
  if (!path.includes("/")) return false;
  const parts = path.split("/").filter((part) => part !== "");
  if (SKILL_DIRECTORIES.has(parts[0] ?? "")) return parts.length > 1 || path.endsWith("/");
  return /\.[A-Za-z][A-Za-z0-9]{0,9}$/.test(parts.at(-1) ?? "") && parts.length > 1;
}

/** A relative path without `./`, variables such as `{baseDir}/` and trailing dots; null for an absolute one. */
function normalise(token: string): string | null {
  if (token.length > PATH_CHARACTERS_MAX) return null;
  const bare = token
    .replace(/^(?:\$\{[^}]*\}|\{[^}]*\}|\$\w+)\//, "")
    .replace(/^[{}]+/, "")
    .replace(/[{}.…]+$/, "");
  if (bare === "" || bare.startsWith("/") || bare.startsWith("~")) return null;
  const path = posix.normalize(bare);
  return path === "." || path === "./" ? null : path;
}
