import { type BodyBlock, sameText, splitBlocks } from "./body-blocks.ts";

interface Section {
  /** The heading's line; empty for what stands before the first one. */
  readonly heading: string;
  readonly blocks: BodyBlock[];
}

/**
 * Returns one body with everything that is in any of these: the first in its own order, then what the others add,
 * below the heading of the same words where there is one. Only what is there already is left out. A mention of a
 * support file that `files` has not is taken out.
 */
export function mergeBodies(bodies: readonly string[], files: readonly string[]): string {
  const [first = "", ...others] = bodies.map((body) => withoutDanglingFiles(body, files));
  const merged = splitSections(first);
  const seen = new Set(merged.flatMap(({ blocks }) => blocks.map(sameText)));
  for (const other of others) addSections(merged, splitSections(other), seen);
  const texts = merged.flatMap(({ heading, blocks }) => [
    ...(heading === "" ? [] : [heading]),
    ...joinItems(blocks),
  ]);
  return `${texts.join("\n\n")}\n`;
}

/** Whether a code block names a support file that nobody has: it cannot be kept, nor changed. */
export function hasDanglingCode(body: string, files: readonly string[]): boolean {
  return splitBlocks(body).some(({ kind, text }) => kind === "code" && danglingFiles(text, files).length > 0);
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

function splitSections(body: string): Section[] {
  const sections: Section[] = [{ heading: "", blocks: [] }];
  for (const block of splitBlocks(body)) {
    if (block.kind === "heading") sections.push({ heading: block.text, blocks: [] });
    else sections.at(-1)?.blocks.push(block);
  }
  return sections.filter(({ heading, blocks }) => heading !== "" || blocks.length > 0);
}

function titleOf(heading: string): string {
  return heading
    .replace(/^\s*#+\s*/, "")
    .trim()
    .toLowerCase();
}

/** Items that follow each other stay one list. */
function joinItems(blocks: readonly BodyBlock[]): readonly string[] {
  const texts: string[] = [];
  let last: BodyBlock["kind"] | null = null;
  for (const { kind, text } of blocks) {
    const before = texts.at(-1);
    if (kind === "item" && last === "item" && before !== undefined)
      texts[texts.length - 1] = `${before}\n${text}`;
    else texts.push(text);
    last = kind;
  }
  return texts;
}

const SUPPORT_FILE = /(?<![\w./-])(?:\.\/)?((?:references|scripts|assets)\/[\w./-]*[\w/-])/g;

function danglingFiles(text: string, files: readonly string[]): readonly string[] {
  const mentioned = [...text.matchAll(SUPPORT_FILE)].map(([, path = ""]) => path);
  return mentioned.filter(
    (path) => !files.some((file) => file === path || file.startsWith(`${path.replace(/\/$/, "")}/`)),
  );
}

function withoutDanglingFiles(body: string, files: readonly string[]): string {
  const blocks = splitBlocks(body);
  const dangling = blocks.flatMap(({ kind, text }) => (kind === "code" ? [] : danglingFiles(text, files)));
  // The longest first, so that no path is cut out of a longer one.
  const paths = [...new Set(dangling)].sort((left, right) => right.length - left.length);
  return paths.reduce((text, path) => takeOut(text, path), body);
}

function takeOut(body: string, path: string): string {
  const literal = path.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
  return body
    .replace(new RegExp(`\\[([^\\]\\n]*)\\]\\((?:\\./)?${literal}[^)\\n]*\\)`, "g"), "$1")
    .replace(new RegExp(`(?<![\\w./-])(?:\\./)?${literal}(?![\\w/-])`, "g"), "a file that is not there");
}
