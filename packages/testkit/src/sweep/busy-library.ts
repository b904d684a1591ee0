import type { Dossier } from "@metis-curate/core";
import { agentSkill, type FixtureSkill, manualSkill } from "../curator/index.ts";
import {
  confirmArchive,
  editWith,
  fail,
  keepSkill,
  mergeInto,
  refuse,
  rewriteAs,
  type ScriptedAnswer,
  skipCandidate,
} from "../model/index.ts";

const DEPLOY_BODY = "# Deploy\n\nRun the deploy tool, then watch the logs of the service for errors.";
const DEPLOY_OTHER = `${DEPLOY_BODY}\n\nSee references/ports.md for the ports.`;
const DEPLOY_MERGED = `${DEPLOY_OTHER}\n\nAsk somebody to look at the release notes first.`;
const BACKUP_BODY = "# Backup\n\nDump the tables, compress the dump, copy it away.";
const BACKUP_OTHER = `${BACKUP_BODY}\n\nThe hosts are in references/hosts.md.`;
const BACKUP_MERGED = `${BACKUP_OTHER}\n\nTry to read one of the copies now and then.`;
const MAIL_BODY = "# Mail\n\nWrite the subject first, then the greeting, then three short paragraphs.";
const TOOL_BODY = "1. call old_tool\n2. read what it says\n3. write it down\n4. stop";

const DECAYED_DIFF = "@@ -1,3 +1,3 @@\n # Decayed\n \n-1. call old_tool\n+1. call new_tool\n";
const HOPELESS_DIFF = "@@ -1,2 +1,2 @@\n-# No such line\n+# Another line\n";

/** Skill that a run of `busyAnswers` makes. */
export const BUSY_NEW_SKILL = "backup-tables";

/**
 * A library with a candidate for every outcome of a paid run: archived, kept, malformed, lost, refused; merged into
 * a member, merged into a new skill with its files, declined, rewritten too short; edited, and a diff that fits
 * nowhere. Beside them what a run leaves alone.
 */
export function busyLibrary(): readonly FixtureSkill[] {
  return [...idleSkills(), ...twinSkills(), ...decayedSkills(), ...otherSkills()];
}

function idleSkills(): readonly FixtureSkill[] {
  const run = { content: "#!/bin/sh\n", mode: 0o755 };
  return [
    agentSkill("forgotten-report", {
      description: "Quarterly figures as a table.",
      files: { "references/x.md": "x\n", "scripts/run.sh": run },
    }),
    agentSkill("nested-relic", { path: "old/nested-relic", description: "Fax cover sheets." }),
    agentSkill("kept-ledger", { description: "Ledger closing, once a year." }),
    agentSkill("garbled-notes", { description: "Minutes from audio." }),
    agentSkill("broken-wire", { description: "Soldering advice." }),
    agentSkill("refused-tale", { description: "Bedtime stories." }),
  ];
}

function twinSkills(): readonly FixtureSkill[] {
  const twin = (name: string, description: string, body: string, days: readonly number[], files = {}) =>
    agentSkill(name, { description, body, loadedDaysAgo: days, files });
  return [
    twin("deploy-web-app", "Deploy the web app.", DEPLOY_BODY, [13, 12]),
    twin("deploy-web-application", "Deploy the web app.", DEPLOY_OTHER, [14], {
      "references/ports.md": "80\n",
    }),
    twin("backup-tables-daily", "Backup of all tables.", BACKUP_BODY, [11, 12]),
    twin("backup-tables-weekly", "Backup of all tables.", BACKUP_OTHER, [15], {
      "references/hosts.md": { content: "one\ntwo\n", mode: 0o640 },
    }),
    twin("lint-code-fast", "Lint changed code.", "# Lint\n\nOnly what changed.", [9]),
    twin("lint-code-full", "Lint changed code.", "# Lint\n\nEverything, at night.", [10]),
    twin("send-mail-now", "Send a mail.", MAIL_BODY, [9]),
    twin("send-mail-later", "Send a mail.", `${MAIL_BODY}\n\nAt eight in the morning.`, [10]),
  ];
}

function decayedSkills(): readonly FixtureSkill[] {
  const decayed = (name: string, description: string, title: string) =>
    agentSkill(name, {
      description,
      body: `# ${title}\n\n${TOOL_BODY}`,
      createdDaysAgo: 40,
      loadedDaysAgo: [1, 2, 3],
      failedLoads: 3,
    });
  return [
    decayed("decayed-probe", "Look at the sensors.", "Decayed"),
    decayed("worn-gauge", "Read pressure values.", "Worn"),
  ];
}

function otherSkills(): readonly FixtureSkill[] {
  return [
    agentSkill("fresh-idea", { description: "Name a new project.", createdDaysAgo: 5, loadedDaysAgo: [1] }),
    manualSkill("by-hand", { description: "What a person wrote." }),
  ];
}

/** Answers about `busyLibrary`, by candidate alone: the same question has the same answer. */
export function busyAnswers(dossier: Dossier): ScriptedAnswer {
  switch (dossier.purpose) {
    case "archive":
      return aboutIdle(dossier.skill.name);
    case "edit":
      return editWith(dossier.skill.name === "decayed-probe" ? DECAYED_DIFF : HOPELESS_DIFF);
    case "consolidate":
      return aboutTwins(dossier.members.map(({ name }) => name));
    case "rewrite":
      return rewriteAs(rewritten(dossier.survivor));
  }
}

function aboutIdle(name: string): ScriptedAnswer {
  switch (name) {
    case "kept-ledger":
      return keepSkill();
    case "garbled-notes":
      return "I would rather archive it, if you ask me.";
    case "broken-wire":
      return fail();
    case "refused-tale":
      return refuse();
    default:
      return confirmArchive();
  }
}

function aboutTwins(names: readonly string[]): ScriptedAnswer {
  if (names.includes("deploy-web-app")) return mergeInto("deploy-web-app", ["deploy-web-application"]);
  if (names.includes("backup-tables-daily")) return mergeInto(BUSY_NEW_SKILL, names, { newSkill: true });
  if (names.includes("send-mail-now")) return mergeInto("send-mail-now", ["send-mail-later"]);
  return skipCandidate();
}

function rewritten(survivor: string): string {
  if (survivor === "deploy-web-app") return DEPLOY_MERGED;
  return survivor === BUSY_NEW_SKILL ? BACKUP_MERGED : "# Mail\n\nBe brief.";
}
