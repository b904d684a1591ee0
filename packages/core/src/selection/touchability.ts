import type { SidecarSkill } from "../roots/sidecar-state.ts";
import type { Skill } from "../skills/skill.ts";
import type { SkillHistory } from "../trace/root-history.ts";
import type { LeftAloneReason } from "./candidate.ts";
import { matchesBaseline } from "./hand-edit.ts";

export type Touchability =
  | { readonly touchable: true }
  | { readonly touchable: false; readonly reason: LeftAloneReason; readonly detail: string };

/**
 * Returns whether the curator may act on a loaded skill, else the first reason against it in the order of
 * `LEFT_ALONE_REASONS`. The trace permits, the sidecar can only forbid. A skill whose provenance allows it but
 * whose baseline nobody recorded counts as `hand-edited`: when unsure, do not touch. CONTRACTS 3, 5.
 */
export function touchability(
  skill: Skill,
  history: SkillHistory | undefined,
  sidecar: SidecarSkill | undefined,
): Touchability {
  const origin = originForbids(history, sidecar);
  if (origin !== null) return origin;
  if (history?.pinned === true || sidecar?.pinned === true) return no("pinned", "pinned by the operator");
  if (skill.linked) return no("linked", "a link: what it leads to is not the curator's to move");
  return handEdited(skill, history) ?? { touchable: true };
}

/** Returns why provenance keeps the curator away from a skill, or null when it does not (CONTRACTS 5). */
export function originForbids(
  history: SkillHistory | undefined,
  sidecar: SidecarSkill | undefined,
): (Touchability & { touchable: false }) | null {
  if (history === undefined) return no("manual", "no skill.created event");
  const provenance = history.provenance;
  if (!provenance.touchable) return no(provenance.reason, originDetail(provenance.reason, isUntold(history)));
  if (sidecar?.origin === "manual") return no("manual", "state.json says manual");
  if (sidecar?.origin === "imported") return no("imported", "state.json says imported");
  return null;
}

function handEdited(skill: Skill, history: SkillHistory | undefined): Touchability | null {
  const baseline = history?.baseline ?? null;
  if (baseline === null) return no("hand-edited", "no recorded content to compare with: adopt it first");
  if (matchesBaseline(skill, baseline)) return null;
  return no("hand-edited", "changed since the last recorded version: adopt it to take it as it is");
}

function isUntold({ evidence }: SkillHistory): boolean {
  return evidence !== undefined && evidence.retag === null && evidence.sources.length === 0;
}

function originDetail(reason: "unknown-origin" | "manual" | "imported", untold: boolean): string {
  switch (reason) {
    case "unknown-origin":
      return "the trace no longer tells where it came from";
    case "manual":
      return untold ? "no skill.created event" : "written or claimed by a person";
    case "imported":
      return "comes from somebody else";
  }
}

function no(reason: LeftAloneReason, detail: string): Touchability & { touchable: false } {
  return { touchable: false, reason, detail };
}
