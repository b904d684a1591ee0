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
  const splitter = new BlockSplitter();
  for (const line of body.split("\n")) splitter.take(line);
  return splitter.end();
}

/** A text as it is compared: blanks collapsed, letters small, without the mark of its item. */
export function sameText({ kind, text }: BodyBlock): string {
  if (kind === "code") return text.trim();
  const bare = kind === "item" ? text.replace(ITEM, "") : text;
  return bare.replace(/\s+/g, " ").trim().toLowerCase();
}

class BlockSplitter {
  readonly #blocks: BodyBlock[] = [];
  #kind: BodyBlock["kind"] = "text";
  #lines: string[] = [];
  /** The marks that opened the fence a line lies in. */
  #fence: string | null = null;

  take(line: string): void {
    const mark = FENCE.exec(line)?.[1] ?? null;
    if (this.#fence !== null) this.#takeCode(line, mark);
    else if (mark !== null) this.#openFence(line, mark);
    else if (line.trim() === "") this.#takeBlank();
    else if (HEADING.test(line)) this.#takeHeading(line);
    else this.#takeText(line);
  }

  end(): readonly BodyBlock[] {
    this.#flush();
    return this.#blocks.map((block) => ({ ...block, text: block.text.trimEnd() }));
  }

  #takeCode(line: string, mark: string | null): void {
    this.#lines.push(line);
    const closes = this.#fence !== null && mark?.startsWith(this.#fence) && /^[ \t>]*[`~]+\s*$/.test(line);
    if (!closes) return;
    this.#fence = null;
    if (this.#kind === "code") this.#flush();
  }

  /** An indented fence belongs to the item above it. */
  #openFence(line: string, mark: string): void {
    if (this.#kind !== "item" || !/^\s/.test(line)) {
      this.#flush();
      this.#kind = "code";
    }
    this.#fence = mark;
    this.#lines.push(line);
  }

  #takeBlank(): void {
    if (this.#kind === "item") this.#lines.push("");
    else this.#flush();
  }

  #takeHeading(line: string): void {
    this.#flush();
    this.#blocks.push({ kind: "heading", text: line });
  }

  /** An item ends at the next one, or at a line of its own after a blank one. */
  #takeText(line: string): void {
    const isItem = ITEM.test(line);
    const isBeyond = this.#kind === "item" && this.#lines.at(-1) === "" && /^\S/.test(line);
    if (isItem || isBeyond) this.#flush();
    if (isItem) this.#kind = "item";
    this.#lines.push(line);
  }

  #flush(): void {
    if (this.#lines.length > 0) this.#blocks.push({ kind: this.#kind, text: this.#lines.join("\n") });
    this.#lines = [];
    this.#kind = "text";
  }
}
