import { tokenize } from "../selection/tokenize.ts";
import type { RetentionMember } from "./support-files.ts";

/** Shares of distinct content words that a new body keeps, 0..1. */
export interface WordShares {
  readonly all: number;
  readonly byMember: Readonly<Record<string, number>>;
}

export function countKeptWords(members: readonly RetentionMember[], newBody: string): WordShares {
  const kept = tokenize(newBody);
  const perMember = members.map((member) => ({ name: member.name, words: contentWords(member.body) }));
  const all = new Set(perMember.flatMap(({ words }) => words));
  return {
    all: shareOf([...all], kept),
    byMember: Object.fromEntries(perMember.map(({ name, words }) => [name, shareOf(words, kept)])),
  };
}

/** Single ASCII letters and digits say nothing about the content. */
function contentWords(body: string): readonly string[] {
  return [...tokenize(body)].filter((word) => !/^[a-z0-9]$/.test(word));
}

function shareOf(words: readonly string[], kept: ReadonlySet<string>): number {
  return words.length === 0 ? 1 : words.filter((word) => kept.has(word)).length / words.length;
}
