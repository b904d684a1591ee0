import type { CandidateSignals } from "../selection/candidate.ts";
import type { FailureRate } from "../trace/failure-rate.ts";

/** One skill of a candidate as a model may see it; a model adapter shortens bodies as CONTRACTS 8.1 says. */
export interface DossierSkill {
  readonly name: string;
  readonly description: string;
  readonly body: string;
  /** Files beside SKILL.md: path relative to the skill, SHA-256 of the bytes. */
  readonly files: readonly { readonly path: string; readonly hash: string }[];
  readonly loads: number;
  readonly lastLoadedAtIso: string | null;
  readonly effectiveness: number | null;
}

export interface ArchiveDossier {
  readonly purpose: "archive";
  readonly skill: DossierSkill;
  readonly signals: CandidateSignals;
}

export interface ConsolidateDossier {
  readonly purpose: "consolidate";
  /** By name. */
  readonly members: readonly DossierSkill[];
  /** Members that may only survive. */
  readonly referenced: readonly string[];
  /** All names taken in this root: a new survivor needs a free one. */
  readonly takenNames: readonly string[];
  readonly signals: CandidateSignals;
}

export interface RewriteDossier {
  readonly purpose: "rewrite";
  readonly members: readonly DossierSkill[];
  readonly survivor: string;
  readonly archive: readonly string[];
}

export interface EditDossier {
  readonly purpose: "edit";
  readonly skill: DossierSkill;
  readonly failures: FailureRate;
  readonly signals: CandidateSignals;
}

/** All a model is told about one candidate: a closed value, nothing else enters a prompt (CONTRACTS 8.1). */
export type Dossier = ArchiveDossier | ConsolidateDossier | RewriteDossier | EditDossier;
