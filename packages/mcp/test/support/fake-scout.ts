import type { SkillScout } from "@metis-curate/core";

export interface FakeScout extends SkillScout {
  /** What it was asked, in order. */
  readonly asked: readonly unknown[];
}

/** A scout that finds one skill, whatever it is asked. */
export function fakeScout(): FakeScout {
  const asked: unknown[] = [];
  const found = { source_url: "https://skills.example/pdf", name: "pdf" };
  return {
    asked,
    search: async (request) => {
      asked.push(request);
      const more = {
        id: "a1",
        source: "skills.sh",
        description: null,
        relevance_score: 0.7,
        status: "new",
      } as const;
      return {
        ok: true,
        value: {
          query: request?.query ?? null,
          skills: [{ ...found, ...more, matched_gap: null }],
          sources: [{ source: "skills.sh", found: 1, cached: false, failed: false, warnings: [] }],
          notices: [],
        },
      };
    },
    adopt: async (request) => {
      asked.push(request);
      return {
        ok: true,
        value: {
          skill: "pdf",
          source_url: found.source_url,
          description: "Reads a PDF.",
          path: "/home/ada/project/.metis/skills/pdf",
          files: [{ path: "SKILL.md", bytes: 9 }],
          findings: [{ kind: "script", severity: "notice", file: "run.sh", line: null, message: "a script" }],
          content_hash: "c0ffee",
          written: request.dryRun !== true,
          blocked: null,
          message: "looked at pdf",
        },
      };
    },
    dismiss: async (target) => {
      asked.push(target);
      return { ok: true, value: { ...found, message: "dismissed pdf" } };
    },
  };
}
