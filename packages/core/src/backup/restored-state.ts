import { EMPTY_SIDECAR } from "../roots/sidecar-entry.ts";
import type { SidecarState } from "../roots/sidecar-state.ts";

/**
 * Returns the sidecar after a restore: every skill as the backup says. What holds automatic runs back is never
 * lowered: a pause or a switch-off of now stays, and the last curation is the later one, or the very run that an
 * operator wanted to be rid of would be due again at once.
 */
export function restoredState(backup: SidecarState, present: SidecarState = EMPTY_SIDECAR): SidecarState {
  const paused = present.paused_at_iso ?? backup.paused_at_iso ?? null;
  const { paused_at_iso: _, disabled: __, ...rest } = backup;
  return {
    ...rest,
    last_curation_at_iso: later(backup.last_curation_at_iso, present.last_curation_at_iso),
    ...(paused === null ? {} : { paused_at_iso: paused }),
    ...(backup.disabled === true || present.disabled === true ? { disabled: true } : {}),
  };
}

function later(one: string | null, other: string | null): string | null {
  if (one === null || other === null) return one ?? other;
  return Date.parse(one) >= Date.parse(other) ? one : other;
}
