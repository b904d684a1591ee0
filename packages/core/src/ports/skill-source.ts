/** What is looked for: words of a person or of a gap. */
export interface SkillSourceQuery {
  /** As asked, on one line. */
  readonly text: string;
  /** Its distinct content words, for sources that want all of many words or none. */
  readonly words: readonly string[];
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
  | {
      readonly kind: "found";
      readonly skills: readonly SourcedSkill[];
      readonly warnings: readonly string[];
      /** A part of it did not come; asking again soon may bring more. */
      readonly isPartial?: boolean;
    }
  | { readonly kind: "unavailable"; readonly message: string };

/** The text of a found skill, or the one line why it cannot be had. */
export type FetchedSkill =
  | {
      readonly kind: "fetched";
      /** What its directory is called there. */
      readonly directoryName: string;
      /** `SKILL.md` as it came. */
      readonly skillFile: Uint8Array;
      /** Further files by their path below the skill's directory, `/`-separated. */
      readonly files: ReadonlyMap<string, Uint8Array>;
    }
  /** It was looked at and must not be taken: links, too large, no skill or several of them. */
  | { readonly kind: "unusable"; readonly message: string }
  | { readonly kind: "unavailable"; readonly message: string };

/** A place on the network that lists skills (CONTRACTS 13.7). Never throws; time-outs are answers. */
export interface SkillSource {
  /** Short and stable: names its warnings. */
  readonly id: string;
  /** The address it asks: answers of another one are not its own. */
  readonly endpoint: string;
  /** Whether it answers every query with all it has. */
  readonly isCatalog: boolean;
  search(query: SkillSourceQuery, signal?: AbortSignal): Promise<SkillSourceAnswer>;
  /** Whether an address is one that `fetchSkill` understands. */
  handles(sourceUrl: string): boolean;
  /** What stands at an address, whole; for adopting it. */
  fetchSkill(sourceUrl: string, signal?: AbortSignal): Promise<FetchedSkill>;
}
