import type { AuxiliaryModel, SkillCurator } from "@metis-curate/core";
import {
  agentSkill,
  type CuratorFixtureOptions,
  confirmArchive,
  editWith,
  manualSkill,
  mergeInto,
  rewriteAs,
  scriptedModel,
} from "@metis-curate/testkit";

/** Something an operator or a run does, to be cut at each of its effects. */
export interface Scenario {
  readonly name: string;
  readonly fixture: CuratorFixtureOptions;
  /** What was done before, uncut. */
  readonly before?: (curator: SkillCurator) => Promise<unknown>;
  readonly act: (curator: SkillCurator) => Promise<unknown>;
  /** False when doing it twice is not the same as doing it once. */
  readonly isRepeatable?: false;
}

const BODY = "# Deploy\n\nRun the deploy tool, then watch the logs of the service for errors.";
const OTHER_BODY = `${BODY}\n\nSee references/ports.md for the ports.`;
const MERGED_BODY = `${OTHER_BODY}\n\nAsk somebody to look at the release notes first.`;

const skills = [
  agentSkill("old-thing", {
    files: { "references/x.md": "x\n", "scripts/run.sh": { content: "#!/bin/sh\n", mode: 0o755 } },
  }),
  agentSkill("deploy-web-app", { body: BODY, description: "Deploy the web app.", loadedDaysAgo: [3, 2] }),
  agentSkill("deploy-web-application", {
    body: BODY,
    description: "Deploy the web app.",
    loadedDaysAgo: [4],
  }),
  agentSkill("decayed-tool", {
    body: "# Decayed\n\n1. call old_tool\n2. read what it says\n3. write it down\n4. stop",
    createdDaysAgo: 40,
    loadedDaysAgo: [1, 2, 3],
    failedLoads: 3,
  }),
  manualSkill("by-hand"),
];

const differing = skills.map((skill) =>
  skill.name === "deploy-web-application"
    ? agentSkill("deploy-web-application", {
        body: OTHER_BODY,
        description: "Deploy the web app.",
        loadedDaysAgo: [4],
        files: { "references/ports.md": "80\n" },
      })
    : skill,
);

const DIFF = "@@ -1,3 +1,3 @@\n # Decayed\n \n-1. call old_tool\n+1. call new_tool\n";

function careful(newSkill: boolean): AuxiliaryModel {
  return scriptedModel({
    id: "scripted",
    free: true,
    answers: ({ purpose }) => {
      switch (purpose) {
        case "archive":
          return confirmArchive();
        case "edit":
          return editWith(DIFF);
        case "rewrite":
          return rewriteAs(MERGED_BODY);
        case "consolidate":
          return newSkill
            ? mergeInto("deploy-web", ["deploy-web-app", "deploy-web-application"], { newSkill: true })
            : mergeInto("deploy-web-app", ["deploy-web-application"]);
      }
    },
  });
}

const run = (curator: SkillCurator) => curator.run({ trigger: "explicit_cli", yes: true });

async function undoLastRun(curator: SkillCurator): Promise<unknown> {
  const history = await curator.history();
  const last = history.ok ? history.value.find(({ source }) => source !== "operator") : undefined;
  return curator.undo(last?.run_id ?? "");
}

async function undoLastDescription(curator: SkillCurator): Promise<unknown> {
  const history = await curator.history();
  const last = history.ok ? history.value.find(({ action }) => action === "apply-description") : undefined;
  return curator.undo(last?.run_id ?? "");
}

const rules = { skills };
const merging = { skills: differing, model: careful(false) };
const creating = { skills: differing, model: careful(true) };

const SCENARIOS: readonly Scenario[] = [
  { name: "pin", fixture: rules, act: (curator) => curator.pin("old-thing") },
  {
    name: "unpin",
    fixture: rules,
    before: (curator) => curator.pin("old-thing"),
    act: (curator) => curator.unpin("old-thing"),
  },
  { name: "archive", fixture: rules, act: (curator) => curator.archive("old-thing") },
  {
    name: "restore",
    fixture: rules,
    before: (curator) => curator.archive("old-thing"),
    act: (curator) => curator.restore("old-thing"),
  },
  { name: "adopt", fixture: rules, act: (curator) => curator.adopt("by-hand") },
  { name: "disown", fixture: rules, act: (curator) => curator.disown("old-thing") },
  { name: "pause", fixture: rules, act: (curator) => curator.pause() },
  { name: "run with rules", fixture: rules, act: run },
  { name: "run that edits and merges", fixture: merging, act: run },
  { name: "run that merges into a new skill", fixture: creating, act: run },
  {
    name: "restore --before",
    fixture: merging,
    before: run,
    act: (curator) => curator.restore("decayed-tool", { before: "2099-01-01T00:00:00Z" }),
    isRepeatable: false,
  },
  { name: "undo of a run with rules", fixture: rules, before: run, act: undoLastRun },
  { name: "undo of edits and merges", fixture: merging, before: run, act: undoLastRun },
  { name: "undo of a new skill", fixture: creating, before: run, act: undoLastRun },
  {
    name: "apply-description",
    fixture: merging,
    before: run,
    act: (curator) => curator.applyDescription("deploy-web-app"),
  },
  {
    name: "undo of apply-description",
    fixture: merging,
    before: async (curator) => {
      await run(curator);
      return curator.applyDescription("deploy-web-app");
    },
    act: undoLastDescription,
  },
];

const otherDisk = { mounts: ["/home/ada/project/.metis/skills-archive"] };

/** The same with the archive on a disk of its own, where a move is a copy. */
const OTHER_DISK_SCENARIOS: readonly Scenario[] = SCENARIOS.filter(({ name }) =>
  ["archive", "restore", "run with rules", "undo of a run with rules"].includes(name),
).map((scenario) => ({
  ...scenario,
  name: `${scenario.name}, archive on another disk`,
  fixture: { ...scenario.fixture, ...otherDisk },
}));

export const ALL_SCENARIOS: readonly Scenario[] = [...SCENARIOS, ...OTHER_DISK_SCENARIOS];
