/** Opening braces tried as the start of an object before the text counts as prose. */
const BRACES_TRIED_MAX = 256;

export type FoundAnswer =
  | { readonly kind: "object"; readonly value: Readonly<Record<string, unknown>> }
  | { readonly kind: "none"; readonly message: string };

interface Span {
  readonly start: number;
  /** Index after the closing brace. */
  readonly end: number;
  readonly value: Readonly<Record<string, unknown>>;
}

/**
 * Finds the one JSON object of a model's answer: the whole text, or the content of a code fence with prose around
 * it. `none` for prose, for an object without a fence in the midst of prose, and for more than one object.
 */
export function findAnswerObject(text: string): FoundAnswer {
  const trimmed = text.replace(/^\uFEFF/, "").trim();
  const whole = parseObject(trimmed);
  if (whole !== null) return { kind: "object", value: whole };
  const spans = findObjects(trimmed);
  const [only] = spans;
  if (only === undefined) return { kind: "none", message: "the answer is not JSON" };
  if (spans.length > 1) return { kind: "none", message: "the answer holds several JSON objects" };
  if (!isFenced(trimmed, only))
    return { kind: "none", message: "the answer is JSON among prose, without a fence" };
  return { kind: "object", value: only.value };
}

function parseObject(text: string): Readonly<Record<string, unknown>> | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null && !Array.isArray(value)
      ? (value as Readonly<Record<string, unknown>>)
      : null;
  } catch {
    return null;
  }
}

/** All outermost JSON objects that look like an answer, in order. */
function findObjects(text: string): readonly Span[] {
  const spans: Span[] = [];
  let from = 0;
  for (let tried = 0; tried < BRACES_TRIED_MAX; tried++) {
    const start = text.indexOf("{", from);
    if (start < 0) break;
    const end = findClosingBrace(text, start);
    const value = end === null ? null : parseObject(text.slice(start, end));
    if (end !== null && value !== null) {
      if (isAnswerLike(value)) spans.push({ start, end, value });
      from = end;
    } else {
      from = start + 1;
    }
  }
  return spans;
}

/** Index after the brace that closes the one at `start`, minding JSON strings; null when it never closes. */
function findClosingBrace(text: string, start: number): number | null {
  let depth = 0;
  let inString = false;
  for (let index = start; index < text.length; index++) {
    const character = text[index];
    if (inString) {
      if (character === "\\") index++;
      else if (character === '"') inString = false;
    } else if (character === '"') inString = true;
    else if (character === "{") depth++;
    else if (character === "}") {
      depth--;
      if (depth === 0) return index + 1;
    }
  }
  return null;
}

/** Prose may quote `{}` or a config snippet; only these keys make an object a second answer. */
function isAnswerLike(value: Readonly<Record<string, unknown>>): boolean {
  return Object.hasOwn(value, "action") || Object.hasOwn(value, "body");
}

function isFenced(text: string, span: Span): boolean {
  const before = text.slice(0, span.start).trimEnd();
  const opening = before.slice(before.lastIndexOf("\n") + 1);
  return (
    /^[ \t]*(?:`{3,}|~{3,})[ \t]*[\w-]*$/.test(opening) && /^\s*(?:`{3,}|~{3,})/.test(text.slice(span.end))
  );
}
