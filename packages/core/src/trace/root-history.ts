import type { EventEnvelope } from "../events/envelope.ts";
import type { SkillOrigin } from "../roots/sidecar-state.ts";

export interface Baseline {
  /** `file`: a hash of SKILL.md as `Skill.fileHash`; `body`: a foreign body hash; compared by prefix (CONTRACTS 5). */
  readonly kind: "file" | "body";
  readonly hash: string;
}

export interface LoadRecord {
  readonly atUs: number;
  readonly sessionId: string;
  /** Set when failures after this load count for another root, or for none (CONTRACTS 4.5). */
  readonly failuresElsewhere?: true;
}

export interface Effectiveness {
  /** 0..1, EMA with alpha 0.3 from 0.5 (CONTRACTS 13.3). */
  readonly score: number;
  /** Number of feedback events. */
  readonly uses: number;
}

/** Why a skill may or may not be touched, as far as events alone tell (CONTRACTS 5). */
export type Provenance =
  | { readonly touchable: true; readonly origin: SkillOrigin }
  | {
      readonly touchable: false;
      readonly origin: SkillOrigin;
      readonly reason: "unknown-origin" | "manual" | "imported";
    };

/** What is known of a skill's origin, events and facts together; `sources` as in `skill.created`, sorted. */
export interface ProvenanceEvidence {
  readonly retag: "adopted" | "disowned" | null;
  readonly sources: readonly string[];
  readonly consolidated: boolean;
}

/** What an agent's own file tools were seen to write of a skill since the operator's last word (CONTRACTS 14). */
export interface ObservedWrites {
  /** One of the writes made the skill. */
  readonly created: boolean;
  /** Of the last write; microseconds, null when no time of it can be believed. */
  readonly lastAtUs: number | null;
  /** File that was written, as the event says. */
  readonly path: string | null;
  readonly runtime: string | null;
  /** Body hash and whole hash of SKILL.md after the last write. */
  readonly version: string | null;
  readonly fileHash: string | null;
}

/** Everything the trace says about one skill name in one root; times are corrected for clock skew. */
export interface SkillHistory {
  readonly skill: string;
  readonly provenance: Provenance;
  readonly baseline: Baseline | null;
  readonly createdAtUs: number | null;
  /** Latest of creation, adoption, restore, unpin and modification by someone other than the curator. */
  readonly lastTouchedAtUs: number | null;
  /** Loads of the present incarnation, by time. */
  readonly loads: readonly LoadRecord[];
  readonly lastLoadedAtUs: number | null;
  readonly lastConsolidatedAtUs: number | null;
  /** Loads before this do not count for failure rates: last curated, modified or adopted. */
  readonly failuresCountFromUs: number | null;
  readonly effectiveness: Effectiveness | null;
  readonly pinned: boolean;
  readonly clockSkew: boolean;
  /** Created as a draft and not promoted since (CONTRACTS 13.5). */
  readonly draft?: boolean;
  /** Null or absent when no agent was seen writing it. */
  readonly observed?: ObservedWrites | null;
  /** What `provenance` was decided from; the sidecar's prohibitions are not in it. */
  readonly evidence?: ProvenanceEvidence;
}

export interface RunRecord {
  readonly runId: string;
  readonly startedAtUs: number;
  readonly finishedAtUs: number | null;
  readonly trigger: string;
  readonly throttledReason: string | null;
  readonly endedEarly: string | null;
}

/** A call that was declined or refused, or an action an operator undid: the memory of "no" (CONTRACTS 8.6). */
export interface RefusalRecord {
  readonly candidateHash: string;
  readonly model: string;
  readonly atUs: number;
}

/** The fold of the trace for one root (CONTRACTS 4.5-4.7, 5, 13.3). */
export interface RootHistory {
  readonly skills: ReadonlyMap<string, SkillHistory>;
  readonly runs: readonly RunRecord[];
  /** From the runs that advance it (CONTRACTS 10.4), or from `facts.json` when that is later; null when never. */
  readonly lastCurationAtUs: number | null;
  readonly paused: boolean;
  readonly refusals: readonly RefusalRecord[];
  /** This root's acts by insertion: what the sidecar is rebuilt from. */
  readonly acts: readonly EventEnvelope[];
  readonly brokenRows: number;
  /** Skills whose activity had an event ahead of the clock. */
  readonly clockSkewed: readonly string[];
  /** Old events are gone, so a skill nothing is known of has an unknown origin (CONTRACTS 4.7). */
  readonly pruned?: boolean;
  /** Oldest event ever seen for this trace, microseconds; null when it never held one. */
  readonly oldestEventUs?: number | null;
}
