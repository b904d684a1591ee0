import { VERDICT_KEY } from "./verdict-json-schema.ts";

const WHOLE_FENCE = /^\s*(?:`{3,}|~{3,})[\w-]*[ \t]*\n([\s\S]*)\n[ \t]*(?:`{3,}|~{3,})\s*$/;

/**
 * Returns the verdict out of a structured answer `{"verdict": {…}}`, bare or in one code fence. Any other text is
 * returned as it came: core decodes it and refuses what it cannot read. Never throws.
 */
export function unwrapVerdict(text: string): string {
  const inner = findVerdict(text) ?? findVerdict(WHOLE_FENCE.exec(text)?.[1] ?? "");
  return inner === null ? text : JSON.stringify(inner);
}

function findVerdict(text: string): object | null {
  const answer = parseObject(text);
  if (answer === null) return null;
  const keys = Object.keys(answer);
  const inner = (answer as Readonly<Record<string, unknown>>)[VERDICT_KEY];
  if (keys.length !== 1 || keys[0] !== VERDICT_KEY) return null;
  return isObject(inner) ? inner : null;
}

function parseObject(text: string): object | null {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : null;
  } catch {
    return null;
  }
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
