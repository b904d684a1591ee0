import type { Payload } from "@metis-curate/core";

/** The fields of a `skill.curated` payload that a report shows; absent or wrong-typed ones are empty. */
export interface CuratedPayload {
  readonly action: string;
  readonly skillId: string;
  readonly consolidatedFrom: readonly string[];
  readonly archivePath: string | null;
  readonly costUsd: string;
  readonly rationale: string;
  readonly suggestedDescription: string | null;
}

/** Reads a `skill.curated` payload for showing (S1 8.1). */
export function decodeCuratedPayload(payload: Payload): CuratedPayload {
  const signals = payload["signals"];
  const from = payload["consolidated_from"];
  return {
    action: text(payload["action"]),
    skillId: text(payload["skill_id"]),
    consolidatedFrom: Array.isArray(from) ? from.filter((name) => typeof name === "string") : [],
    archivePath: optionalText(payload["archive_path"]),
    costUsd: decimal(payload["curator_cost_usd"]),
    rationale: text(payload["rationale"]),
    suggestedDescription: isRecord(signals) ? optionalText(signals["suggested_description"]) : null,
  };
}

function text(value: unknown): string {
  return typeof value === "string" ? value : "";
}

function optionalText(value: unknown): string | null {
  return typeof value === "string" && value !== "" ? value : null;
}

function decimal(value: unknown): string {
  return typeof value === "string" && /^\d+(\.\d+)?$/.test(value) ? value : "0";
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
