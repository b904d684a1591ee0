import { type SaveSkillInput, type SaveSkillResult, saveSkill } from "../skills/index.ts";
import type { CuratorDeps } from "./curator-deps.ts";
import { makeValidEvent } from "./make-valid-event.ts";

/**
 * Saves a skill an agent wrote and records its one `skill.created` durably (CONTRACTS 1.5). Rejects with
 * `TraceError` when the trace cannot record it; then nothing is on disk.
 */
export function saveAgentSkill(
  deps: CuratorDeps,
  input: SaveSkillInput,
  sessionId: string,
): Promise<SaveSkillResult> {
  return saveSkill(
    {
      fs: deps.fs,
      root: deps.root,
      publishCreated: async (created) => {
        const event = makeValidEvent(deps, {
          type: "skill.created",
          actor: "agent",
          sessionId,
          payload: { ...created },
        });
        await deps.trace.append([event], "full");
        await deps.announce([event]);
      },
    },
    input,
  );
}
