import {
  type ConsolidateDossier,
  SKILL_DESCRIPTION_LENGTH_MAX,
  SKILL_NAME_LENGTH_MAX,
} from "@metis-curate/core";
import { numberLine, signalNumber, skillActivity } from "./activity.ts";
import { makeDataFence } from "./data-fence.ts";
import type { Prompt } from "./prompt.ts";
import { ACTIVITY_RULES, ANSWER_RULES, PLACEHOLDER_RULES, ROLE, UNTRUSTED_RULES } from "./shared-rules.ts";
import { skillBlock, skillData } from "./skill-block.ts";

const SYSTEM = `${ROLE}

You judge a few skills whose names or descriptions share words: do they say the same, so that one of them can take in the others? You choose the survivor and the skills to merge into it. Their whole texts are merged in a second step, then the merged ones are archived, where a person can bring them back.

Merge skills only when they are for the same task and tell the agent to do the same in substance. Shared words are no proof. Skills for different tools, languages, platforms, formats or audiences stay apart. When in doubt, skip.

Rules for a merge:
- "survivor" is the name of one of the skills shown, with "new_skill": false. Prefer the one that is most complete and most loaded, and whose name says best what it is for.
- "archive" lists the names, as shown, of the others that go into the survivor: at least one, never the survivor. Leave out a skill that does not belong.
- A skill marked "may only survive" is named by something else and must not be in "archive".
- Only when no name shown fits what the merged skill is for, invent one: "new_skill": true, "archive" lists every skill shown, and "survivor" is a new name of at most ${SKILL_NAME_LENGTH_MAX} lower-case letters, digits and single hyphens. Code refuses a name that the library already has. No name is made by stringing names together or by adding words such as merged, combined, new or a number.
- "new_description" says in at most ${SKILL_DESCRIPTION_LENGTH_MAX} characters what the merged skill does and when an agent should load it. Three sentences are plenty.

${ACTIVITY_RULES}

${UNTRUSTED_RULES}

${PLACEHOLDER_RULES}

Shapes:
{"action":"consolidate","survivor":"name","new_skill":false,"archive":["other-name"],"new_description":"what it does and when to load it","rationale":"why they are the same"}
{"action":"skip","reason":"why they stay apart"}

${ANSWER_RULES}`;

/**
 * The request to confirm a merge and pick its survivor (CONTRACTS 8.1, S1 6.1): per member its name, description, the
 * first 500 characters of the body, its activity, and whether it may only survive. Names that are taken elsewhere in
 * the library are not sent: code refuses them, and one candidate is all that a call may hold.
 */
export function consolidatePrompt({ members, referenced, signals }: ConsolidateDossier): Prompt {
  const datas = members.map((member) => skillData(member, "beginning"));
  const fence = makeDataFence(datas);
  const blocks = members.map((member, index) => {
    const only = referenced.includes(member.name) ? "; may only survive" : "";
    const heading = `Skill ${index + 1} of ${members.length} (${skillActivity(member)}${only}):`;
    return skillBlock(heading, datas[index] ?? "", fence);
  });
  const likeness = [
    ...numberLine("closest overlap of two names", signalNumber(signals, "name_overlap")),
    ...numberLine("closest overlap of two descriptions", signalNumber(signals, "description_overlap")),
    ...numberLine(
      "loads of all since the last look at the library",
      signalNumber(signals, "loads_in_window"),
    ),
  ];
  return { system: SYSTEM, user: [...blocks, likeness.join("\n")].join("\n\n").trimEnd() };
}
