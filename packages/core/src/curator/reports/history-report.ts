import type { EventEnvelope } from "../../events/envelope.ts";
import { APPLY_DESCRIPTION_REASON } from "../../roots/index.ts";
import { isoFromUs } from "../../trace/index.ts";
import { curatedAction, eventSignals, eventSkill, payloadText } from "../../trace/payload.ts";
import { archivesOf } from "../archive-records.ts";
import type { CuratorDeps } from "../curator-deps.ts";
import { readLibraryView } from "../library-view.ts";
import { done } from "../refusals.ts";
import type { HistoryEntry, Outcome } from "../skill-curator.ts";
import { findSkillDiff } from "./skill-diff.ts";

export interface HistoryOptions {
  readonly skill?: string;
  /** Newest entries to give; all when absent. */
  readonly limit?: number;
}

const ACTIONS: ReadonlyMap<string, string> = new Map([
  ["skill.adopted", "adopt"],
  ["skill.disowned", "disown"],
  ["skill.promoted", "promote"],
  ["curator.paused", "pause"],
  ["curator.resumed", "resume"],
]);

/**
 * What was done to the root and its skills, newest first by insertion, with the change of SKILL.md while its
 * snapshot is there (CONTRACTS 11). `source` is the model of a run's action, else `operator`. Refusals as
 * `readLibraryView`.
 */
export async function historyReport(
  deps: CuratorDeps,
  { skill, limit }: HistoryOptions = {},
): Promise<Outcome<readonly HistoryEntry[]>> {
  const read = await readLibraryView(deps);
  if (!read.ok) return read;
  const view = read.value;
  const wanted = skill?.normalize("NFC");
  const found = view.history.acts
    .filter((event) => wanted === undefined || eventSkill(event) === wanted)
    .flatMap((event) => {
      const action = findAction(event);
      return action === null ? [] : [{ event, action }];
    })
    .toReversed()
    .slice(0, Math.max(0, limit ?? Number.MAX_SAFE_INTEGER));
  const archives = archivesOf(deps, view);
  return done(
    found.map(({ event, action }) => ({
      ...entryOf(event, action),
      diff: findSkillDiff(deps, view, archives, event),
    })),
  );
}

/** What a person calls an act; null for events that are none. */
function findAction(event: EventEnvelope): string | null {
  if (event.type === "skill.modified") {
    return event.payload["reason"] === APPLY_DESCRIPTION_REASON ? APPLY_DESCRIPTION_REASON : null;
  }
  return curatedAction(event) ?? ACTIONS.get(event.type) ?? null;
}

function entryOf(event: EventEnvelope, action: string): Omit<HistoryEntry, "diff"> {
  const { payload } = event;
  const isModels = payload["curator_kind"] === "llm";
  return {
    at: isoFromUs(event.timestampUs),
    run_id: payloadText(payload, "curator_run_id") ?? event.sessionId,
    action,
    skill: eventSkill(event) ?? "",
    source: isModels ? (payloadText(payload, "curator_model") ?? "model") : "operator",
    version_before: payloadText(payload, "skill_version_before"),
    version_after: payloadText(payload, "skill_version_after") ?? payloadText(payload, "skill_version"),
    rationale: payloadText(payload, "rationale") ?? payloadText(eventSignals(event), "reason") ?? "",
    cost_usd: payloadText(payload, "curator_cost_usd") ?? "0",
    archive_path: payloadText(payload, "archive_path"),
  };
}
