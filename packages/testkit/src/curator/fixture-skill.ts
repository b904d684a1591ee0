import {
  formatNewSkill,
  type Payload,
  parseSkillDocument,
  skillFileHash,
  skillSizeTokens,
  skillVersion,
} from "@metis-curate/core";
import type { TreeSeedEntry } from "../file-system/index.ts";

/** An event of a fixture; time is counted back from the fixture's now, `root` is added to the payload. */
export interface FixtureEvent {
  readonly type: string;
  /** Days before now; fractions allowed. */
  readonly daysAgo: number;
  readonly payload?: Payload;
  /** Default `session`. */
  readonly sessionId?: string;
  readonly actor?: "user" | "agent" | "system" | "tool" | "worker";
}

/** A skill on disk and what the trace says of it. */
export interface FixtureSkill {
  readonly name: string;
  /** Directory relative to the skills directory. */
  readonly path: string;
  /** Paths relative to that directory. */
  readonly files: Readonly<Record<string, TreeSeedEntry>>;
  readonly events: readonly FixtureEvent[];
}

export interface FixtureSkillOptions {
  readonly description?: string;
  readonly body?: string;
  /** Directory relative to the skills directory; default the name. */
  readonly path?: string;
  /** Files beside SKILL.md. */
  readonly files?: Readonly<Record<string, TreeSeedEntry>>;
}

export interface AgentSkillOptions extends FixtureSkillOptions {
  /** Default 200. */
  readonly createdDaysAgo?: number;
  /** One load per number, each in a session of its own. */
  readonly loadedDaysAgo?: readonly number[];
  /** How many of these loads, from the first, are followed by a failing tool. Default 0. */
  readonly failedLoads?: number;
  /** Default `auto_generated`. */
  readonly source?: "auto_generated" | "curator_generated" | "imported" | "manual";
  readonly draft?: boolean;
  /** What the body became by hand after the agent wrote it. */
  readonly editedBody?: string;
  /** Further events of this skill, `skill_id` filled in. */
  readonly events?: readonly FixtureEvent[];
}

const MINUTE_IN_DAYS = 1 / 1440;

/** Returns a skill an agent wrote: SKILL.md, its `skill.created` with the file's hash, and its loads. */
export function agentSkill(name: string, options: AgentSkillOptions = {}): FixtureSkill {
  const written = skillFile(name, options);
  const body = bodyOf(written, name);
  const onDisk =
    options.editedBody === undefined ? written : skillFile(name, { ...options, body: options.editedBody });
  const created: FixtureEvent = {
    type: "skill.created",
    daysAgo: options.createdDaysAgo ?? 200,
    payload: {
      skill_id: name,
      skill_version: skillVersion(body),
      source: options.source ?? "auto_generated",
      size_tokens: skillSizeTokens(body),
      file_hash: skillFileHash(written),
      ...(options.draft === true ? { draft: true } : {}),
    },
  };
  const loads = (options.loadedDaysAgo ?? []).flatMap((daysAgo, index) =>
    loadEvents(name, body, daysAgo, `${name}-session-${index + 1}`, index < (options.failedLoads ?? 0)),
  );
  const further = (options.events ?? []).map((event) => ({
    ...event,
    payload: { skill_id: name, ...event.payload },
  }));
  return {
    name,
    path: options.path ?? name,
    files: { "SKILL.md": onDisk, ...options.files },
    events: [created, ...loads, ...further],
  };
}

/** Returns a skill a person wrote: on disk only, no event at all. */
export function manualSkill(name: string, options: FixtureSkillOptions = {}): FixtureSkill {
  const files = { "SKILL.md": skillFile(name, options), ...options.files };
  return { name, path: options.path ?? name, files, events: [] };
}

function skillFile(name: string, options: FixtureSkillOptions): Uint8Array {
  return formatNewSkill({
    name,
    description: options.description ?? `Knows ${name}.`,
    body: options.body ?? `# ${name}\n\nSteps of ${name}.`,
  });
}

function bodyOf(bytes: Uint8Array, name: string): string {
  const document = parseSkillDocument(bytes, name);
  if (document.kind === "skipped") throw new Error(`fixture skill ${name}: ${document.diagnostic.message}`);
  return document.body;
}

function loadEvents(
  name: string,
  body: string,
  daysAgo: number,
  sessionId: string,
  failed: boolean,
): readonly FixtureEvent[] {
  const toolUseId = `${sessionId}-tool`;
  const loaded: FixtureEvent = {
    type: "skill.loaded",
    daysAgo,
    sessionId,
    payload: {
      skill_id: name,
      skill_version: skillVersion(body),
      load_reason: "on_demand",
      load_size_tokens: skillSizeTokens(body),
      source: "workspace",
      triggered_by_tool_use_id: null,
    },
  };
  if (!failed) return [loaded];
  const called = {
    tool_use_id: toolUseId,
    tool_name: "bash",
    input_hash: "0",
    input_size_bytes: 1,
    side_effects: "execute",
  };
  const failure = {
    tool_use_id: toolUseId,
    error_class: "execution_error",
    error_message: "",
    latency_ms: 5,
  };
  return [
    loaded,
    { type: "tool.called", daysAgo: daysAgo - MINUTE_IN_DAYS, sessionId, payload: called, actor: "tool" },
    {
      type: "tool.failed",
      daysAgo: daysAgo - 2 * MINUTE_IN_DAYS,
      sessionId,
      payload: failure,
      actor: "tool",
    },
  ];
}
