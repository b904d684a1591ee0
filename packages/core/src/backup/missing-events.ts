import type { EventEnvelope } from "../events/envelope.ts";
import type { TraceCopy } from "../ports/trace-backup.ts";
import type { EventBatch, EventLog, TraceInfo } from "../ports/trace-store.ts";
import type { Root } from "../roots/root.ts";
import { eventRootKey, eventScope, type IsNearestRoot, type RootHistory } from "../trace/index.ts";
import { eventSkill } from "../trace/payload.ts";
import { BackupFault } from "./backup-fault.ts";
import { RESTORED_EVENTS_MAX } from "./backup-limits.ts";

export interface MergeContext {
  readonly root: Root;
  readonly copy: TraceCopy;
  readonly trace: Pick<EventLog, "has">;
  readonly info: TraceInfo;
  /** What the present trace says. */
  readonly history: RootHistory;
  readonly realpath: (path: string) => string | null;
  readonly isNearestRoot: IsNearestRoot;
}

/** Facts of a session that give its other events their meaning. */
const SESSION_TYPES: ReadonlySet<string> = new Set(["session.created", "session.ended", "tool.called"]);

/**
 * Returns the events of this root that the copy has and the trace lacks, by insertion; another root's are never
 * among them, so a shared database keeps what others wrote. Left out: what Metis swept on purpose, and older
 * words on what the trace has a newer word on (retags of a skill, pauses), since insertion is what orders acts.
 * Throws `BackupFault` (`too-large`) above `RESTORED_EVENTS_MAX`, and `TraceError`.
 */
export async function findMissingEvents(context: MergeContext): Promise<readonly EventEnvelope[]> {
  const missing: EventEnvelope[] = [];
  for await (const batch of context.copy.scanAll()) {
    const workspaces = await sessionWorkspaces(context, batch);
    for (const { event } of batch.events) {
      const workspace = workspaces.get(event.sessionId) ?? null;
      if (!belongs(context, event, workspace) || isOutdated(context, event)) continue;
      if (await context.trace.has(event.id)) continue;
      if (missing.length >= RESTORED_EVENTS_MAX) {
        const message = `it has more than ${RESTORED_EVENTS_MAX} events that the trace lacks; put trace.db itself in place`;
        throw new BackupFault("too-large", message);
      }
      missing.push(event);
    }
  }
  return missing;
}

/** Skills that events pin or unpin. */
export function pinnedIn(events: readonly EventEnvelope[]): ReadonlySet<string> {
  const pins = events.filter(
    ({ type, payload }) =>
      type === "skill.curated" && (payload["action"] === "pin" || payload["action"] === "unpin"),
  );
  return new Set(pins.flatMap((event) => eventSkill(event) ?? []));
}

async function sessionWorkspaces(
  { copy, realpath }: MergeContext,
  batch: EventBatch,
): Promise<ReadonlyMap<string, string>> {
  const unrooted = batch.events.filter(({ event }) => eventRootKey(event) === null);
  const found = await copy.findSessionWorkspaces([...new Set(unrooted.map(({ event }) => event.sessionId))]);
  return new Map([...found].map(([session, path]) => [session, realpath(path) ?? path]));
}

function belongs(
  { root, isNearestRoot }: MergeContext,
  event: EventEnvelope,
  workspace: string | null,
): boolean {
  const owner = eventRootKey(event);
  if (owner !== null) return owner === root.key;
  const { activity, provenance, outcome, act } = eventScope(event, workspace, root, isNearestRoot);
  if (activity || provenance || outcome || act) return true;
  if (!SESSION_TYPES.has(event.type) || workspace === null) return false;
  return workspace === root.base || workspace.startsWith(`${root.base}/`);
}

function isOutdated({ info, history }: MergeContext, event: EventEnvelope): boolean {
  const { sweptAtUs, oldestTimestampUs } = info;
  if (sweptAtUs !== null && event.timestampUs < (oldestTimestampUs ?? 0)) return true;
  switch (event.type) {
    case "skill.adopted":
    case "skill.disowned": {
      const skill = eventSkill(event);
      return skill !== null && (history.skills.get(skill)?.evidence?.retag ?? null) !== null;
    }
    case "curator.paused":
    case "curator.resumed":
    case "curator.restored":
      return history.acts.length > 0;
    default:
      return false;
  }
}
