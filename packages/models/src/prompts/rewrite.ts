import { CONTENT_WORD_SHARE_MIN, type DossierSkill, type RewriteDossier } from "@metis-curate/core";
import { makeDataFence } from "./data-fence.ts";
import type { Prompt } from "./prompt.ts";
import { quoted } from "./quoted.ts";
import { PLACEHOLDER_RULES, ROLE, UNTRUSTED_RULES } from "./shared-rules.ts";
import { filesData, NAME_CHARACTERS_MAX, skillBlock, skillData } from "./skill-block.ts";

const SYSTEM = `${ROLE}

You merge the bodies of a few skills that say the same into one body. Nothing that an agent could need may be lost: after you, the merged skills are archived and only your text is read.

What must be kept, over all the skills shown, the survivor included:
- Every fenced code block, every command line (in a block or in backticks), every URL and every reference to a file is an item. Repeat each item character for character. An item that stands in several skills is repeated once.
- An item that you leave out must be listed in "dropped" with its exact text and the reason: for instance that another item shown does the same in a newer way. Leave out as few as you can: code compares item by item, refuses a body that loses one without a word, and refuses one that drops more than a small share.
- Keep the sentences that tell the agent what to do, warn or explain. A body with less than ${Math.round(CONTENT_WORD_SHARE_MIN * 100)} % of the distinct words of any one skill is refused: merge and order, do not summarise.
- Refer only to support files that are listed, by the same relative path. What a code block shown runs as ./… may lie where the agent works: it stays. Do not invent files, commands, tools or facts.

The body is Markdown as it will stand in the file: no frontmatter, no "---" block or "name:" line at its start, not wrapped in a code fence, no remark about the merge, no greeting. Start from the survivor's structure, put what belongs together in one place, and drop nothing but repetition. A code block keeps its own fence and language.

${UNTRUSTED_RULES}

${PLACEHOLDER_RULES}

Shapes:
{"body":"the whole merged body","dropped":[{"item":"exact text of the item","reason":"why it is not needed"}]}
{"action":"skip","reason":"why these bodies cannot be merged without loss"}

Answer with exactly one JSON object of one of these shapes, with no other keys, no code fence around it and no text around it. "dropped" is an empty list when nothing is left out. You have no tools and are asked only once. Code checks the answer and refuses it whole when a rule is broken.`;

/**
 * The request to write the merged body (CONTRACTS 8.1, 8.3): the survivor and the members to be archived with their
 * names, descriptions, whole bodies and the paths of their support files. A member that is not merged is not sent.
 */
export function rewritePrompt(dossier: RewriteDossier): Prompt {
  const { survivor } = dossier;
  const merged = mergedMembers(dossier);
  const datas = merged.map((member) => `${filesData(member)}\n${skillData(member, "whole")}`);
  const fence = makeDataFence(datas);
  const blocks = merged.map((member, index) => {
    const role = member.name === survivor ? "the survivor" : "to be merged, then archived";
    return skillBlock(`Skill ${index + 1} of ${merged.length} (${role}):`, datas[index] ?? "", fence);
  });
  const at = merged.findIndex(({ name }) => name === survivor);
  const task =
    at < 0
      ? `Write the body of a new skill named ${quoted(survivor, NAME_CHARACTERS_MAX)} that takes in all of them.`
      : `Write the new body of skill ${at + 1}, which takes in the others.`;
  return { system: SYSTEM, user: [...blocks, task].join("\n\n") };
}

/** The members that a merge touches, in the dossier's order. */
export function mergedMembers({ members, survivor, archive }: RewriteDossier): readonly DossierSkill[] {
  return members.filter(({ name }) => name === survivor || archive.includes(name));
}
