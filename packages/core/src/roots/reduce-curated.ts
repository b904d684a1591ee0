import type { EventEnvelope } from "../events/envelope.ts";
import { eventSignals, payloadText, payloadTexts } from "../trace/payload.ts";
import { isoFromUs } from "../trace/time.ts";
import { DEFAULT_ENTRY } from "./sidecar-entry.ts";
import type { ArchiveRecord, SidecarSkill, SkillOrigin } from "./sidecar-state.ts";

const ORIGINS: readonly SkillOrigin[] = ["manual", "auto_generated", "imported", "curator_generated"];

/** Returns a skill's sidecar entry after one `skill.curated`; an unknown action changes nothing. */
export function reduceCuratedEntry(
  before: SidecarSkill | undefined,
  event: EventEnvelope,
  skill: string,
  action: string,
): SidecarSkill | undefined {
  const entry = { ...(before ?? DEFAULT_ENTRY), origin: originAfter(before, event) };
  switch (action) {
    case "pin":
      return pinned(entry, event);
    case "unpin":
      return { ...entry, pinned: false, pinned_at_iso: null, pinned_by: null };
    case "archive":
      return archived(entry, event, skill);
    case "restore":
      return restored(entry, event, skill);
    case "edit":
      return withArchive(entry, snapshotRecord(event, skill, payloadText(event.payload, "archive_path")));
    case "consolidate":
      return consolidated(entry, event, skill);
    default:
      return before;
  }
}

export function originAfter(before: SidecarSkill | undefined, event: EventEnvelope): SkillOrigin {
  const said = payloadText(eventSignals(event), "origin");
  return ORIGINS.find((origin) => origin === said) ?? before?.origin ?? DEFAULT_ENTRY.origin;
}

function pinned(entry: SidecarSkill, event: EventEnvelope): SidecarSkill {
  return {
    ...entry,
    pinned: true,
    pinned_at_iso: isoFromUs(event.timestampUs),
    pinned_by: payloadText(eventSignals(event), "pinned_by") ?? "user",
  };
}

function archived(entry: SidecarSkill, event: EventEnvelope, skill: string): SidecarSkill {
  const path = payloadText(event.payload, "archive_path");
  const id = payloadText(eventSignals(event), "archive_id") ?? lastName(path);
  if (id === null) return entry;
  return withArchive(
    { ...entry, archive_path: path },
    { id, kind: "archive", at: isoFromUs(event.timestampUs), original_path: originalPath(event, skill) },
  );
}

function restored(entry: SidecarSkill, event: EventEnvelope, skill: string): SidecarSkill {
  const signals = eventSignals(event);
  const base = signals["undoes_action"] === "consolidate" ? withoutLineage(entry) : entry;
  // What a backup brings back is told whole by the `curator.restored` that follows.
  if (signals["restored_kind"] === "backup") return entry;
  if (signals["restored_kind"] === "lineage") return base;
  if (signals["restored_kind"] === "edit") {
    const suggestion = payloadText(signals, "suggested_description");
    const again = suggestion === null ? base : { ...base, suggested_description: suggestion };
    return withArchive(again, snapshotRecord(event, skill, payloadText(signals, "snapshot_path")));
  }
  const id = payloadText(signals, "archive_id") ?? lastName(entry.archive_path);
  return { ...withoutArchive(base, id), archive_path: null };
}

function consolidated(entry: SidecarSkill, event: EventEnvelope, skill: string): SidecarSkill {
  const signals = eventSignals(event);
  const suggestion = payloadText(signals, "suggested_description");
  const survivor: SidecarSkill = {
    ...entry,
    origin: "curator_generated",
    consolidated_from: payloadTexts(event.payload, "consolidated_from"),
    ...(suggestion === null ? {} : { suggested_description: suggestion }),
  };
  return withArchive(survivor, snapshotRecord(event, skill, payloadText(signals, "snapshot_path")));
}

function withoutLineage(entry: SidecarSkill): SidecarSkill {
  const { suggested_description: _, ...rest } = entry;
  return { ...rest, consolidated_from: null };
}

/** The record of a SKILL.md that was kept before a change; null without its path. */
export function snapshotRecord(
  event: EventEnvelope,
  skill: string,
  path: string | null,
): ArchiveRecord | null {
  const id = lastName(path);
  if (id === null) return null;
  return { id, kind: "edit", at: isoFromUs(event.timestampUs), original_path: originalPath(event, skill) };
}

function originalPath(event: EventEnvelope, skill: string): string {
  return payloadText(eventSignals(event), "original_path") ?? skill;
}

/** Records are in order of their making; one with the same id is the same. */
export function withArchive(entry: SidecarSkill, record: ArchiveRecord | null): SidecarSkill {
  if (record === null) return entry;
  const others = (entry.archives ?? []).filter((archive) => archive.id !== record.id);
  return { ...entry, archives: [...others, record] };
}

function withoutArchive(entry: SidecarSkill, id: string | null): SidecarSkill {
  const { archives = [], ...rest } = entry;
  const kept = archives.filter((archive) => archive.id !== id);
  return kept.length === 0 ? rest : { ...rest, archives: kept };
}

/** The directory's name in an archive path such as `.metis/skills-archive/x-20260514T183000Z/`. */
function lastName(path: string | null): string | null {
  return path?.split("/").findLast((name) => name !== "") ?? null;
}
