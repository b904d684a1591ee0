/** A paragraph, a list item, a heading or a whole code fence of a Markdown body. */
export interface BodyBlock {
  readonly kind: "heading" | "code" | "item" | "text";
  readonly text: string;
}

const FENCE = /^[ \t>]*(`{3,}|~{3,})/;
const HEADING = /^ {0,3}#{1,6}\s/;
const ITEM = /^\s{0,3}(?:[-*+]|\d{1,9}[.)])\s/;

/** Splits a body into its blocks, in order and without loss but of blank lines between them. */
export function splitBlocks(body: string): readonly BodyBlock[] {
  const blocks: BodyBlock[] = [];
  let lines: string[] = [];
  let kind: BodyBlock["kind"] = "text";
  let fence: string | null = null;
  const flush = () => {
    if (lines.length > 0) blocks.push({ kind, text: lines.join("\n") });
    lines = [];
    kind = "text";
  };
  for (const line of body.split("\n")) {
    const mark = FENCE.exec(line)?.[1] ?? null;
    if (fence !== null) {
      lines.push(line);
      if (mark?.startsWith(fence) && line.replace(/[`~>\s]/g, "") === "") {
        fence = null;
        if (kind === "code") flush();
      }
      continue;
    }
    if (mark !== null) {
      // An indented fence belongs to the item above it.
      if (!(kind === "item" && /^\s/.test(line))) {
        flush();
        kind = "code";
      }
      fence = mark;
      lines.push(line);
    } else if (line.trim() === "") {
      if (kind !== "item") flush();
      else lines.push(line);
    } else if (HEADING.test(line)) {
      flush();
      blocks.push({ kind: "heading", text: line });
    } else {
      if (startsBlock(line, kind, lines)) flush();
      if (lines.length === 0 && ITEM.test(line)) kind = "item";
      lines.push(line);
    }
  }
  flush();
  return blocks.map((block) => ({ ...block, text: block.text.replace(/\s+$/, "") }));
}

/** An item ends at the next one, or at a line of its own after a blank one. */
function startsBlock(line: string, kind: BodyBlock["kind"], lines: readonly string[]): boolean {
  if (ITEM.test(line)) return true;
  return kind === "item" && lines.at(-1)?.trim() === "" && /^\S/.test(line);
}

/** A text as it is compared: blanks collapsed, letters small, without the mark of its item. */
export function sameText({ kind, text }: BodyBlock): string {
  const bare = kind === "item" ? text.replace(ITEM, "") : text;
  return kind === "code" ? bare.trim() : bare.replace(/\s+/g, " ").trim().toLowerCase();
}
