import type { ServerScript } from "../model-server.ts";
import type { ServedRequest } from "../served-request.ts";
import { replyWith } from "../server-reply.ts";
import { carefulEdit } from "./careful-edit.ts";
import { type CarefulMergeOptions, carefulConfirmation, carefulRewrite } from "./careful-merge.ts";
import { type JudgedPrompt, parseJudgedPrompt } from "./judged-prompt.ts";

/** Such skills are for rare occasions: few loads are no evidence against them. */
const RARE_BUT_WEIGHTY =
  /\b(?:outage|disaster|incident|recovery|rollback|emergency|yearly|annual|legal|deadline)\b/i;

/**
 * Returns a script that answers the curator's prompts as a careful model would, from the text of the prompt alone:
 * it confirms the archive of an idle skill that is not for rare occasions, merges skills of one task into a body
 * that keeps everything, keeps others apart, and patches the name of a renamed tool. The same prompt gives the same
 * answer. Throws Error for a prompt that is none of the curator's.
 */
export function carefulAnswers(options: CarefulMergeOptions = {}): ServerScript {
  return (request) => {
    const prompt = parseJudgedPrompt(request);
    if (prompt === null) throw new Error("this is no prompt of the curator");
    return replyWith(wrap(request, carefulVerdict(prompt, options)));
  };
}

/** The verdict of a careful model on a prompt that was read back. */
export function carefulVerdict(prompt: JudgedPrompt, options: CarefulMergeOptions = {}): unknown {
  switch (prompt.purpose) {
    case "archive":
      return carefulArchive(prompt);
    case "consolidate":
      return carefulConfirmation(prompt, options);
    case "rewrite":
      return carefulRewrite(prompt);
    case "edit":
      return carefulEdit(prompt);
  }
}

function carefulArchive({ skills, idleDays }: JudgedPrompt): unknown {
  const weighty = skills.some(({ name, description }) => RARE_BUT_WEIGHTY.test(`${name} ${description}`));
  if (weighty) return { action: "keep", reason: "It is for rare occasions that matter." };
  return { action: "archive", rationale: `Without any activity for ${idleDays ?? "many"} days.` };
}

/** A wanted schema may ask for the verdict inside an object of one key. */
function wrap({ schema }: ServedRequest, verdict: unknown): unknown {
  const { properties } = (schema ?? {}) as { properties?: Readonly<Record<string, unknown>> };
  const [key, ...others] = Object.keys(properties ?? {});
  return key === "verdict" && others.length === 0 ? { verdict } : verdict;
}
