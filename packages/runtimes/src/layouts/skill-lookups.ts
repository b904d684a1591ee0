import type { RootScope } from "@metis-curate/core";
import { RUNTIME_NAMES, type RuntimeName } from "./runtime-name.ts";

/** A directory in which a runtime looks for a skill. */
export interface SkillLookup {
  readonly layout: string;
  readonly scope: RootScope;
  /** Of a workspace: also in every directory above, up to the repository's root. */
  readonly parents?: true;
}

const home = (layout: string): SkillLookup => ({ layout, scope: "global" });
const workspace = (layout: string): SkillLookup => ({ layout, scope: "workspace" });
const upwards = (layout: string): SkillLookup => ({ layout, scope: "workspace", parents: true });

/**
 * Where each runtime looks, in its order of precedence (RUNTIMES 1.1 to 9.1). Claude Code lets the personal skill win, all
 * others the project's. OpenCode and Cursor document no order: theirs is ours. `/etc` and plugins are nobody's here.
 */
export const SKILL_LOOKUPS: Readonly<Record<RuntimeName, readonly SkillLookup[]>> = {
  "claude-code": [home("claude-code"), upwards("claude-code")],
  codex: [upwards("agents"), upwards("codex"), home("agents"), home("codex")],
  opencode: [
    upwards("opencode"),
    upwards("claude-code"),
    upwards("agents"),
    home("opencode"),
    home("claude-code"),
    home("agents"),
  ],
  gemini: [workspace("agents"), workspace("gemini"), home("agents"), home("gemini")],
  goose: [
    workspace("agents"),
    workspace("goose"),
    workspace("claude-code"),
    home("agents"),
    home("goose"),
    home("claude-code"),
  ],
  cursor: [
    workspace("agents"),
    workspace("cursor"),
    workspace("claude-code"),
    workspace("codex"),
    home("agents"),
    home("cursor"),
    home("claude-code"),
    home("codex"),
  ],
  kiro: [workspace("kiro"), home("kiro")],
  hermes: [home("hermes"), home("agents")],
};

/**
 * Returns the runtimes that read a layout's directory of a scope by themselves. Hermes reads `.agents/skills` only when
 * its configuration says so, which `detectReaders` looks up.
 */
export function readersOf(layout: string, scope: RootScope): readonly RuntimeName[] {
  return RUNTIME_NAMES.filter((runtime) => {
    if (runtime === "hermes" && layout !== "hermes") return false;
    return SKILL_LOOKUPS[runtime].some((lookup) => lookup.layout === layout && lookup.scope === scope);
  });
}
