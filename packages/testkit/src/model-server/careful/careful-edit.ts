import type { JudgedPrompt, JudgedSkill } from "./judged-prompt.ts";

const CONTEXT_LINES = 3;
const HUNK_LINES_MAX = 200;
/** No text cures these. */
const NOT_THE_TEXT: ReadonlySet<string> = new Set(["timeout", "permission_denied"]);

/** A patch that replaces a renamed tool by the one that lately succeeded, or a reason to leave the text. */
export function carefulEdit({ skills, failures, toolsSucceeded }: JudgedPrompt): unknown {
  const [skill] = skills;
  if (skill === undefined) return skip("no skill is shown");
  const curable = failures.filter(({ errorClass }) => !NOT_THE_TEXT.has(errorClass));
  const failing = curable.find(({ tool }) => names(skill, tool) && !toolsSucceeded.includes(tool));
  if (failing === undefined)
    return skip("no tool that failed is named in the text and gone from those that work");
  const candidates = toolsSucceeded.filter((tool) => !names(skill, tool));
  const successor = mostAlike(failing.tool, candidates);
  if (successor === null)
    return skip(`nothing that lately succeeded looks like the successor of ${failing.tool}`);
  const diff = renameDiff(skill.body, failing.tool, successor);
  if (diff === null) return skip("the tool is named in too many places for one small change");
  const rationale = `${failing.tool} failed ${failing.count} times (${failing.errorClass}); ${successor} works.`;
  return { action: "edit", diff, rationale };
}

function skip(reason: string): unknown {
  return { action: "skip", reason };
}

function names({ body }: JudgedSkill, tool: string): boolean {
  return wholeName(tool).test(body);
}

function wholeName(tool: string): RegExp {
  return new RegExp(`(?<![\\w-])${tool.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")}(?![\\w-])`, "g");
}

/** The tool that shares most parts of its name, at least one; the first by name where several do. */
function mostAlike(tool: string, candidates: readonly string[]): string | null {
  const parts = partsOf(tool);
  const shared = (other: string) => partsOf(other).filter((part) => parts.includes(part)).length;
  const [best] = [...candidates].sort(
    (left, right) => shared(right) - shared(left) || (left < right ? -1 : 1),
  );
  return best !== undefined && shared(best) > 0 ? best : null;
}

function partsOf(tool: string): readonly string[] {
  return tool
    .replace(/([a-z])([A-Z])/g, "$1 $2")
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((part) => part.length > 1);
}

/** One hunk from the first to the last place, with a little around it. */
function renameDiff(body: string, old: string, now: string): string | null {
  const lines = body.replace(/\n$/, "").split("\n");
  const touched = lines.flatMap((line, at) => (wholeName(old).test(line) ? [at] : []));
  const [first] = touched;
  const last = touched.at(-1);
  if (first === undefined || last === undefined) return null;
  const from = Math.max(0, first - CONTEXT_LINES);
  const until = Math.min(lines.length, last + CONTEXT_LINES + 1);
  const hunk = lines.slice(from, until).flatMap((line, offset) => {
    const isTouched = touched.includes(from + offset);
    return isTouched ? [`-${line}`, `+${line.replace(wholeName(old), now)}`] : [` ${line}`];
  });
  if (hunk.length > HUNK_LINES_MAX) return null;
  return [`@@ -${from + 1},${until - from} +${from + 1},${until - from} @@`, ...hunk].join("\n");
}
