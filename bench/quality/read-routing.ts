import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseSkillDocument, type SkillTexts } from "@metis-curate/core";

/** A task and the skill that people said fits; null: none does. */
export interface LabelledTask {
  readonly task: string;
  readonly expected: string | null;
}

export interface RoutingSet {
  readonly name: string;
  readonly skills: readonly SkillTexts[];
  readonly tasks: readonly LabelledTask[];
}

/** Returns the tools of MetaTool as skills, with every n-th of its queries as tasks. */
export function readMetaTool(directory: string, every: number): RoutingSet {
  const tools = readJson(join(directory, "metatool-tools.json"));
  if (!isRecord(tools)) throw new TypeError("metatool-tools.json is no mapping");
  const skills = Object.entries(tools).map(([name, description]) => ({
    name,
    description: String(description),
    body: "",
  }));
  const tasks = readFileSync(join(directory, "metatool-queries.tsv"), "utf8")
    .split(/\r?\n/)
    .filter((line) => line.includes("\t"))
    .filter((_, index) => index % every === 0)
    .map((line) => {
      const at = line.indexOf("\t");
      return { expected: line.slice(0, at), task: line.slice(at + 1) };
    });
  return { name: "MetaTool", skills, tasks };
}

/** Returns a library of SKILL.md files with its labelled intents. */
export function readIntents(directory: string): RoutingSet {
  const skills = readSkills(join(directory, "library"));
  const intents = readJson(join(directory, "intents.json"));
  if (!Array.isArray(intents)) throw new TypeError("intents.json is no list");
  const tasks = intents.filter(isRecord).map(({ intent, expected_skill }) => ({
    task: String(intent),
    expected: typeof expected_skill === "string" ? expected_skill : null,
  }));
  return { name: "library", skills, tasks };
}

/** Returns the skills of the directories below one; what is no skill is left out. */
export function readSkills(directory: string): readonly SkillTexts[] {
  return readdirSync(directory)
    .sort()
    .flatMap((name) => {
      const path = join(directory, name, "SKILL.md");
      if (!existsSync(path)) return [];
      const document = parseSkillDocument(readFileSync(path), name);
      if (document.kind === "skipped") return [];
      const { description, triggers = [] } = document.fields;
      return [{ name, description, triggers, body: document.body }];
    });
}

export function readJson(path: string): unknown {
  return JSON.parse(readFileSync(path, "utf8"));
}

export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
