import { Database } from "bun:sqlite";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { agentSkill, manualSkill } from "@metis-curate/testkit";
import type { Sandbox } from "../../e2e/support/sandbox.ts";

const NOTES = "# Release notes\n\nList the merged changes:\n\n```sh\ngit log --oneline v1..v2\n```\n";

/** Puts the libraries that the documentation speaks of below a home directory. */
export async function addMadeUpLibraries(sandbox: Sandbox, workspace: string): Promise<void> {
  await sandbox.addLibrary({ workspace, skills: shopSkills() });
  await sandbox.addLibrary({ scope: "global", skills: [agentSkill("commit-style", { loadedDaysAgo: [6] })] });
  writeKiro(sandbox);
}

/** One to archive, two alike, two in use, one of a person. */
function shopSkills() {
  return [
    agentSkill("deploy", {
      description: "Deploy the shop to production. Use when a release is ready.",
      body: "# Deploy\n\nRun `make deploy`, then look at the status page.",
      createdDaysAgo: 40,
      loadedDaysAgo: [9, 3, 1],
    }),
    agentSkill("csv-report", {
      description: "Make a sales report from the CSV export.",
      createdDaysAgo: 60,
      loadedDaysAgo: [20, 4],
    }),
    agentSkill("release-notes", {
      description: "Write release notes from the merged changes.",
      body: NOTES,
      createdDaysAgo: 80,
      loadedDaysAgo: [30, 12, 2],
    }),
    agentSkill("write-release-notes", {
      description: "Write the release notes from merged changes.",
      body: NOTES,
      createdDaysAgo: 50,
      loadedDaysAgo: [25],
    }),
    agentSkill("old-checkout", {
      description: "Debug the checkout page before its rewrite.",
      createdDaysAgo: 200,
      loadedDaysAgo: [150],
    }),
    manualSkill("house-style", { description: "How we write: short words, no jargon." }),
  ];
}

/** What a user of Kiro and skill-curator-mcp has below the home directory. */
function writeKiro({ home, write }: Sandbox): void {
  write(".kiro/skills/deploy/SKILL.md", "---\nname: deploy\ndescription: Deploy the shop.\n---\n# Deploy\n");
  mkdirSync(join(home, ".local/share/skill-curator"), { recursive: true });
  const database = new Database(join(home, ".local/share/skill-curator/curator.db"));
  database.exec("CREATE TABLE feedback_log (id INTEGER PRIMARY KEY, skill_name TEXT, outcome TEXT)");
  database.exec(
    "INSERT INTO feedback_log (skill_name, outcome) VALUES ('deploy', 'success'), ('deploy', 'partial')",
  );
  database.close();
}
