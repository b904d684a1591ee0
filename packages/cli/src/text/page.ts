import { type Cell, type Column, formatTable } from "./format-table.ts";
import type { Paint, Palette } from "./palette.ts";
import { safeLine, safeText } from "./safe-text.ts";
import { wrapText } from "./text-width.ts";

export interface PageFormat {
  /** Columns of the terminal. */
  readonly width: number;
  readonly palette: Palette;
}

/** Text for a person, built line by line. Everything put on it is made safe for a terminal. */
export class Page {
  readonly #format: PageFormat;
  readonly #lines: string[] = [];

  constructor(format: PageFormat) {
    this.#format = format;
  }

  get palette(): Palette {
    return this.#format.palette;
  }

  /** Adds a paragraph, wrapped; continued lines keep `indent`. */
  text(text: string, paint: Paint = plain, indent = ""): this {
    const lines = wrapText(safeText(text), Math.max(1, this.#format.width - indent.length));
    this.#lines.push(...lines.map((line) => `${indent}${paint(line)}`));
    return this;
  }

  /** Adds an item whose continued lines stand under its text. */
  item(text: string, mark = "- "): this {
    const lines = wrapText(safeText(text), Math.max(1, this.#format.width - mark.length));
    this.#lines.push(...lines.map((line, at) => `${at === 0 ? mark : " ".repeat(mark.length)}${line}`));
    return this;
  }

  /** Adds one line that is never wrapped, such as a command to copy or a line of a file. */
  verbatim(line: string, paint: Paint = plain, indent = ""): this {
    this.#lines.push(`${indent}${paint(safeLine(line))}`);
    return this;
  }

  heading(text: string): this {
    return this.blank().text(text, this.palette.bold);
  }

  table(columns: readonly Column[], rows: readonly (readonly Cell[])[]): this {
    this.#lines.push(...formatTable(columns, rows, this.#format.width, this.palette.dim));
    return this;
  }

  /** Adds an empty line, but never two and never at the top. */
  blank(): this {
    if (this.#lines.length > 0 && this.#lines.at(-1) !== "") this.#lines.push("");
    return this;
  }

  toString(): string {
    return this.#lines.map((line) => `${line}\n`).join("");
  }
}

function plain(text: string): string {
  return text;
}
