import { TASK_STOP_WORDS } from "./stop-words.ts";

/** Returns the words of a text as they stand there, without function words; the text itself when there are no others. */
export function contentWords(text: string): string {
  const words = (text.match(/[\p{L}\p{N}\p{M}]+/gu) ?? []).filter(
    (word) => !TASK_STOP_WORDS.has(word.toLowerCase()),
  );
  return words.length === 0 ? text : words.join(" ");
}
