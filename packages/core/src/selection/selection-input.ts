import type { CuratorConfig } from "../config/curator-config.ts";
import type { Root } from "../roots/root.ts";
import type { SidecarState } from "../roots/sidecar-state.ts";
import type { Skill, SkillLibrary } from "../skills/skill.ts";
import type { FailureRate } from "../trace/failure-rate.ts";
import type { RootHistory, SkillHistory } from "../trace/root-history.ts";
import type { SkillActivity } from "./activity.ts";
import type { ReferenceText } from "./referenced.ts";
import type { PairSource } from "./similar-pairs.ts";

/** The snapshot that a selection is computed from; nothing else enters. */
export interface SelectionInput {
  readonly root: Root;
  readonly nowUs: number;
  readonly config: CuratorConfig;
  readonly library: SkillLibrary;
  readonly history: RootHistory;
  /** Can only forbid: pinned, origin manual or imported (CONTRACTS 3). */
  readonly sidecar: SidecarState;
  readonly failures: ReadonlyMap<string, FailureRate>;
  /** Files of `curator.reference_files`. */
  readonly referenceTexts: readonly ReferenceText[];
  /** Files of `curator.reference_files` that could not be read: they may name any skill. */
  readonly unreadReferences?: readonly string[];
  /** An explicit run or a preview; false lets the mass guard work (CONTRACTS 10.6). */
  readonly attended: boolean;
  /** A free model never remembers "no" (CONTRACTS 8.6). */
  readonly model: { readonly id: string; readonly free: boolean };
  /**
   * Skills with a reader that nobody watches (CONTRACTS 14), each with one line that names it: neither archived nor
   * absorbed.
   */
  readonly uncovered?: ReadonlyMap<string, string>;
  /** Whether a merge of these can be put to the model whole (CONTRACTS 8.1). Default: always. */
  readonly fitsModel?: (members: readonly SkillFacts[]) => boolean;
  /** Default: what `curator.similarity` names. */
  readonly pairSource?: PairSource;
}

/** What selection knows about one skill that may be touched. */
export interface SkillFacts {
  readonly name: string;
  readonly skill: Skill;
  readonly history: SkillHistory | undefined;
  readonly activity: SkillActivity;
}
