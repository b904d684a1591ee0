import {
  createSkillScout,
  type FileSystem,
  FileSystemError,
  type MatcherDeps,
  mergeScoutConfig,
  type Outcome,
  readConfigLayers,
  type SkillMatcher,
  type SkillScout,
} from "@metis-curate/core";
import { createSkillSources } from "@metis-curate/scout";
import type { OpenCuratorOptions } from "./curator-opener.ts";

const MS_PER_SECOND = 1_000;
/** A personal token of GitHub, which lifts its limits. */
const TOKEN_VARIABLE = "GITHUB_TOKEN";

/** The scout of a matcher's first root, over the public collections that the operator's configuration names. */
export function openScout(
  fs: FileSystem,
  options: OpenCuratorOptions,
  deps: MatcherDeps,
  matcher: SkillMatcher,
): Outcome<SkillScout> {
  const { curator } = deps.main;
  const { layers } = readConfigLayers(fs, {
    home: options.home,
    workspace: curator.root.scope === "workspace" ? curator.root.base : null,
    ...(options.configPath === undefined ? {} : { explicitPath: options.configPath }),
  });
  const merged = mergeScoutConfig(layers);
  if (!merged.ok) {
    const lines = merged.errors.map(({ message }) => message);
    for (const line of lines.slice(0, -1)) options.logger.log("error", line);
    const message = lines.at(-1) ?? "the configuration cannot be used";
    return { ok: false, refusal: { kind: "bad-config", message, exitCode: 2 } };
  }
  const { skills_sh_url: skillsSh, github_url: github, timeout_seconds: timeout } = merged.config;
  const sources = createSkillSources({
    addresses: { ...(skillsSh !== null && { skillsSh }), ...(github !== null && { github }) },
    githubToken: options.env[TOKEN_VARIABLE] ?? null,
    timeoutMs: timeout * MS_PER_SECOND,
  });
  const scout = createSkillScout({
    curator,
    sources,
    gaps: () => matcher.gaps(),
    embedder: deps.embedder,
    ...(deps.ranker !== undefined && { ranker: deps.ranker }),
    adoptRefusal: adoptRefusalOf(fs, options, curator.root.base),
  });
  return { ok: true, value: scout };
}

/** A workspace without skills is searched over the global library, but nothing meant for it is written there. */
function adoptRefusalOf(
  fs: FileSystem,
  { global, workspace }: OpenCuratorOptions,
  base: string,
): string | null {
  if (global || workspace === null || realpathOf(fs, workspace) === base) return null;
  return `${workspace} has no skills directory; make .metis/skills in it, or adopt with --global`;
}

function realpathOf(fs: FileSystem, path: string): string {
  try {
    return fs.realpath(path);
  } catch (error) {
    if (error instanceof FileSystemError) return path;
    throw error;
  }
}
