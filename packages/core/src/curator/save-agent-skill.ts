import { writeActs } from "../actions/write-acts.ts";
import type { EventEnvelope } from "../events/envelope.ts";
import { FileSystemError } from "../ports/file-system.ts";
import { type EventLog, TraceError } from "../ports/trace-store.ts";
import { readSidecar } from "../roots/index.ts";
import { lockPath } from "../roots/lock-path.ts";
import { applyToSidecar } from "../roots/sidecar-reducer.ts";
import { ensureDirectory } from "../roots/tree/index.ts";
import { type SaveSkillInput, type SaveSkillResult, saveSkill } from "../skills/index.ts";
import type { CuratorDeps } from "./curator-deps.ts";
import { makeValidEvent } from "./make-valid-event.ts";
import { ACT_LOCK_WAIT_MS } from "./with-root.ts";

/**
 * Saves a skill an agent wrote and records its one `skill.created` durably (CONTRACTS 1.5). A name that was
 * archived before is active again in the sidecar. Rejects with `TraceError` when the trace did not record it;
 * then nothing is on disk. When appending fails but the event is there, the skill is kept.
 */
export async function saveAgentSkill(
  deps: CuratorDeps,
  input: SaveSkillInput,
  sessionId: string,
): Promise<SaveSkillResult> {
  const recorded: EventEnvelope[] = [];
  const result = await saveSkill(
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
        await store(deps, event);
        recorded.push(event);
        await deps.announce([event]);
      },
    },
    input,
  );
  for (const event of recorded) await noteInSidecar(deps, event);
  return result;
}

/** A skill whose event stands must stand too: an append may fail after the event was stored. */
async function store({ trace, logger }: CuratorDeps, event: EventEnvelope): Promise<void> {
  try {
    await trace.append([event], "full");
  } catch (error) {
    if (!(error instanceof TraceError) || !(await isStored(trace, event.id))) throw error;
    logger.log("warning", `the new skill is recorded, although the trace failed: ${error.message}`);
  }
}

async function isStored(trace: EventLog, eventId: string): Promise<boolean> {
  try {
    return await trace.has(eventId);
  } catch (error) {
    if (error instanceof TraceError) return false;
    throw error;
  }
}

/** The skill is saved whatever happens here. */
async function noteInSidecar(deps: CuratorDeps, event: EventEnvelope): Promise<void> {
  const { fs, root, lock, logger } = deps;
  try {
    if (!changesSidecar(deps, event)) return;
    ensureDirectory(fs, root.privateDir);
    const handle = await lock.acquire(lockPath(root), ACT_LOCK_WAIT_MS);
    if (handle === null) {
      logger.log("warning", `${root.sidecarPath} does not know the new skill yet: another curator is busy`);
      return;
    }
    try {
      writeActs(fs, root, [event]);
    } finally {
      handle.release();
    }
  } catch (error) {
    if (!(error instanceof FileSystemError)) throw error;
    logger.log("warning", `${root.sidecarPath} does not know the new skill yet: ${error.message}`);
  }
}

function changesSidecar({ fs, root }: CuratorDeps, event: EventEnvelope): boolean {
  const found = readSidecar(fs, root);
  if (found.kind === "missing") return event.payload["draft"] === true;
  return found.kind === "state" && applyToSidecar(found.state, event, root) !== found.state;
}
