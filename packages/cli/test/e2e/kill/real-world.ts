import { join } from "node:path";
import { databaseLock, nodeFileSystem, systemIds } from "@metis-curate/adapters";
import { type CuratorDeps, METIS_LAYOUT, type SkillCurator, workspaceRoot } from "@metis-curate/core";
import {
  agentSkill,
  type CuratorFixture,
  confirmArchive,
  curatorFixture,
  editWith,
  mergeInto,
  rewriteAs,
  scriptedModel,
} from "@metis-curate/testkit";
import { openSqliteTrace } from "@metis-curate/trace-sqlite";

/** What a child process does until it is killed. */
export const ACTS = {
  archive: (curator: SkillCurator) => curator.archive("old-thing"),
  run: (curator: SkillCurator) => curator.run({ trigger: "explicit_cli", yes: true }),
} as const;

export type ActName = keyof typeof ACTS;

const BODY = "# Deploy\n\nRun the deploy tool, then watch the logs of the service for errors.";
const OTHER_BODY = `${BODY}\n\nSee references/ports.md for the ports.`;
const MERGED_BODY = `${OTHER_BODY}\n\nAsk somebody to look at the release notes first.`;
const DIFF = "@@ -1,3 +1,3 @@\n # Decayed\n \n-1. call old_tool\n+1. call new_tool\n";

const SKILLS = [
  agentSkill("old-thing", {
    files: { "references/x.md": "x\n", "scripts/run.sh": { content: "#!/bin/sh\n", mode: 0o755 } },
  }),
  agentSkill("deploy-web-app", { body: BODY, description: "Deploy the web app.", loadedDaysAgo: [3, 2] }),
  agentSkill("deploy-web-application", {
    body: OTHER_BODY,
    description: "Deploy the web app.",
    loadedDaysAgo: [4],
    files: { "references/ports.md": "80\n" },
  }),
  agentSkill("decayed-tool", {
    body: "# Decayed\n\n1. call old_tool\n2. read what it says\n3. write it down\n4. stop",
    createdDaysAgo: 40,
    loadedDaysAgo: [1, 2, 3],
    failedLoads: 3,
  }),
];

export function workspaceIn(home: string): string {
  return join(home, "project");
}

/** The library in memory, at the path it will have on disk. */
export function memoryLibrary(home: string): CuratorFixture {
  const model = scriptedModel({
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
          return mergeInto("deploy-web-app", ["deploy-web-application"]);
      }
    },
  });
  return curatorFixture({ skills: SKILLS, workspace: workspaceIn(home), model });
}

export interface RealWorld {
  readonly deps: CuratorDeps;
  readonly close: () => void;
}

/** Opens the library on a real disk, with a real trace and the kernel's lock, as a process of its own would. */
export function openRealWorld(home: string): RealWorld {
  const { deps } = memoryLibrary(home);
  const trace = openSqliteTrace(join(home, "metis.db"), { create: true });
  return {
    deps: {
      ...deps,
      root: workspaceRoot({ workspace: workspaceIn(home), home, layout: METIS_LAYOUT }),
      fs: nodeFileSystem(),
      trace,
      lock: databaseLock(),
      ids: systemIds(deps.clock),
    },
    close: () => trace.close(),
  };
}
