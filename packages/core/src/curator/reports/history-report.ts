import { createTwoFilesPatch } from "diff";
import { SKILL_FILE } from "../../actions/index.ts";
import type { EventEnvelope, Payload } from "../../events/envelope.ts";
import { FileSystemError } from "../../ports/file-system.ts";
import { isoFromUs } from "../../trace/index.ts";
import { archivesOf, type OwnedArchive } from "../archive-records.ts";
import type { CuratorDeps } from "../curator-deps.ts";
import { type LibraryView, readLibraryView } from "../library-view.ts";
import { done } from "../refusals.ts";
import type { HistoryEntry, Outcome } from "../skill-curator.ts";

export interface HistoryOptions {
  readonly skill?: string;
  /** Newest entries to give; all when absent. */
  readonly limit?: number;
}

const ACTS: Readonly<Record<string, string>> = {
  "skill.adopted": "adopt",
  "skill.disowned": "disown",
  "skill.promoted": "promote",
  "curator.paused": "pause",
  "curator.resumed": "resume",
};
/** A longer diff is not shown. */
const DIFF_BYTES_MAX = 256 * 1024;

/**
 * What was done to the root's skills, newest first, with the change of SKILL.md while its snapshot is there
 * (CONTRACTS 11). Refusals as `readLibraryView`.
 */
export async function historyReport(
  deps: CuratorDeps,
  { skill, limit }: HistoryOptions = {},
): Promise<Outcome<readonly HistoryEntry[]>> {
  const read = await readLibraryView(deps);
  if (!read.ok) return read;
  const view = read.value;
  const wanted = skill?.normalize("NFC");
  const events = view.history.acts
    .filter(({ type }) => type === "skill.curated" || type in ACTS)
    .filter(({ payload }) => wanted === undefined || payload["skill_id"] === wanted)
    .toReversed()
    .slice(0, limit ?? Number.MAX_SAFE_INTEGER);
  const snapshots = archivesOf(deps, view);
  return done(events.map((event) => entryOf(deps, view, snapshots, event)));
}

function entryOf(
  deps: CuratorDeps,
  view: LibraryView,
  snapshots: readonly OwnedArchive[],
  event: EventEnvelope,
): HistoryEntry {
  const { payload } = event;
  const text = (key: string): string | null => (typeof payload[key] === "string" ? payload[key] : null);
  const kind = text("curator_kind");
  return {
    at: isoFromUs(event.timestampUs),
    run_id: text("curator_run_id") ?? event.sessionId,
    action: ACTS[event.type] ?? text("action") ?? event.type,
    skill: text("skill_id") ?? "",
    source: kind === "llm" ? (text("curator_model") ?? "model") : "operator",
    version_before: text("skill_version_before"),
    version_after: text("skill_version_after") ?? text("skill_version"),
    rationale: text("rationale") || reasonOf(payload),
    cost_usd: text("curator_cost_usd") ?? "0",
    archive_path: text("archive_path"),
    diff: diffOf(deps, view, snapshots, payload),
  };
}

function signalsOf(payload: Payload): Payload {
  const signals = payload["signals"];
  return typeof signals === "object" && signals !== null ? (signals as Payload) : {};
}

function reasonOf(payload: Payload): string {
  const { reason } = signalsOf(payload) as { reason?: unknown };
  return typeof reason === "string" ? reason : "";
}

/** From the snapshot taken before the act to the text after it: the next snapshot, else the present file. */
function diffOf(
  deps: CuratorDeps,
  view: LibraryView,
  archives: readonly OwnedArchive[],
  payload: Payload,
): string | null {
  const path =
    signalsOf(payload)["snapshot_path"] ?? (payload["action"] === "edit" ? payload["archive_path"] : null);
  if (typeof path !== "string") return null;
  const id = path.split("/").findLast((segment) => segment !== "");
  const own = archives.filter(({ skill, record }) => skill === payload["skill_id"] && record.kind === "edit");
  const index = own.findIndex(({ record }) => record.id === id);
  const snapshot = own[index];
  if (snapshot === undefined) return null;
  const next = own[index + 1]?.directory ?? liveDirectory(view, snapshot.skill);
  if (next === null) return null;
  const before = readSkillFile(deps, snapshot.directory);
  const after = readSkillFile(deps, next);
  if (before === null || after === null || before === after) return null;
  return createTwoFilesPatch(`a/${snapshot.skill}`, `b/${snapshot.skill}`, before, after, "", "", {
    context: 3,
  });
}

function liveDirectory({ library }: LibraryView, name: string): string | null {
  return library.skills.find((skill) => skill.name === name)?.directory ?? null;
}

function readSkillFile({ fs }: CuratorDeps, directory: string): string | null {
  try {
    return new TextDecoder().decode(fs.readFile(`${directory}/${SKILL_FILE}`, DIFF_BYTES_MAX));
  } catch (error) {
    if (error instanceof FileSystemError) return null;
    throw error;
  }
}
