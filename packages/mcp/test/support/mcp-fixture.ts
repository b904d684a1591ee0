import { createCurator, createLibraryReader } from "@metis-curate/core";
import {
  agentSkill,
  type MatcherFixture,
  type MatcherFixtureOptions,
  manualSkill,
  matcherFixture,
} from "@metis-curate/testkit";
import type { McpDeps, McpPlace } from "../../src/index.ts";

export const DEPLOY = agentSkill("deploy-web", {
  description:
    "Deploy the web application to production with a canary. Use when asked to deploy or roll back.",
  loadedDaysAgo: [1],
});
export const PDF = manualSkill("pdf-tables", {
  description: "Extract tables and text from PDF files. Use when the user asks to read a PDF.",
});

export interface McpFixture extends MatcherFixture {
  readonly mcp: McpDeps;
  readonly place: McpPlace;
}

export interface McpFixtureOptions extends MatcherFixtureOptions {
  readonly place?: Partial<McpPlace>;
}

/** Everything a server needs over one library in memory. */
export function mcpFixture(options: McpFixtureOptions = {}): McpFixture {
  const fixture = matcherFixture({ skills: [DEPLOY, PDF], ...options });
  let sessions = 0;
  const place: McpPlace = {
    matcher: fixture.matcher,
    libraries: [
      {
        scope: options.scope ?? "workspace",
        acts: createCurator(fixture.deps),
        reader: createLibraryReader(fixture.deps),
      },
    ],
    scout: null,
    embedsRemotely: false,
    ...options.place,
  };
  const mcp: McpDeps = {
    open: async () => ({ ok: true, value: place }),
    secrets: fixture.deps.secrets,
    logger: fixture.logger,
    version: "1.2.3",
    newSessionId: () => `session-${++sessions}`,
  };
  return { ...fixture, place, mcp };
}
