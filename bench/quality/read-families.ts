import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseSkillDocument, type SimilarityItem } from "@metis-curate/core";
import { isRecord, readJson } from "./read-routing.ts";

/** A skill with the family it was labelled with; two of one family count as near-duplicates. */
export interface FamilySkill extends SimilarityItem {
  readonly family: string;
}

/**
 * Returns the labelled skills of an evolved library, broken ones too: of those the description is the line that says
 * so and the body whatever follows the frontmatter.
 */
export function readFamilies(directory: string): readonly FamilySkill[] {
  const labels = readJson(join(directory, "skills.json"));
  if (!Array.isArray(labels)) throw new TypeError("skills.json is no list");
  const families = new Map(labels.filter(isRecord).map(({ name, family }) => [String(name), String(family)]));
  return readdirSync(join(directory, "skills"))
    .sort()
    .flatMap((name) => {
      const path = join(directory, "skills", name, "SKILL.md");
      const family = families.get(name);
      return family === undefined || !existsSync(path) ? [] : [{ name, family, ...readTexts(path, name) }];
    });
}

function readTexts(path: string, name: string): Pick<SimilarityItem, "description" | "body"> {
  const bytes = readFileSync(path);
  const document = parseSkillDocument(bytes, name);
  if (document.kind === "skill") return { description: document.fields.description, body: document.body };
  const text = new TextDecoder().decode(bytes);
  return {
    description: /^description:\s*(?<said>.*)$/m.exec(text)?.groups?.["said"] ?? "",
    body: text.replace(/^---\r?\n[\s\S]*?\n---\r?\n/, ""),
  };
}
