import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { nodeFileSystem } from "@metis-curate/adapters";
import { type EventEnvelope, openRoot, type Payload, type Root, skillFileHash } from "@metis-curate/core";
import { layoutsAt, nodeSkillFiles } from "@metis-curate/runtimes";
import { traceEvent } from "@metis-curate/testkit";
import { openSqliteTrace } from "@metis-curate/trace-sqlite";
import type { Sandbox } from "./sandbox.ts";

const US_PER_DAY = 86_400_000_000;
let serial = 0;

/** The root of a layout at a home, or at a workspace below it; its skills directory is made. */
export function rootAt({ home }: Pick<Sandbox, "home">, layoutName: string, workspace: string | null): Root {
  const files = nodeSkillFiles();
  const layouts = layoutsAt({ home, env: {}, realpath: (path) => files.realpath(path) });
  const target = workspace === null ? ("global" as const) : { workspace };
  const request = { target, home, layoutName, layouts, mayLackSkills: true };
  const opened = openRoot(nodeFileSystem(), request);
  if (opened.kind !== "root") throw new Error(opened.message);
  return opened.root;
}

/** Writes a skill with one more file and returns its directory. */
export function writeSkill(root: Root, path: string): string {
  const directory = join(root.skillsDir, path);
  mkdirSync(join(directory, "references"), { recursive: true });
  const name = path.slice(path.lastIndexOf("/") + 1);
  const text = `---\nname: ${name}\ndescription: Handles ${name} work.\n---\n\n# ${name}\n\nSteps of ${name}.\n`;
  writeFileSync(join(directory, "SKILL.md"), text);
  writeFileSync(join(directory, "references", "notes.md"), `notes of ${name}\n`);
  return directory;
}

/** The `skill.created` of a skill as it lies there, by an agent. */
export function createdEvent(root: Root, path: string, daysAgo: number): EventEnvelope {
  const bytes = readFileSync(join(root.skillsDir, path, "SKILL.md"));
  return eventOf(root, path, "skill.created", daysAgo, {
    skill_version: "0123456789abcdef",
    source: "auto_generated",
    size_tokens: 9,
    file_hash: skillFileHash(bytes),
  });
}

export function eventOf(
  root: Root,
  path: string,
  type: string,
  daysAgo: number,
  payload: Payload,
): EventEnvelope {
  serial += 1;
  const atUs = Date.now() * 1_000 - daysAgo * US_PER_DAY;
  const skill = path.slice(path.lastIndexOf("/") + 1);
  return traceEvent({ type, atUs, payload: { root: root.key, skill_id: skill, ...payload } }, serial);
}

export async function appendEvents({ database }: Sandbox, events: readonly EventEnvelope[]): Promise<void> {
  mkdirSync(dirname(database), { recursive: true });
  const trace = openSqliteTrace(database, { create: true });
  try {
    await trace.append(events, "normal");
  } finally {
    trace.close();
  }
}
