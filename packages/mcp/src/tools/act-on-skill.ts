import type { ActReport, Outcome } from "@metis-curate/core";
import type { McpLibrary } from "../mcp-deps.ts";
import type { ToolCall } from "./tool.ts";

/**
 * Acts in the first library that knows the skill; the refusal of the first one when none does. Once begun, an act is
 * not cancelled: it is one short transaction. Refusals: `cancelled`, and those of the act.
 */
export async function actOnSkill(
  { place, signal }: ToolCall,
  act: (library: McpLibrary) => Promise<Outcome<ActReport>>,
): Promise<Outcome<ActReport>> {
  let unknown: Outcome<ActReport> | null = null;
  for (const library of place.libraries) {
    if (signal.aborted) return refused("cancelled", "cancelled before anything was done");
    const outcome = await act(library);
    if (outcome.ok || outcome.refusal.kind !== "unknown-skill") return outcome;
    unknown ??= outcome;
  }
  return unknown ?? refused("no-skills-directory", "no skill library is open");
}

function refused(kind: string, message: string): Outcome<ActReport> {
  return { ok: false, refusal: { kind, message, exitCode: 3 } };
}
