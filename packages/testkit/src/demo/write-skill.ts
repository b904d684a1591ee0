import { dirname, join } from "node:path";
import {
  ensureDirectory,
  type FileSystem,
  formatNewSkill,
  type Root,
  replaceFile,
  type SkillCreatedBySave,
  saveSkill,
  skillFileHash,
} from "@metis-curate/core";
import type { DemoBroken, DemoFile, DemoSkill } from "./demo-plan.ts";

const encoder = new TextEncoder();
/** Where the real directory of a linked skill lies, relative to the workspace. */
const LINKED_TO = ["tools", "skills"] as const;

/** `skill.created` of a skill that an agent saved, with the hash that shows later edits by hand. */
export type DemoCreated = SkillCreatedBySave & { readonly file_hash: string };

/**
 * Writes one skill as its author would: an agent's through `saveSkill`, a person's as a file; then support files,
 * and what people did to it since (sorted into a category, linked from elsewhere, edited). Returns the payload of
 * its `skill.created`, null when nothing announced it.
 */
export async function writeSkill(fs: FileSystem, root: Root, skill: DemoSkill): Promise<DemoCreated | null> {
  const created = skill.author === "agent" ? await saveAsAgent(fs, root, skill) : saveAsFile(fs, root, skill);
  const saved = join(root.skillsDir, skill.name);
  for (const file of skill.files) writeSupportFile(fs, saved, file);
  if (skill.handEdit !== null) editByHand(fs, saved, skill.handEdit);
  if (skill.category !== "") moveTo(fs, saved, join(root.skillsDir, skill.category, skill.name));
  if (skill.case === "linked") linkFromElsewhere(fs, root, saved, skill.name);
  return created;
}

/** Writes what cannot be loaded. */
export function writeBroken(fs: FileSystem, root: Root, broken: DemoBroken): void {
  const path = join(root.skillsDir, broken.path);
  ensureDirectory(fs, dirname(path));
  if ("linkTo" in broken.content) fs.symlink(broken.content.linkTo, path);
  else fs.writeNewFile(path, encoder.encode(broken.content.text));
}

async function saveAsAgent(fs: FileSystem, root: Root, skill: DemoSkill): Promise<DemoCreated> {
  let created: DemoCreated | null = null;
  const result = await saveSkill(
    {
      fs,
      root,
      publishCreated: async (payload) => {
        const bytes = fs.readFile(join(root.skillsDir, skill.name, "SKILL.md"));
        created = { ...payload, file_hash: skillFileHash(bytes) };
      },
    },
    { name: skill.name, description: skill.description, body: skill.body, draft: skill.case === "draft" },
  );
  if (result.kind === "saved" && created !== null) return created;
  throw new Error(`${skill.name} was not saved: ${JSON.stringify(result)}`);
}

function saveAsFile(fs: FileSystem, root: Root, skill: DemoSkill): null {
  const directory = join(root.skillsDir, skill.name);
  ensureDirectory(fs, directory);
  fs.writeNewFile(join(directory, "SKILL.md"), textByHand(skill));
  return null;
}

/** A person leaves the quotes out where YAML wants them: the reader recovers the value. */
function textByHand(skill: DemoSkill): Uint8Array {
  if (skill.case !== "recovered") return formatNewSkill(skill);
  const head = `---\nname: ${skill.name}\ndescription: In short: ${skill.description}\n---\n\n`;
  return encoder.encode(`${head}${skill.body}\n`);
}

function writeSupportFile(fs: FileSystem, directory: string, file: DemoFile): void {
  const path = join(directory, file.path);
  ensureDirectory(fs, dirname(path));
  fs.writeNewFile(path, encoder.encode(file.content), file.mode);
}

function editByHand(fs: FileSystem, directory: string, addition: string): void {
  const path = join(directory, "SKILL.md");
  const before = new TextDecoder().decode(fs.readFile(path));
  replaceFile(fs, path, encoder.encode(`${before}\n${addition}\n`), "SKILL.md.tmp");
}

function moveTo(fs: FileSystem, from: string, to: string): void {
  ensureDirectory(fs, dirname(to));
  fs.rename(from, to);
}

function linkFromElsewhere(fs: FileSystem, root: Root, saved: string, name: string): void {
  moveTo(fs, saved, join(root.base, ...LINKED_TO, name));
  fs.symlink(join("..", "..", ...LINKED_TO, name), saved);
}
