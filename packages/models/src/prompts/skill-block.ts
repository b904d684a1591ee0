import type { DossierSkill } from "@metis-curate/core";
import type { DataFence } from "./data-fence.ts";
import { excerptOf } from "./excerpt.ts";
import { quoted } from "./quoted.ts";
import { visibleText } from "./visible-text.ts";

/** Longest name shown; directory names end at 255 bytes. */
export const NAME_CHARACTERS_MAX = 255;
/** Longest description shown: what a valid one may have (CONTRACTS 1.1). */
export const DESCRIPTION_CHARACTERS_MAX = 1_024;
/** Most support files listed per skill, and the longest path of one. */
export const FILES_LISTED_MAX = 200;
export const PATH_CHARACTERS_MAX = 512;

export type BodyPart = "beginning" | "whole";

/** The lines of one skill inside the fence: name, description and as much of the body as the purpose needs. */
export function skillData(skill: DossierSkill, part: BodyPart): string {
  return [
    `name: ${quoted(skill.name, NAME_CHARACTERS_MAX)}`,
    `description: ${quoted(skill.description, DESCRIPTION_CHARACTERS_MAX)}`,
    bodyData(skill.body, part),
  ].join("\n");
}

/** A numbered skill with its data enclosed. */
export function skillBlock(heading: string, data: string, fence: DataFence): string {
  return `${heading}\n${fence.enclose(data)}`;
}

/** The paths of the files beside a SKILL.md, one quoted path a line. */
export function filesData(skill: DossierSkill): string {
  if (skill.files.length === 0) return "support files: none";
  const listed = skill.files.slice(0, FILES_LISTED_MAX).map(({ path }) => quoted(path, PATH_CHARACTERS_MAX));
  const rest = skill.files.length - listed.length;
  return ["support files:", ...listed, ...(rest > 0 ? [`and ${rest} more`] : [])].join("\n");
}

function bodyData(body: string, part: BodyPart): string {
  if (part === "whole") return `body:\n${visibleText(body)}`;
  const { text, isCut } = excerptOf(body);
  return isCut ? `body, only its beginning:\n${text}` : `body:\n${text}`;
}
