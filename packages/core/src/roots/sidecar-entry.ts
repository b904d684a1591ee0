import type { SidecarSkill, SidecarState } from "./sidecar-state.ts";

export const EMPTY_SIDECAR: SidecarState = { schema_version: "1", last_curation_at_iso: null, skills: {} };

/** The entry of a skill nothing is recorded of. */
export const DEFAULT_ENTRY: SidecarSkill = {
  pinned: false,
  pinned_at_iso: null,
  pinned_by: null,
  origin: "manual",
  consolidated_from: null,
  archive_path: null,
};

/** Returns a skill's entry, undefined when it has none; safe for names such as `constructor`. */
export function findSidecarSkill(state: SidecarState, skill: string): SidecarSkill | undefined {
  return Object.hasOwn(state.skills, skill) ? state.skills[skill] : undefined;
}

/**
 * True when an entry says nothing beyond an origin: such an entry is not listed (CONTRACTS 3). A field this
 * program does not know counts as something.
 */
export function isDefaultEntry(entry: SidecarSkill): boolean {
  return Object.entries(entry).every(([field, value]) => field === "origin" || isDefaultValue(value));
}

/** True when an entry belongs into the file: it says something, or its origin forbids. */
export function isListedEntry(entry: SidecarSkill): boolean {
  return !isDefaultEntry(entry) || entry.origin === "manual" || entry.origin === "imported";
}

function isDefaultValue(value: unknown): boolean {
  if (value === undefined || value === null || value === false) return true;
  return Array.isArray(value) && value.length === 0;
}

/** True when a state records nothing at all: then there is no file ("missing = empty"). */
export function isEmptySidecar(state: SidecarState): boolean {
  return Object.entries(state).every(([field, value]) => {
    if (field === "schema_version") return true;
    if (field === "skills") return !Object.values(state.skills).some(isListedEntry);
    return isDefaultValue(value);
  });
}

/**
 * Returns why the sidecar forbids touching a skill, null when it does not. It lies in the repository, so
 * it can only forbid: an entry that permits changes nothing (CONTRACTS 3).
 */
export function forbids(state: SidecarState, skill: string): "manual" | "imported" | "pinned" | null {
  const entry = findSidecarSkill(state, skill);
  if (entry === undefined) return null;
  if (entry.origin === "manual" || entry.origin === "imported") return entry.origin;
  if (entry.disowned === true) return "manual";
  return entry.pinned ? "pinned" : null;
}
