/** The closed answers of CONTRACTS 8.2 after decoding. */
export type Verdict =
  | { readonly action: "archive"; readonly rationale: string }
  | { readonly action: "keep"; readonly reason: string }
  | {
      readonly action: "consolidate";
      readonly survivor: string;
      readonly newSkill: boolean;
      readonly archive: readonly string[];
      readonly newDescription: string;
      readonly rationale: string;
    }
  | { readonly action: "rewrite"; readonly body: string; readonly dropped: readonly DroppedItem[] }
  | { readonly action: "edit"; readonly diff: string; readonly rationale: string }
  | { readonly action: "skip"; readonly reason: string };

export interface DroppedItem {
  readonly item: string;
  readonly reason: string;
}

export type DecodedVerdict =
  | { readonly kind: "verdict"; readonly verdict: Verdict }
  /** One line: what is wrong with the answer. */
  | { readonly kind: "malformed"; readonly message: string };
