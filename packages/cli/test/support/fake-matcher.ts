import type { MatchReport, SkillMatcher } from "@metis-curate/core";

export const MATCH_REPORT: MatchReport = {
  matches: [
    {
      name: "pdf-tables",
      path: "/desk/ws/.metis/skills/pdf-tables/SKILL.md",
      score: 0.83,
      similarity: 0.91,
      effectiveness: 0.65,
      profile_match: null,
      state: "active",
      description: "Extract tables and text from PDF files.",
      why: ["pdf", "tables"],
    },
  ],
  best_skill: "pdf-tables",
  gap: null,
  profile: null,
  method: { embedder: "lexical", hint: null },
  session_id: "01J00000000000000000000000",
  notices: [],
};

/** A matcher that answers with canned reports. */
export function createFakeMatcher(overrides: Partial<SkillMatcher> = {}): SkillMatcher {
  const method = { embedder: "lexical", hint: null } as const;
  return {
    match: async () => ({ ok: true, value: MATCH_REPORT }),
    feedback: async ({ skill, outcome }) => {
      if (outcome !== "success" && outcome !== "partial" && outcome !== "failure") {
        return { ok: false, refusal: { kind: "invalid-outcome", message: "bad outcome", exitCode: 2 } };
      }
      const learned = { effectiveness_before: 0.5, effectiveness: 0.65, uses: 1, session_id: "s" };
      return { ok: true, value: { skill, outcome, ...learned } };
    },
    gaps: async () => ({ ok: true, value: { gaps: [], unmatched: 0, hashed: 0, notices: [] } }),
    lifecycle: async () => ({
      ok: true,
      value: {
        active: [],
        stale: [],
        drafts: [],
        candidates_promote: [],
        candidates_archive: [],
        candidates_restore: [],
        archived: 0,
        notices: [],
      },
    }),
    reindex: async () => ({
      ok: true,
      value: {
        indexed: 1,
        added: 1,
        updated: 0,
        removed: 0,
        unchanged: 0,
        archived: 0,
        embedded: 0,
        skipped: 0,
        migrated: 0,
        duration_ms: 3,
        method,
        notices: [],
      },
    }),
    health: async () => ({
      ok: true,
      value: {
        ok: true,
        roots: [],
        trace: { path: "/t.db", writable: true, readable: true },
        method,
        threshold: 0.5,
        notices: [],
      },
    }),
    close: () => {},
    ...overrides,
  };
}
