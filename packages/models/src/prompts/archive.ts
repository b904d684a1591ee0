import type { ArchiveDossier } from "@metis-curate/core";
import { numberLine, signalNumber, skillActivity } from "./activity.ts";
import { makeDataFence } from "./data-fence.ts";
import type { Prompt } from "./prompt.ts";
import { ACTIVITY_RULES, ANSWER_RULES, PLACEHOLDER_RULES, ROLE, UNTRUSTED_RULES } from "./shared-rules.ts";
import { skillBlock, skillData } from "./skill-block.ts";

const SYSTEM = `${ROLE}

You judge one skill that the agent has stopped using: is it to be archived, or kept? An archived skill is moved out of the agent's sight. Nothing is deleted and a person can bring it back, but until then the agent works without it.

Archive it when the numbers show that it is out of use and its text gives no reason to expect that it will be needed: it belongs to work that is finished, to a version or a tool that has gone, or says what any capable agent knows.
Keep it when the text shows that it is for rare but weighty occasions, such as recovery from an outage, a yearly task or a legal deadline: for such a skill, few loads are no evidence against it.
You may see only the beginning of the text. What you do not see is no reason for either answer.

${ACTIVITY_RULES}

${UNTRUSTED_RULES}

${PLACEHOLDER_RULES}

Shapes:
{"action":"archive","rationale":"why it will not be missed"}
{"action":"keep","reason":"why it should stay"}

${ANSWER_RULES}`;

/**
 * The request to confirm an archive (CONTRACTS 8.1, S1 4.1): one name, description, the first 500 characters of the
 * body and the skill's activity. No other skill, no file, no failure, nothing of a session.
 */
export function archivePrompt({ skill, signals }: ArchiveDossier): Prompt {
  const data = skillData(skill, "beginning");
  const activity = [
    skillActivity(skill),
    ...numberLine("loads since the last look at the library", signalNumber(signals, "loads_in_window")),
    ...numberLine("days since the last load", signalNumber(signals, "inactive_days")),
    ...numberLine("days without any activity", signalNumber(signals, "idle_days")),
  ];
  const block = skillBlock("The skill:", data, makeDataFence([data]));
  return { system: SYSTEM, user: `${block}\n\nIts activity, as counted:\n${activity.join("\n")}` };
}
