import type { CandidateSignals, DossierSkill } from "@metis-curate/core";

const ISO_TIME = /^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/;

/** What the trace counted about one skill: numbers and a time, no text of strangers. */
export function skillActivity(
  skill: Pick<DossierSkill, "loads" | "lastLoadedAtIso" | "effectiveness">,
): string {
  const effect = skill.effectiveness === null ? "unknown" : formatShare(skill.effectiveness);
  return `loads ever: ${skill.loads}; last load: ${formatTime(skill.lastLoadedAtIso)}; effectiveness: ${effect}`;
}

/** A number of the candidate's signals, or null: other keys and other types never enter a prompt. */
export function signalNumber(signals: CandidateSignals, key: string): number | null {
  const value = signals[key];
  return typeof value === "number" && Number.isFinite(value) ? value : null;
}

/** A line about a number when there is one. */
export function numberLine(label: string, value: number | null): readonly string[] {
  return value === null ? [] : [`${label}: ${formatShare(value)}`];
}

function formatTime(iso: string | null): string {
  if (iso === null) return "never";
  return ISO_TIME.test(iso) ? iso : "unknown";
}

function formatShare(value: number): string {
  return Number.isInteger(value) ? String(value) : value.toFixed(2);
}
