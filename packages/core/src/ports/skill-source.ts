/** What is looked for: words of a person or of a gap. */
export interface SkillSourceQuery {
  readonly text: string;
  /** Skills wanted at most. */
  readonly limit: number;
}

/** A skill found elsewhere; what a source does not say is null. */
export interface SourcedSkill {
  /** Where a person can look at it: an absolute http or https URL. */
  readonly sourceUrl: string;
  readonly name: string;
  readonly description: string | null;
}

/** What a source answered, with one line for everything of it that could not be used. */
export type SkillSourceAnswer =
  | { readonly kind: "found"; readonly skills: readonly SourcedSkill[]; readonly warnings: readonly string[] }
  | { readonly kind: "unavailable"; readonly message: string };

/** The text of a found skill, or the one line why it cannot be had. */
export type FetchedSkill =
  | {
      readonly kind: "fetched";
      /** `SKILL.md` as it came. */
      readonly text: string;
      /** Further files by their path below the skill's directory, `/`-separated. */
      readonly files: ReadonlyMap<string, Uint8Array>;
    }
  | { readonly kind: "unavailable"; readonly message: string };

/** A place on the network that lists skills (CONTRACTS 13.7). Never throws; time-outs are answers. */
export interface SkillSource {
  /** Short and stable: names its cache and its warnings. */
  readonly id: string;
  search(query: SkillSourceQuery, signal?: AbortSignal): Promise<SkillSourceAnswer>;
  /** What `search` found, whole; for adopting it. */
  fetchSkill(found: SourcedSkill, signal?: AbortSignal): Promise<FetchedSkill>;
}
