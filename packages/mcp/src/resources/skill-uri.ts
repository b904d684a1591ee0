import type { McpLibrary } from "../mcp-deps.ts";

export const SKILL_URI_TEMPLATE = "skill://{scope}/{name}/SKILL.md";
export const LAST_RUN_URI = "metis://runs/last";

export function skillUri(scope: McpLibrary["scope"], name: string): string {
  return `skill://${scope}/${encodeURIComponent(name)}/SKILL.md`;
}

/** Returns what the variable of a URI stands for; null when it is no well-formed encoding. */
export function decodeVariable(value: unknown): string | null {
  if (typeof value !== "string") return null;
  try {
    return decodeURIComponent(value);
  } catch {
    return null;
  }
}
