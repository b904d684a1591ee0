import { type CuratorDeps, createCurator, createLibraryReader } from "@metis-curate/core";
import {
  agentSkill,
  type CuratorFixture,
  curatorFixture,
  editWith,
  type FixtureSkill,
  manualSkill,
  scriptedModel,
} from "@metis-curate/testkit";
import type { CuratorAppDeps } from "../../../src/index.ts";
import { HOSTILE_SKILLS } from "./hostile-skills.ts";
import { paidRun } from "./paid-run.ts";

const EQUAL_BODY =
  "# Release notes\n\n```sh\ngit log --oneline\n```\n\nWrite one line per change for the users.";

const TOOL_BODY = "# Tool\n\n1. call old_tool\n2. read\n3. write\n4. stop";
const TOOL_DIFF = "@@ -1,3 +1,3 @@\n # Tool\n \n-1. call old_tool\n+1. call <b>new_tool</b>\n";

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
  agentSkill("call-tool", {
    description: "Calls the tool the way it wants to be called.",
    body: TOOL_BODY,
    createdDaysAgo: 30,
    loadedDaysAgo: [3, 2, 1],
    failedLoads: 3,
  }),
  manualSkill("house-rules", { description: "What a person wrote by hand." }),
  ...HOSTILE_SKILLS,
];

/** One root with everything the dashboard shows: runs, merges, archives, a paid run, strangers' texts. */
export async function sampleRoot(): Promise<CuratorFixture> {
  const fixture = curatorFixture({ skills: SKILLS, events: paidRun() });
  const ran = await createCurator(fixture.deps).run({ trigger: "explicit_cli", yes: true });
  if (!ran.ok) throw new Error(ran.refusal.message);
  await editTool(fixture);
  return fixture;
}

/** A second run, of a model that edits the one skill that keeps failing. */
async function editTool({ deps, clock }: CuratorFixture): Promise<void> {
  clock.advanceUs(1_000_000);
  const answers = [editWith(TOOL_DIFF, "The tool was renamed.")];
  const model = { kind: "model" as const, model: scriptedModel({ id: "scripted", free: true, answers }) };
  const ran = await createCurator({ ...deps, model }).run({ trigger: "explicit_cli" });
  if (!ran.ok || ran.value.actions.length !== 1) throw new Error(`no edit: ${JSON.stringify(ran)}`);
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
