/**
 * `agent-child.ts <skills directory> <seed> <ms> <skill>…`: rewrites, adds to, deletes and makes skills at random
 * moments, as an agent does that knows of no curator, and prints each change as one line of JSON. It deletes only
 * skills that are called fleeting.
 */
import { mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { seededRandom } from "@metis-curate/testkit";
import type { AgentLine } from "./agent-line.ts";

const WRITES = ["replace", "write", "add", "make"] as const;
const ALL_CHANGES = [...WRITES, "delete"] as const;
const [skillsDir = "", seed = "0", ms = "0", ...skills] = process.argv.slice(2);
const random = seededRandom(Number(seed));
const endMs = performance.now() + Number(ms);

for (let serial = 1; performance.now() < endMs; serial += 1) {
  const skill = random.pick(skills);
  const token = `agent ${seed}-${serial}`;
  const change = random.pick(skill.startsWith("fleeting") ? ALL_CHANGES : WRITES);
  const line: AgentLine = { skill, change, token, done: happened(() => perform(change, skill, token)) };
  process.stdout.write(`${JSON.stringify(line)}\n`);
  await Bun.sleep(random.between(0, 12));
}

function perform(change: AgentLine["change"], skill: string, token: string): void {
  const directory = join(skillsDir, skill);
  const file = join(directory, "SKILL.md");
  const text = `---\nname: ${skill}\ndescription: Subject of ${skill}.\n---\n\n# ${skill}\n\n${token}\n`;
  switch (change) {
    case "replace":
      writeFileSync(`${file}.new`, text);
      renameSync(`${file}.new`, file);
      return;
    case "write":
      writeFileSync(file, text);
      return;
    case "add":
      writeFileSync(join(directory, "notes.md"), `${token}\n`);
      return;
    case "delete":
      rmSync(directory, { recursive: true });
      return;
    case "make":
      mkdirSync(directory);
      writeFileSync(file, text);
      return;
  }
}

/** False when the skill was not there, or is there already. */
function happened(change: () => void): boolean {
  try {
    change();
    return true;
  } catch {
    return false;
  }
}
