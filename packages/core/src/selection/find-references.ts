import { buildNameMatcher, type NameMatcher } from "./name-matcher.ts";

/** Path segments looked at after `skills/`: categories nest five deep (CONTRACTS 1.2). */
const PATH_SEGMENTS_MAX = 6;
const SEGMENT_LENGTH_MAX = 256;
/** Characters on either side of a code span in which the word "skill" is looked for. */
const NEIGHBOURHOOD = 16;

const SKILLS_PATH = /(?<![\p{L}\p{N}\p{M}-]|[\p{L}\p{N}\p{M}]_)skills[/\\]/gu;
const SKILL_LOAD = /(?<![\p{L}\p{N}_])skill_load\s*\(\s*(?:name\s*[=:]\s*)?\\?(["'])/gu;
const SKILL_KEY = /(?<![\p{L}\p{N}\p{M}_-])skill\\?["']?[ \t]*:[ \t]*(?:\\?["'])?/giu;
const WORD_BEFORE = /(?<![\p{L}\p{N}_-])skills?[\s*_"'(:]*$/iu;
const WORD_AFTER = /^[\s*_"')]*skills?(?![\p{L}\p{N}_-])/iu;

/**
 * Returns those of the names (in NFC) that a text refers to: `skills/<name>` (also below categories), `skill_load("<name>")` in either quote, a `skill:` key, and a code span that is the name when the
 * name has a hyphen or stands next to the word skill. Always whole names, in any script: `api` is neither in
 * `api-design` nor in `my-api`. Time grows with the text, not with the number of names. CONTRACTS 5.
 */
export function findReferences(names: Iterable<string>, text: string): ReadonlySet<string> {
  return buildReferenceScanner(names)(text);
}

/** As `findReferences`, for many texts against the same names. */
export function buildReferenceScanner(names: Iterable<string>): (text: string) => ReadonlySet<string> {
  const matcher = buildNameMatcher(names);
  return (text) => {
    const normalized = text.normalize("NFC");
    const found = new Set<string>();
    scanPaths(normalized, matcher, found);
    scanLoads(normalized, matcher, found);
    scanKeys(normalized, matcher, found);
    scanCodeSpans(normalized, matcher, found);
    return found;
  };
}

function scanPaths(text: string, matcher: NameMatcher, found: Set<string>): void {
  for (const match of text.matchAll(SKILLS_PATH)) {
    let position = match.index + match[0].length;
    for (let segment = 0; segment < PATH_SEGMENTS_MAX; segment++) {
      const name = matcher.matchAt(text, position);
      if (name !== null) {
        found.add(name);
        break;
      }
      const end = segmentEnd(text, position);
      if (end === null) break;
      position = end + 1;
    }
  }
}

/** Where the separator after a path segment stands, or null when the path ends before one. */
function segmentEnd(text: string, from: number): number | null {
  const segment = /^[^\s/\\"'`()<>]+(?=[/\\])/u.exec(text.slice(from, from + SEGMENT_LENGTH_MAX));
  return segment === null ? null : from + segment[0].length;
}

function scanLoads(text: string, matcher: NameMatcher, found: Set<string>): void {
  for (const match of text.matchAll(SKILL_LOAD)) {
    const start = match.index + match[0].length;
    const rest = text.slice(start, start + SEGMENT_LENGTH_MAX);
    const end = rest.indexOf(match[1] ?? '"');
    if (end === -1) continue;
    const name = rest.slice(0, end).replace(/\\$/, "").trim();
    if (matcher.has(name)) found.add(name);
  }
}

function scanKeys(text: string, matcher: NameMatcher, found: Set<string>): void {
  for (const match of text.matchAll(SKILL_KEY)) {
    const name = matcher.matchAt(text, match.index + match[0].length);
    if (name !== null) found.add(name);
  }
}

/** Looks between every two backticks of a line, so that a stray one hides nothing. */
function scanCodeSpans(text: string, matcher: NameMatcher, found: Set<string>): void {
  for (let open = text.indexOf("`"); open !== -1; ) {
    const close = text.indexOf("`", open + 1);
    if (close === -1) return;
    const name = spanName(text.slice(open + 1, Math.min(close, open + 1 + SEGMENT_LENGTH_MAX)));
    if (matcher.has(name) && (name.includes("-") || nextToSkill(text, open, close))) found.add(name);
    open = close;
  }
}

/** `/name`, `name/` and `name/SKILL.md` are ways to write a name in code. */
function spanName(span: string): string {
  return span.replace(/^\//, "").replace(/\/(?:SKILL\.md)?$/, "");
}

function nextToSkill(text: string, open: number, close: number): boolean {
  const before = text.slice(Math.max(0, open - NEIGHBOURHOOD), open);
  return (
    WORD_BEFORE.test(before.replace(/`+$/, "")) ||
    WORD_AFTER.test(text.slice(close + 1, close + NEIGHBOURHOOD))
  );
}
