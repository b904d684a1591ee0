import { join } from "node:path";
import type { CuratorDeps } from "../../curator/curator-deps.ts";
import { makeValidEvent } from "../../curator/make-valid-event.ts";
import type { EventEnvelope } from "../../events/envelope.ts";
import { FileSystemError } from "../../ports/file-system.ts";
import { readFileInside } from "../../roots/tree/index.ts";
import { loadRootSkills, type Skill } from "../../skills/index.ts";
import { believableUs } from "../../trace/event-time.ts";
import { decodeUsage, USAGE_BYTES_MAX, type UsageRecord } from "./decode-usage.ts";
import { derivedEventId } from "./derived-event-id.ts";

const USAGE_FILE = ".usage.json";

export interface UsageMigration {
  /** Records that became events now; 0 at the second time. */
  readonly records: number;
  readonly notices: readonly string[];
}

/**
 * Takes the last uses in a `.usage.json` of the skills directory over as loads, so that what another program saw in use
 * is not archived (CONTRACTS 13.1). It keeps alive and permits nothing: neither origin nor effectiveness comes from it.
 * The same file twice adds nothing. Throws `TraceError`.
 */
export async function migrateUsage(deps: CuratorDeps): Promise<UsageMigration> {
  const text = readUsage(deps);
  if (text === null) return { records: 0, notices: [] };
  const path = join(deps.root.skillsDir, USAGE_FILE);
  const records = decodeUsage(text);
  if (records === null) return { records: 0, notices: [`${path} is no usage record and was left out`] };
  const skills = new Map(loadRootSkills(deps.fs, deps.root).skills.map((skill) => [skill.name, skill]));
  const nowUs = deps.clock.nowUs();
  const events = records.flatMap((record) => {
    const skill = skills.get(record.skill);
    const isUsable = skill !== undefined && believableUs(record.lastUsedAtUs, nowUs) !== null;
    return isUsable ? [loadEvent(deps, skill, record)] : [];
  });
  if (events.length === 0) return { records: 0, notices: [] };
  const fresh = await deps.trace.append(events, "normal");
  return { records: fresh.length, notices: [] };
}

function loadEvent(deps: CuratorDeps, skill: Skill, { lastUsedAtUs }: UsageRecord): EventEnvelope {
  const { root } = deps;
  const id = derivedEventId(lastUsedAtUs, [USAGE_FILE, root.key, skill.name, String(lastUsedAtUs)]);
  const event = makeValidEvent(deps, {
    type: "skill.loaded",
    sessionId: `usage-${id}`,
    payload: {
      root: root.key,
      skill_id: skill.name,
      skill_version: skill.version,
      load_reason: "on_demand",
      load_size_tokens: skill.sizeTokens,
      source: root.scope,
      triggered_by_tool_use_id: null,
    },
  });
  return { ...event, id, timestampUs: lastUsedAtUs };
}

function readUsage({ fs, root }: CuratorDeps): string | null {
  try {
    const file = join(root.skillsDir, USAGE_FILE);
    return new TextDecoder().decode(readFileInside(fs, root.skillsDir, file, USAGE_BYTES_MAX));
  } catch (error) {
    if (error instanceof FileSystemError) return null;
    throw error;
  }
}
