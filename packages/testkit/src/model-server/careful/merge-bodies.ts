import { type BodyBlock, sameText, splitBlocks } from "./body-blocks.ts";
import { withoutDanglingFiles } from "./dangling-files.ts";

export interface MergedBody {
  readonly body: string;
  readonly dropped: readonly { readonly item: string; readonly reason: string }[];
}

interface Section {
  /** The heading's line; empty for what stands before the first one. */
  readonly heading: string;
  readonly blocks: BodyBlock[];
}

/**
 * Returns one body with everything that is in any of these: the first in its own order, then what the others add,
 * below the heading of the same words where there is one. Only what is there already is left out, and what names a
 * support file that `files` has not. Where the others add nothing, it is the first as it is.
 */
export function mergeBodies(bodies: readonly string[], files: readonly string[]): MergedBody {
  const [first = "", ...others] = bodies;
  const own = new Set(splitBlocks(first).map(sameText));
  const addsNothing = others.every((other) => splitBlocks(other).every((block) => own.has(sameText(block))));
  if (addsNothing) return { body: first, dropped: [] };
  const leftOut = new Set<string>();
  const [merged = [], ...added] = bodies.map((body) => splitSections(body, files, leftOut));
  const seen = new Set(merged.flatMap(({ blocks }) => blocks.map(sameText)));
  for (const sections of added) addSections(merged, sections, seen);
  const reason = "It names a file that none of these skills has.";
  return { body: formatSections(merged), dropped: [...leftOut].map((item) => ({ item, reason })) };
}

function splitSections(body: string, files: readonly string[], leftOut: Set<string>): Section[] {
  const sections: Section[] = [{ heading: "", blocks: [] }];
  for (const found of splitBlocks(body)) {
    const { block, leftOut: item } = withoutDanglingFiles(found, files);
    if (item !== null) leftOut.add(item);
    if (block?.kind === "heading") sections.push({ heading: block.text, blocks: [] });
    else if (block !== null) sections.at(-1)?.blocks.push(block);
  }
  return sections.filter(({ heading, blocks }) => heading !== "" || blocks.length > 0);
}

function addSections(merged: Section[], added: readonly Section[], seen: Set<string>): void {
  for (const { heading, blocks } of added) {
    const fresh = blocks.filter((block) => !seen.has(sameText(block)));
    for (const block of fresh) seen.add(sameText(block));
    if (fresh.length === 0) continue;
    const target = merged.find((section) => titleOf(section.heading) === titleOf(heading));
    if (target !== undefined) target.blocks.push(...fresh);
    else merged.push({ heading: heading.replace(/^\s*#\s/, "## "), blocks: [...fresh] });
  }
}

function titleOf(heading: string): string {
  return heading
    .replace(/^\s*#+\s*/, "")
    .trim()
    .toLowerCase();
}

function formatSections(sections: readonly Section[]): string {
  const texts = sections.flatMap(({ heading, blocks }) => [
    ...(heading === "" ? [] : [heading]),
    ...joinItems(blocks),
  ]);
  return `${texts.join("\n\n")}\n`;
}

/** Items that follow each other stay one list. */
function joinItems(blocks: readonly BodyBlock[]): readonly string[] {
  const texts: string[] = [];
  let last: BodyBlock["kind"] | null = null;
  for (const { kind, text } of blocks) {
    if (kind === "item" && last === "item") texts.push(`${texts.pop() ?? ""}\n${text}`);
    else texts.push(text);
    last = kind;
  }
  return texts;
}
