import { basename, dirname, isAbsolute, join } from "node:path";
import type { Root } from "@metis-curate/core";
import { globalRoot, isSafeDirectoryName, workspaceRoot } from "@metis-curate/core/light";
import { layoutsAt } from "../layouts/layouts-at.ts";
import type { RuntimeName } from "../layouts/runtime-name.ts";
import { SKILL_LOOKUPS, type SkillLookup } from "../layouts/skill-lookups.ts";
import type { RuntimePlace } from "../runtime.ts";
import { describeSkill } from "./describe-skill.ts";
import { expandPath } from "./expand-path.ts";
import { isReserved, type SkillPath, searchSkill, skillOnPath } from "./find-skill.ts";
import { nodeSkillFiles, type SkillFiles } from "./skill-files.ts";
import { findOwner, type SkillOwners } from "./skill-owners.ts";
import type {
  ResolvedSkill,
  ResolveRequest,
  SkillResolver,
  UnresolvedReason,
  UnresolvedSkill,
} from "./skill-resolver.ts";
import { workspaceAndParents } from "./workspaces.ts";

/** Runtimes that call a skill by its frontmatter, not by its directory (RUNTIMES 2.1 to 9.1). */
const NAMED_BY_FRONTMATTER: readonly RuntimeName[] = ["codex", "opencode", "gemini", "goose", "hermes"];

/** Answers remembered at once: an import may name any number of paths. */
const ANSWERS_MAX = 10_000;

type Answer = ResolvedSkill | UnresolvedSkill;

/** Makes a resolver over the rows of a home directory and environment; `files` is the real disk when absent. */
export function createSkillResolver(
  place: Pick<RuntimePlace, "home" | "env">,
  files: SkillFiles = nodeSkillFiles(),
): SkillResolver {
  const home = files.realpath(place.home) ?? place.home;
  const layouts = layoutsAt({ home, env: place.env, realpath: (path) => files.realpath(path) });
  return new Resolver({ files, home, layouts }, place.env);
}

class Resolver implements SkillResolver {
  private readonly place: SkillOwners;
  private readonly env: RuntimePlace["env"];
  private readonly answers = new Map<string, Answer>();
  private readonly parents = new Map<string, readonly string[]>();

  constructor(place: SkillOwners, env: RuntimePlace["env"]) {
    this.place = place;
    this.env = env;
  }

  resolve(request: ResolveRequest): Answer {
    const { runtime, skill, workspace } = request;
    const key = JSON.stringify([runtime, skill.name, skill.path, workspace]);
    const known = this.answers.get(key);
    if (known !== undefined) return known;
    const answer = skill.path === null ? this.byName(request) : this.byPath(request, skill.path);
    if (this.answers.size >= ANSWERS_MAX) this.answers.clear();
    this.answers.set(key, answer);
    return answer;
  }

  private byPath({ workspace }: ResolveRequest, path: string): Answer {
    const { files, home } = this.place;
    const asked = expandPath(path, { home, env: this.env, workspace });
    if (asked === null) return unresolved("bad-reference");
    const real = this.realDirectoryOf(asked);
    if (real === null || !files.exists(asked)) return unresolved("gone");
    return this.owned(real);
  }

  /** The directory's real path, or the file's name in its directory's: a SKILL.md that is a link stays in its skill. */
  private realDirectoryOf(asked: string): string | null {
    const { files } = this.place;
    if (files.isDirectory(asked)) return files.realpath(asked);
    const parent = files.realpath(dirname(asked));
    return parent === null ? null : join(parent, basename(asked));
  }

  private byName({ runtime, skill, workspace }: ResolveRequest): Answer {
    const name = skill.name?.normalize("NFC") ?? "";
    if (name === "" || name.includes("\0")) return unresolved("bad-reference");
    const colon = name.lastIndexOf(":");
    if (colon >= 0) return this.namespaced(runtime, name.slice(0, colon), name.slice(colon + 1), workspace);
    const names = name.split("/");
    if (!names.every((part) => part !== ".." && isSafeDirectoryName(part)))
      return unresolved("bad-reference");
    return this.lookUp(runtime, names, this.above(workspace)) ?? unresolved("not-found");
  }

