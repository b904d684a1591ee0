export { carefulAnswers, carefulVerdict } from "./careful-answers.ts";
export type { CarefulMergeOptions } from "./careful-merge.ts";
export { type JudgedPrompt, type JudgedSkill, parseJudgedPrompt } from "./judged-prompt.ts";
