import type { JudgedPrompt, JudgedSkill } from "./judged-prompt.ts";
import { mergeBodies } from "./merge-bodies.ts";

/** Least share of the shorter text's words that two skills for the same task have in common, */
const SAME_TEXT_MIN = 0.5;
/** or that less like ones have whose descriptions say the same. */
const RELATED_TEXT_MIN = 0.35;
const SAME_DESCRIPTION_MIN = 0.75;
const DESCRIPTION_CHARACTERS_MAX = 500;
const COMMON_WORDS: ReadonlySet<string> = new Set(
  "a an and are as at be before by can do each every for from if in into is it its new not of on one or so that the then this to use when with you your".split(
    " ",
  ),
);

export interface CarefulMergeOptions {
  /** The name of a skill that takes in all of them; null, the default, keeps the best member. */
  readonly nameNewSkill?: (members: readonly JudgedSkill[]) => string | null;
}

/** Confirms a merge of the members that are for the same task, or keeps them apart. */
export function carefulConfirmation({ skills }: JudgedPrompt, options: CarefulMergeOptions): unknown {
  const survivor = [...skills].sort(compareWorth)[0];
  if (survivor === undefined) return skip("no skill is shown");
  const alike = skills.filter((skill) => skill !== survivor && areAlike(survivor, skill));
  const merged = alike.filter((skill) => !mayOnlySurvive(skill));
  if (merged.length === 0) return skip("they share words, not a task");
  const invented = merged.length === skills.length - 1 ? (options.nameNewSkill?.(skills) ?? null) : null;
  const isNew = invented !== null && !mayOnlySurvive(survivor);
  return {
    action: "consolidate",
    survivor: isNew ? invented : survivor.name,
    new_skill: isNew,
    archive: (isNew ? skills : merged).map(({ name }) => name),
    new_description: describe(survivor, merged),
    rationale: "They are for the same task and say the same in substance.",
  };
}

/** Writes the body that takes in all of them. */
export function carefulRewrite({ skills, survivor }: JudgedPrompt): unknown {
  const ordered = [...skills].sort(
    (left, right) => Number(right.name === survivor) - Number(left.name === survivor),
  );
  return mergeBodies(
    ordered.map(({ body }) => body),
    ordered.flatMap(({ files }) => files),
  );
}

function skip(reason: string): unknown {
  return { action: "skip", reason };
}

function mayOnlySurvive({ heading }: JudgedSkill): boolean {
  return heading.includes("may only survive");
}

/** What is named elsewhere must survive; then the most used, the longest, the first by name. */
function compareWorth(left: JudgedSkill, right: JudgedSkill): number {
  return (
    Number(mayOnlySurvive(right)) - Number(mayOnlySurvive(left)) ||
    right.loads - left.loads ||
    right.body.length - left.body.length ||
    (left.name < right.name ? -1 : 1)
  );
}

function areAlike(left: JudgedSkill, right: JudgedSkill): boolean {
  const text = sharedWords(shownText(left), shownText(right));
  if (text >= SAME_TEXT_MIN) return true;
  return text >= RELATED_TEXT_MIN && sharedWords(left.description, right.description) >= SAME_DESCRIPTION_MIN;
}

function shownText({ name, description, body }: JudgedSkill): string {
  return `${name} ${description} ${body}`;
}

/** Share of the distinct words of the poorer text that the other has too; 0 without words. */
function sharedWords(left: string, right: string): number {
  const [a, b] = [wordsOf(left), wordsOf(right)];
  const shared = [...a].filter((word) => b.has(word)).length;
  return shared / Math.max(1, Math.min(a.size, b.size));
}

function wordsOf(text: string): ReadonlySet<string> {
  const words = text.toLowerCase().match(/[\p{L}\p{N}]{2,}/gu) ?? [];
  return new Set(words.filter((word) => !COMMON_WORDS.has(word)));
}

function describe(survivor: JudgedSkill, merged: readonly JudgedSkill[]): string {
  const all = [survivor, ...merged].map(({ description }) => description.trim());
  const distinct = [...new Set(all)].map((text) => (/[.!?]$/.test(text) ? text : `${text}.`));
  const fitting = distinct.filter(
    (_, at) => [...distinct.slice(0, at + 1).join(" ")].length <= DESCRIPTION_CHARACTERS_MAX,
  );
  return (fitting.length > 0 ? fitting : [`Everything about ${survivor.name}.`]).join(" ");
}
