/** A table in Markdown; bars in cells are escaped. */
export function markdownTable(header: readonly string[], rows: readonly (readonly string[])[]): string {
  const lines = [header, header.map(() => "---"), ...rows.map((row) => row.map(cell))];
  return `${lines.map((row) => `| ${row.join(" | ")} |`).join("\n")}\n`;
}

function cell(text: string): string {
  return text.replaceAll("|", "\\|").replaceAll("\n", " ");
}

/** Text as code, also where it holds backticks. */
export function code(text: string): string {
  return text.includes("`") ? `\`\` ${text} \`\`` : `\`${text}\``;
}

/** Angle brackets that are no HTML. */
export function plain(text: string): string {
  return text.replace(
    /(`[^`]*`)|</g,
    (found, inCode: string | undefined) => inCode ?? found.replace("<", "&lt;"),
  );
}
