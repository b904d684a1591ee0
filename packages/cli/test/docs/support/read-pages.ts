import { readFileSync } from "node:fs";
import { join } from "node:path";

export const REPOSITORY = join(import.meta.dir, "../../../../..");
/** What stands above the part of a page that `bun run docs` writes. */
const GENERATED = "<!-- Below this line: written by `bun run docs`.";

/** One fenced block of a page. */
export interface Block {
  /** `docs/faq.md:12`, the line of its fence. */
  readonly place: string;
  /** Word behind the fence; `text` where there is none. */
  readonly language: string;
  readonly text: string;
  /** What the comment directly above says: `<!-- not run: why -->`, `<!-- needs: sqlite3 -->`,
   * `<!-- with: a model server -->`, `<!-- output -->`, `<!-- exit: 2 -->`. */
  readonly mark: { readonly name: string; readonly value: string } | null;
  /** Written from the program; `scripts/reference/reference.test.ts` compares it. */
  readonly isGenerated: boolean;
}

export interface Page {
  /** Relative to the repository. */
  readonly path: string;
  readonly text: string;
  readonly blocks: readonly Block[];
}

/** The pages whose every block is proved. */
export function readPages(): readonly Page[] {
  const docs = [...new Bun.Glob("docs/**/*.md").scanSync({ cwd: REPOSITORY })].sort();
  const packages = [...new Bun.Glob("packages/*/README.md").scanSync({ cwd: REPOSITORY })].sort();
  return ["README.md", ...docs, ...packages].map((path) => readPage(path));
}

/** Every Markdown file of the repository, for links. */
export function readAllPages(): readonly Page[] {
  const found = [
    ...new Bun.Glob("{*.md,{docs,packages,bench,scripts,.changeset,.github}/**/*.md}").scanSync({
      cwd: REPOSITORY,
      dot: true,
    }),
  ];
  return found
    .filter((path) => !/(?:^|\/)(?:node_modules|dist|fixtures)\//.test(path))
    .sort()
    .map((path) => readPage(path));
}

function readPage(path: string): Page {
  const text = readFileSync(join(REPOSITORY, path), "utf8");
  return { path, text, blocks: extractBlocks(path, text) };
}

/** Why a block is not run here; null when it is. */
export function whyNotRun({ mark }: Block): string | null {
  if (mark?.name === "not run") return mark.value;
  if (mark?.name !== "needs" || Bun.which(mark.value) !== null) return null;
  return `needs the program ${mark.value}, which is not installed`;
}

/** The fenced blocks of a Markdown text, in order; a fence that is never closed reaches to the end. */
export function extractBlocks(path: string, text: string): readonly Block[] {
  const lines = text.split("\n");
  const generatedFrom = lines.findIndex((line) => line.startsWith(GENERATED));
  const blocks: Block[] = [];
  for (let at = 0; at < lines.length; at += 1) {
    const [, fence = "", language = ""] = /^(`{3,})\s*(\S*)/.exec(lines[at] ?? "") ?? [];
    if (fence === "") continue;
    const end = lines.findIndex((line, index) => index > at && line.trimEnd() === fence);
    const last = end < 0 ? lines.length : end;
    blocks.push({
      place: `${path}:${at + 1}`,
      language: language === "" ? "text" : language,
      text: lines.slice(at + 1, last).join("\n"),
      mark: parseMark(lines[at - 1] ?? ""),
      isGenerated: generatedFrom >= 0 && at > generatedFrom,
    });
    at = last;
  }
  return blocks;
}

function parseMark(line: string): Block["mark"] {
  const [, name, value = ""] =
    /^<!-- (not run|needs|with|output|exit)(?:: (.*?))? -->$/.exec(line.trim()) ?? [];
  return name === undefined ? null : { name, value };
}
