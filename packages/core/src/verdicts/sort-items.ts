import { collapseBlanks } from "./markdown.ts";
import { findRetainedItems, type RetainedItem } from "./retained-items.ts";
import type { DroppedRetainedItem, RetentionLedger } from "./retention-ledger.ts";
import { findMissingFiles, knownPathsOf, type RetentionMember } from "./support-files.ts";
import type { DroppedItem } from "./verdict.ts";

/** Items of a merge that are searched for in running text; with more, only whole equal items count as found. */
export const RETAINED_ITEMS_MAX = 5_000;

export type SortedItems = Pick<RetentionLedger, "found" | "dropped" | "missing">;

/** Every distinct item of the members: found in the new body, dropped with a reason, or missing. */
export function sortItems(
  members: readonly RetentionMember[],
  newBody: string,
  dropped: readonly DroppedItem[],
): SortedItems {
  const known = knownPathsOf(members);
  const haystack = collapseBlanks(newBody);
  const kept = new Set(findRetainedItems(newBody, known).map(itemKey));
  const found: RetainedItem[] = [];
  const droppedItems: DroppedRetainedItem[] = [];
  const missing: RetainedItem[] = [];
  const items = memberItems(members, known, haystack);
  const searched = items.length <= RETAINED_ITEMS_MAX;
  const listed = dropped.map(({ item, reason }) => ({ item: collapseBlanks(item), reason }));
  for (const { item, whole } of items) {
    if (whole || kept.has(itemKey(item)) || (searched && isContained(item, haystack))) {
      found.push(item);
      continue;
    }
    const reason = searched ? findDropReason(item, listed) : null;
    if (reason !== null) droppedItems.push({ ...item, reason });
    else missing.push(item);
  }
  return { found, dropped: droppedItems, missing };
}

/** Distinct items of all members; `whole` when a member that has it is contained in the new body as a whole. */
function memberItems(
  members: readonly RetentionMember[],
  known: ReadonlySet<string>,
  haystack: string,
): readonly { readonly item: RetainedItem; readonly whole: boolean }[] {
  const items = new Map<string, { readonly item: RetainedItem; readonly whole: boolean }>();
  for (const member of members) {
    const whole = haystack.includes(collapseBlanks(member.body));
    // A reference that already leads nowhere cannot be kept.
    const dangling = new Set(findMissingFiles(members, member.body));
    for (const item of findRetainedItems(member.body, known)) {
      if (item.kind === "file" && dangling.has(item.text)) continue;
      const before = items.get(itemKey(item));
      items.set(itemKey(item), { item, whole: whole || before?.whole === true });
    }
  }
  return [...items.values()];
}

function itemKey(item: RetainedItem): string {
  return `${item.kind} ${item.text}`;
}

function isContained(item: RetainedItem, haystack: string): boolean {
  return (item.kind === "code" || item.kind === "command") && containsWhole(haystack, item.text);
}

/** `dropped` with blanks collapsed. */
function findDropReason(item: RetainedItem, dropped: readonly DroppedItem[]): string | null {
  const listed = dropped.find((each) => containsWhole(each.item, item.text));
  return listed === undefined || listed.reason.trim() === "" ? null : listed.reason;
}

/** Contained, and not as a part of a longer word, option or path. */
function containsWhole(haystack: string, needle: string): boolean {
  for (let at = haystack.indexOf(needle); at >= 0; at = haystack.indexOf(needle, at + 1)) {
    const before = haystack.slice(Math.max(0, at - 1), at);
    const after = haystack.slice(at + needle.length, at + needle.length + 2);
    const startsInside = /^\w/.test(needle) && /[\w./:-]/.test(before);
    const endsInside = /\w$/.test(needle) && /^(?:[\w-]|[./:]\w)/.test(after);
    if (!startsInside && !endsInside) return true;
  }
  return false;
}
