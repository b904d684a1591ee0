import { taskTerms } from "../matching/terms/task-terms.ts";
import type { SkillSourceQuery } from "../ports/skill-source.ts";

/** Characters of a query that leave this machine. */
export const SCOUT_QUERY_CHARACTERS_MAX = 200;
/** Skills that one source is asked for. */
const SOURCE_LIMIT = 50;
const WORDS_MAX = 16;

/** Returns a query on one line, blanks collapsed, cut between code points. */
export function queryLine(text: string): string {
  const line = text
    .normalize("NFC")
    .replace(/[\p{C}\p{Z}]+/gu, " ")
    .trim();
  return [...line].slice(0, SCOUT_QUERY_CHARACTERS_MAX).join("").trim();
}

/** What the sources are asked: the line and its distinct content words. */
export function toSourceQuery(line: string): SkillSourceQuery {
  const words = taskTerms(line).words.map(({ shown }) => shown.toLowerCase());
  return { text: line, words: [...new Set(words)].slice(0, WORDS_MAX), limit: SOURCE_LIMIT };
}
