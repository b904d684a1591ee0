/** A fenced code block of a Markdown text. */
export interface CodeBlock {
  /** First word after the fence, lower case; empty when absent. */
  readonly language: string;
  readonly lines: readonly string[];
}

export interface MarkdownParts {
  readonly blocks: readonly CodeBlock[];
  /** All lines that are neither a fence nor inside one. */
  readonly text: readonly string[];
}

interface OpenFence {
  readonly marker: string;
  readonly language: string;
  readonly lines: string[];
}

/** Splits a Markdown text at its code fences (CommonMark: ``` or ~~~, closed by the same and at least as long). */
export function splitMarkdown(markdown: string): MarkdownParts {
  const blocks: CodeBlock[] = [];
  const text: string[] = [];
  let open: OpenFence | null = null;
  for (const line of markdown.split(/\r\n|\n|\r/)) {
    if (open !== null) {
      if (closes(line, open.marker)) {
        blocks.push({ language: open.language, lines: open.lines });
        open = null;
      } else open.lines.push(line);
      continue;
    }
    open = findOpening(line);
    if (open === null) text.push(line);
  }
  // CommonMark: an unclosed fence runs to the end of the document.
  if (open !== null) blocks.push({ language: open.language, lines: open.lines });
  return { blocks, text };
}

/** The lines of a Markdown text that are not in a code fence. */
export function linesOutsideCode(markdown: string): readonly string[] {
  return splitMarkdown(markdown).text;
}

/** Every run of blanks as one space, none at the ends. */
export function collapseBlanks(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}

function findOpening(line: string): OpenFence | null {
  // Deeper than CommonMark's three spaces, because fences inside list items are indented.
  const [whole = "", marker = ""] = /^[ \t>]*(`{3,}|~{3,})/.exec(line) ?? [];
  const info = line.slice(whole.length);
  if (marker === "" || info.includes("`")) return null;
  const [language = ""] = /^\S{0,64}/.exec(info.replace(/^[ \t]+/, "")) ?? [];
  return { marker, language: language.toLowerCase(), lines: [] };
}

function closes(line: string, marker: string): boolean {
  const bare = line.replace(/^[ \t>]+/, "").trimEnd();
  return bare.length >= marker.length && bare === (marker[0] ?? "").repeat(bare.length);
}
