import type { AdoptScoutedReport, ScoutReport, SkillScout } from "@metis-curate/core";

export const SCOUT_REPORT: ScoutReport = {
  query: "read a pdf",
  skills: [
    {
      id: "sk-1f3870be27",
      source: "github",
      source_url: "https://github.com/acme/pdf-tools",
      name: "pdf-tools",
      description: "Read and split PDF files, and extract the tables in them.",
      relevance_score: 0.82,
      status: "new",
      matched_gap: "extract tables pdf",
    },
  ],
  sources: [
    { source: "github", found: 1, cached: true, failed: false, warnings: [] },
    {
      source: "skills.sh",
      found: 0,
      cached: false,
      failed: true,
      warnings: ["skills.sh: gave no answer within 10 s"],
    },
  ],
  notices: [],
};

export const ADOPT_REPORT: AdoptScoutedReport = {
  skill: "pdf-tools",
  source_url: "https://github.com/acme/pdf-tools",
  description: "Read and split PDF files.",
  path: "/desk/ws/.metis/skills/pdf-tools",
  files: [{ path: "SKILL.md", bytes: 2_048 }],
  findings: [],
  content_hash: "ab".repeat(32),
  written: true,
  blocked: null,
  message: "pdf-tools is in the library as imported: the curator leaves it alone",
};

/** A scout that answers with canned reports. */
export function createFakeScout(overrides: Partial<SkillScout> = {}): SkillScout {
  return {
    search: async () => ({ ok: true, value: SCOUT_REPORT }),
    adopt: async () => ({ ok: true, value: ADOPT_REPORT }),
    dismiss: async () => ({
      ok: true,
      value: { source_url: "https://github.com/acme/pdf-tools", name: "pdf-tools", message: "dismissed" },
    }),
    ...overrides,
  };
}
