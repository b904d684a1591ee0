/** Draws what a terminal shows as SVG: text with the colour codes that the program itself wrote. */
const CODE = /\u001b\[(\d+)m/g;
const CELL = { width: 8.4, height: 18 };
const PADDING = 14;
const COLUMNS = 80;
const COLORS: Readonly<Record<string, string>> = {
  "31": "#ff7b72",
  "32": "#7ee787",
  "33": "#f2cc60",
  "36": "#79c0ff",
};

interface Style {
  readonly bold: boolean;
  readonly dim: boolean;
  readonly color: string | null;
}

const PLAIN: Style = { bold: false, dim: false, color: null };

/** Returns an SVG of the lines, 80 columns wide; `title` is what it shows, for who cannot see it. */
export function drawTerminal(title: string, text: string): string {
  const lines = text.replace(/\n$/, "").split("\n");
  const width = COLUMNS * CELL.width + 2 * PADDING;
  const height = lines.length * CELL.height + 2 * PADDING;
  const rows = lines.map((line, row) => drawLine(line, PADDING + (row + 0.75) * CELL.height));
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img">`,
    `<title>${escapeXml(title)}</title>`,
    `<rect width="${width}" height="${height}" rx="8" fill="#0d1117"/>`,
    `<g font-family="ui-monospace, SFMono-Regular, Menlo, Consolas, monospace" font-size="14" fill="#e6edf3" xml:space="preserve">`,
    ...rows.filter((row) => row !== ""),
    "</g>",
    "</svg>",
    "",
  ].join("\n");
}

/** Each stretch of one style stands at its own column, whatever font there is. */
function drawLine(line: string, y: number): string {
  let style = PLAIN;
  let column = 0;
  const spans: string[] = [];
  const add = (text: string): void => {
    // Blanks are places: a reader of SVG makes one of many.
    for (const { 0: piece, index } of text.matchAll(/\S+(?: \S+)*/g)) {
      spans.push(drawSpan(piece, column + [...text.slice(0, index)].length, y, style));
    }
    column += [...text].length;
  };
  let from = 0;
  for (const match of line.matchAll(CODE)) {
    add(line.slice(from, match.index));
    style = changed(style, match[1] ?? "");
    from = match.index + match[0].length;
  }
  add(line.slice(from));
  return spans.join("\n");
}

function changed(style: Style, code: string): Style {
  if (code === "1") return { ...style, bold: true };
  if (code === "2") return { ...style, dim: true };
  if (code === "22") return { ...style, bold: false, dim: false };
  return { ...style, color: COLORS[code] ?? null };
}

function drawSpan(text: string, column: number, y: number, { bold, dim, color }: Style): string {
  const x = PADDING + column * CELL.width;
  const length = [...text].length * CELL.width;
  const looks = [
    color === null ? "" : ` fill="${color}"`,
    bold ? ' font-weight="bold"' : "",
    dim ? ' fill-opacity="0.65"' : "",
  ].join("");
  return `<text x="${x.toFixed(1)}" y="${y.toFixed(1)}" textLength="${length.toFixed(1)}"${looks}>${escapeXml(text)}</text>`;
}

function escapeXml(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}
