import { collapseBlanks, linesOutsideCode } from "./markdown.ts";
import { oneLine } from "./one-line.ts";
import type { RetentionLedger } from "./retention-ledger.ts";
import { countKeptWords, type WordShares } from "./retention-words.ts";
import { sortItems } from "./sort-items.ts";
import { findConflictingFiles, findMissingFiles, type RetentionMember } from "./support-files.ts";
import type { DroppedItem } from "./verdict.ts";

/** Least share of the members' distinct content words that a new body keeps (CONTRACTS 8.3). */
export const CONTENT_WORD_SHARE_MIN = 0.5;

/** Lost items, and files, that get a reason of their own; the lists have them all. */
const REASONS_OF_A_KIND_MAX = 20;

/**
 * Decides whether a rewritten body keeps what its members have (CONTRACTS 8.3), the survivor included. Refused when an
 * item is neither found nor dropped with a reason, when found / distinct is below `retentionMin`, when fewer than half
 * of the distinct content words are kept (of all members together, and of each one: a merge of unrelated skills that
 * keeps one of them whole must not pass), when it refers to a file that no member has, or to one that members have with
 * different content. A body that equals a member's promises nothing new, so that member's dangling references pass.
 */
export function checkRetention(
  members: readonly RetentionMember[],
  newBody: string,
  dropped: readonly DroppedItem[],
  retentionMin: number,
): RetentionLedger {
  const items = sortItems(members, newBody, dropped);
  const distinct = items.found.length + items.dropped.length + items.missing.length;
  const ratio = distinct === 0 ? 1 : items.found.length / distinct;
  const words = countKeptWords(members, newBody);
  const missingFiles = findMissingFiles(members, newBody);
  const reasons = [
    ...items.missing
      .slice(0, REASONS_OF_A_KIND_MAX)
      .map((item) => `lost without a reason: ${item.kind} ${oneLine(item.text, 80)}`),
    ...(ratio < retentionMin
      ? [`keeps ${percent(ratio)} of the items, at least ${percent(retentionMin)} is needed`]
      : []),
    ...wordReasons(words),
    ...(equalsMember(members, newBody)
      ? []
      : missingFiles
          .slice(0, REASONS_OF_A_KIND_MAX)
          .map((p) => `refers to ${oneLine(p, 80)}, which exists nowhere`)),
    ...findConflictingFiles(members, newBody)
      .slice(0, REASONS_OF_A_KIND_MAX)
      .map((p) => `members have different files ${oneLine(p, 80)}`),
  ];
  return {
    kind: reasons.length === 0 ? "ok" : "refused",
    ...items,
    ratio,
    headings: sortHeadings(members, newBody),
    contentWordShare: words.all,
    contentWordShareByMember: words.byMember,
    missingFiles,
    reasons,
  };
}

function wordReasons(words: WordShares): readonly string[] {
  const needed = `at least ${percent(CONTENT_WORD_SHARE_MIN)} is needed`;
  const poor = Object.entries(words.byMember).filter(([, share]) => share < CONTENT_WORD_SHARE_MIN);
  return [
    ...(words.all < CONTENT_WORD_SHARE_MIN
      ? [`keeps ${percent(words.all)} of the content words, ${needed}`]
      : []),
    ...poor.map(([name, share]) => `keeps ${percent(share)} of the content words of ${name}, ${needed}`),
  ];
}

function sortHeadings(members: readonly RetentionMember[], newBody: string): RetentionLedger["headings"] {
  const present = new Set(headingsOf(newBody).map((heading) => heading.toLowerCase()));
  const all = [...new Set(members.flatMap((member) => headingsOf(member.body)))];
  return {
    kept: all.filter((heading) => present.has(heading.toLowerCase())),
    lost: all.filter((heading) => !present.has(heading.toLowerCase())),
  };
}

function headingsOf(body: string): readonly string[] {
  return linesOutsideCode(body).flatMap((line) => /^ {0,3}#{1,6}\s+(\S.*)$/.exec(line)?.[1]?.trimEnd() ?? []);
}

function equalsMember(members: readonly RetentionMember[], newBody: string): boolean {
  const collapsed = collapseBlanks(newBody);
  return members.some((member) => collapseBlanks(member.body) === collapsed);
}

function percent(share: number): string {
  return `${Math.floor(share * 1000) / 10} %`;
}
