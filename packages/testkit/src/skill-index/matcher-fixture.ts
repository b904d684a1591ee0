import {
  type ConfiguredEmbedder,
  createMatcher,
  DEFAULT_MATCHING,
  type MatcherDeps,
  type MatchingConfig,
  type SkillMatcher,
} from "@metis-curate/core";
import { type CuratorFixture, type CuratorFixtureOptions, curatorFixture } from "../curator/index.ts";
import { type MemorySkillIndex, memorySkillIndex } from "./memory-skill-index.ts";

export interface MatcherFixtureOptions extends CuratorFixtureOptions {
  readonly matching?: Partial<MatchingConfig>;
  /** Default: by words alone. */
  readonly embedder?: ConfiguredEmbedder;
}

export interface MatcherFixture extends CuratorFixture {
  readonly matcher: SkillMatcher;
  readonly index: MemorySkillIndex;
  readonly matcherDeps: MatcherDeps;
  /** Another matcher on the same disk, trace and index, as another process would have. */
  again(): SkillMatcher;
}

/** Returns one root with its skills, an index in memory, and a matcher over it. */
export function matcherFixture(options: MatcherFixtureOptions = {}): MatcherFixture {
  const fixture = curatorFixture(options);
  const index = memorySkillIndex();
  const matcherDeps: MatcherDeps = {
    main: { curator: fixture.deps, index },
    others: [],
    config: { ...DEFAULT_MATCHING, ...options.matching },
    embedder: options.embedder ?? { kind: "none", id: "lexical", message: null },
  };
  return {
    ...fixture,
    index,
    matcherDeps,
    matcher: createMatcher(matcherDeps),
    again: () => createMatcher(matcherDeps),
  };
}
