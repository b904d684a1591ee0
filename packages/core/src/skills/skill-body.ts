const FENCE = /^---[ \t]*$/;
const CODE_FENCE = /^ {0,3}(`{3,}|~{3,})/;
const FRONTMATTER_KEY = /^(?:name|description)[ \t]*:/;

function closesCode(line: string, open: string): boolean {
  const marker = CODE_FENCE.exec(line)?.[1];
  return marker !== undefined && marker[0] === open[0] && marker.length >= open.length;
}

/** Outside of code blocks, a fence line directly above a `name:` or `description:`. */
function holdsFrontmatter(lines: readonly string[]): boolean {
  let code: string | null = null;
  for (const [index, line] of lines.entries()) {
    if (code !== null) {
      if (closesCode(line, code)) code = null;
      continue;
    }
    code = CODE_FENCE.exec(line)?.[1] ?? null;
    if (FENCE.test(line) && FRONTMATTER_KEY.test(lines[index + 1] ?? "")) return true;
  }
  return false;
}

/** Returns why a text may not become the body of a skill, or null (CONTRACTS 8.1). */
export function validateSkillBody(body: string): string | null {
  if (body.trim() === "") return "the body is blank";
  if (!body.isWellFormed()) return "the body is not valid Unicode";
  const text = body.replace(/^[\ufeff\r\n]+/, "");
  const lines = text.split(/\r\n|\r|\n/);
  if (FENCE.test(lines[0] ?? "")) return "the body begins with a frontmatter fence";
  return holdsFrontmatter(lines) ? "the body holds a second frontmatter" : null;
}
