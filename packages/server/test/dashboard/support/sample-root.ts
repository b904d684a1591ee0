import { type CuratorDeps, createCurator, createLibraryReader } from "@metis-curate/core";
import {
  agentSkill,
  type CuratorFixture,
  curatorFixture,
  type FixtureSkill,
  manualSkill,
} from "@metis-curate/testkit";
import type { CuratorAppDeps } from "../../../src/index.ts";
import { HOSTILE_SKILLS } from "./hostile-skills.ts";
import { paidRun } from "./paid-run.ts";

const EQUAL_BODY =
  "# Release notes\n\n```sh\ngit log --oneline\n```\n\nWrite one line per change for the users.";

const SKILLS: readonly FixtureSkill[] = [
  agentSkill("deploy-web", {
    description: "Deploys the web server and waits for two health checks.",
    loadedDaysAgo: [1, 2, 3, 4, 9, 16, 23],
    failedLoads: 3,
    files: { "scripts/deploy.sh": "#!/bin/sh\n" },
  }),
  agentSkill("release-notes", { body: EQUAL_BODY, loadedDaysAgo: [3, 10, 12] }),
  agentSkill("notes-release", { body: EQUAL_BODY, loadedDaysAgo: [20] }),
  agentSkill("old-report", { description: "Builds the yearly report.", loadedDaysAgo: [130] }),
  agentSkill("never-used", { description: "Nobody ever asked for it." }),
  agentSkill("aging", { description: "Slowly going out of use.", loadedDaysAgo: [45, 60] }),
  agentSkill("drafted", { createdDaysAgo: 3, draft: true }),
  manualSkill("house-rules", { description: "What a person wrote by hand." }),
  ...HOSTILE_SKILLS,
];

/** One root with everything the dashboard shows: runs, merges, archives, a paid run, strangers' texts. */
export async function sampleRoot(): Promise<CuratorFixture> {
  const fixture = curatorFixture({ skills: SKILLS, events: paidRun() });
  const ran = await createCurator(fixture.deps).run({ trigger: "explicit_cli", yes: true });
  if (!ran.ok) throw new Error(ran.refusal.message);
  return fixture;
}

/** A root in which nothing ever happened. */
export function emptyRoot(): CuratorFixture {
  return curatorFixture({});
}

export function appDepsOf({ deps }: { readonly deps: CuratorDeps }): CuratorAppDeps {
  return {
    trace: deps.trace,
    root: deps.root,
    library: createLibraryReader(deps),
    countSkills: async () => ({ pinned: 0, archived: 0, active: 0 }),
    secrets: { findSecrets: async () => [] },
    clock: deps.clock,
    pricingVersion: "2026-05-08",
    version: "1.2.3",
    commandLine: deps.commandLine,
  };
}