  /** `apps/web:deploy` is a skill of a directory below the workspace; any other prefix is a plugin's (RUNTIMES 1.1). */
  private namespaced(runtime: RuntimeName, prefix: string, name: string, workspace: string | null): Answer {
    const isPath = !isAbsolute(prefix) && prefix.split("/").every((part) => isSafeDirectoryName(part));
    if (runtime !== "claude-code" || workspace === null || !isPath || prefix.split("/").includes(".."))
      return unresolved("namespaced");
    if (!isSafeDirectoryName(name) || name === "") return unresolved("bad-reference");
    const below = this.place.files.realpath(join(workspace, prefix));
    const found = below === null ? null : this.lookIn("claude-code", below, [name], false);
    return found === null ? unresolved("namespaced") : this.owned(found);
  }

  /** In the runtime's order; last, in directories above that it is not known to read. */
  private lookUp(runtime: RuntimeName, names: readonly string[], above: readonly string[]): Answer | null {
    const byFrontmatter = NAMED_BY_FRONTMATTER.includes(runtime);
    const lookups = SKILL_LOOKUPS[runtime];
    const places = [
      ...lookups.flatMap((lookup) => basesOf(lookup, above).map((base) => ({ lookup, base }))),
      ...lookups
        .filter(({ scope, parents }) => scope === "workspace" && parents !== true)
        .flatMap((lookup) => above.slice(1).map((base) => ({ lookup, base }))),
    ];
    for (const { lookup, base } of places) {
      const found = this.lookIn(lookup.layout, base, names, byFrontmatter);
      if (found !== null) return this.owned(found);
    }
    return null;
  }

  /** Real path of a skill that a layout's directory of a workspace (null: of the home directory) has under a name. */
  private lookIn(
    layoutName: string,
    base: string | null,
    names: readonly string[],
    byFrontmatter: boolean,
  ): string | null {
    const { files } = this.place;
    const root = this.rootOf(layoutName, base);
    const skillsDir = root === null ? null : files.realpath(root.skillsDir);
    if (root === null || skillsDir === null) return null;
    const path =
      skillOnPath(files, root, skillsDir, names) ?? this.search(root, skillsDir, names, byFrontmatter);
    return path === null ? null : files.realpath(join(skillsDir, ...path));
  }

  private search(
    root: Root,
    skillsDir: string,
    names: readonly string[],
    byFrontmatter: boolean,
  ): SkillPath | null {
    const name = names.length === 1 ? names[0] : undefined;
    if (name === undefined) return null;
    return searchSkill(this.place.files, root, skillsDir, { name, byFrontmatter });
  }

  private rootOf(layoutName: string, base: string | null): Root | null {
    const { home, layouts } = this.place;
    const layout = layouts.find(({ name }) => name === layoutName);
    if (layout === undefined) return null;
    return base === null ? globalRoot({ home, layout }) : workspaceRoot({ workspace: base, home, layout });
  }

  /** The skill that a real path lies in, under the root that owns it. */
  private owned(realPath: string): Answer {
    const { files } = this.place;
    const owner = findOwner(this.place, realPath);
    if (owner === null) return unresolved("outside");
    const { root, realSkillsDir, names } = owner;
    const path = skillOnPath(files, root, realSkillsDir, names);
    if (path === null) return unresolved(isReserved(root, names) ? "reserved" : "not-a-skill");
    return describeSkill(files, root, realSkillsDir, path, names.slice(path.length).join("/"));
  }

  private above(workspace: string | null): readonly string[] {
    if (workspace === null) return [];
    const known = this.parents.get(workspace);
    if (known !== undefined) return known;
    const found = workspaceAndParents(this.place.files, workspace);
    this.parents.set(workspace, found);
    return found;
  }
}

function basesOf({ scope, parents }: SkillLookup, above: readonly string[]): readonly (string | null)[] {
  if (scope === "global") return [null];
  return parents === true ? above : above.slice(0, 1);
}

function unresolved(reason: UnresolvedReason): UnresolvedSkill {
  return { kind: "unresolved", reason };
}
