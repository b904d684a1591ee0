import { type EditDossier, HUNK_LINES_MAX, NET_LOSS_MAX } from "@metis-curate/core";
import { numberLine, skillActivity } from "./activity.ts";
import { makeDataFence } from "./data-fence.ts";
import type { Prompt } from "./prompt.ts";
import { quoted } from "./quoted.ts";
import { ACTIVITY_RULES, ANSWER_RULES, PLACEHOLDER_RULES, ROLE, UNTRUSTED_RULES } from "./shared-rules.ts";
import { skillBlock, skillData } from "./skill-block.ts";

/** Most failure signatures and tools listed, and the longest name of one. */
export const SIGNATURES_LISTED_MAX = 50;
export const TOOLS_LISTED_MAX = 100;
export const TOOL_CHARACTERS_MAX = 128;

const SYSTEM = `${ROLE}

You judge one skill after whose use tools often failed: does its text send the agent wrong, and can a small change of the text cure that? The usual cause is a tool that was renamed or replaced since the skill was written: the text still names the old one, while the list of tools that lately succeeded holds the new one.

Propose the smallest change that cures the cause. Change only what the failures and the lists show to be out of date; leave everything else, wording and layout too, as it is. Name only tools that the text or the lists name.
Skip when the text is not the cause, when you cannot tell what is right, or when the failures are of a kind that no text cures, such as a permission that was denied or a service that was slow.

Rules for "diff":
- A unified diff against the body as shown, with exactly one hunk that starts with a line @@. Line numbers are ignored.
- At most ${HUNK_LINES_MAX} lines. Every line of the hunk starts with one space (unchanged), - (removed) or + (added). Unchanged and removed lines repeat the body character for character, with enough of them, two or three around the change, that they are found exactly once in the body.
- Only the body: no name, no description, no frontmatter, no "---" lines at its start.
- It changes something and removes, on balance, at most ${Math.round(NET_LOSS_MAX * 100)} % of the lines.

${ACTIVITY_RULES}

${UNTRUSTED_RULES}

${PLACEHOLDER_RULES}

Shapes:
{"action":"edit","diff":"@@ -1,3 +1,3 @@\\n unchanged\\n-old line\\n+new line\\n unchanged","rationale":"what was out of date and how you know"}
{"action":"skip","reason":"why the text is left as it is"}

${ANSWER_RULES}`;

/**
 * The request for a patch (CONTRACTS 8.1, S1 6.2): one name, description and whole body, its activity and failure
 * numbers, failure signatures (tool, error class, count) and the tools that lately succeeded. No error message, no
 * input or output of a tool, nothing of a session.
 */
export function editPrompt(dossier: EditDossier): Prompt {
  const { skill } = dossier;
  const data = skillData(skill, "whole");
  const tools = toolsData(dossier);
  const fence = makeDataFence([data, tools]);
  return {
    system: SYSTEM,
    user: [
      skillBlock("The skill:", data, fence),
      `What was counted after it was loaded:\n${failureNumbers(dossier).join("\n")}`,
      skillBlock("Failures and tools, by their names:", tools, fence),
    ].join("\n\n"),
  };
}

function failureNumbers({ skill, failures }: EditDossier): readonly string[] {
  return [
    skillActivity(skill),
    `loads that count: ${failures.loads}; sessions: ${failures.sessions}; sessions with a failed tool: ${failures.failedSessions}`,
    ...numberLine("share of sessions that failed", failures.rate),
    ...numberLine("mean score of the judged sessions", failures.evalScore ?? null),
  ];
}

function toolsData({ failures }: EditDossier): string {
  const signatures = failures.signatures
    .slice(0, SIGNATURES_LISTED_MAX)
    .map(({ tool, errorClass, count }) => {
      const name = tool === null ? "a tool without a name" : quoted(tool, TOOL_CHARACTERS_MAX);
      return `- ${name}: ${quoted(errorClass, TOOL_CHARACTERS_MAX)}, ${count} times`;
    });
  const tools = failures.toolsSucceeded
    .slice(0, TOOLS_LISTED_MAX)
    .map((tool) => `- ${quoted(tool, TOOL_CHARACTERS_MAX)}`);
  return [
    "failed:",
    ...(signatures.length === 0 ? ["none"] : signatures),
    "lately succeeded:",
    ...(tools.length === 0 ? ["none"] : tools),
  ].join("\n");
}
