import { findHiddenCharacters } from "./hidden-characters.ts";
import { linesOutsideCode } from "./markdown.ts";

/** Largest body that may replace one, in UTF-8 bytes: SKILL.md itself may have 1 MiB. */
export const BODY_BYTES_MAX = 1_000_000;

/** As much of the first line as is looked at. */
const OPENING_CHARACTERS_MAX = 400;

export type BodyFaultKind =
  | "empty"
  | "too-large"
  | "control-characters"
  | "hidden-characters"
  | "frontmatter"
  | "patch"
  | "wrapped"
  | "chat";

export interface BodyFault {
  readonly kind: BodyFaultKind;
  /** One line. */
  readonly message: string;
}

/**
 * Why a text must not become the body of a skill (CONTRACTS 8.1): empty, too large, control characters or broken
 * Unicode, characters nobody sees that were not there before, a second frontmatter, a patch instead of its result, the whole body in a code fence, a chat reply about
 * the change. Null for a valid body. `before` are the bodies it replaces: frontmatter-like lines they already have
 * are no fault.
 */
export function findBodyFault(body: string, before: readonly string[] = []): BodyFault | null {
  if (body.trim() === "") return { kind: "empty", message: "the new body is empty" };
  if (new TextEncoder().encode(body).length > BODY_BYTES_MAX) {
    return { kind: "too-large", message: `the new body is larger than ${BODY_BYTES_MAX} bytes` };
  }
  if (/[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F]/.test(body) || !body.isWellFormed()) {
    return { kind: "control-characters", message: "the new body has control characters or broken Unicode" };
  }
  if (addsHidden(body, before)) {
    return { kind: "hidden-characters", message: "the new body has characters that nobody sees" };
  }
  if (addsFrontmatter(body, before)) {
    return { kind: "frontmatter", message: "the new body has a second frontmatter" };
  }
  return findShapeFault(body);
}

function findShapeFault(body: string): BodyFault | null {
  const lines = body.split(/\r\n|\n|\r/).filter((line) => line.trim() !== "");
  const first = (lines[0] ?? "").slice(0, OPENING_CHARACTERS_MAX);
  const last = lines.at(-1) ?? "";
  if (/^(?:@@ |diff --git |--- a\/|\+\+\+ )/.test(first)) {
    return { kind: "patch", message: "the new body is a patch, not a skill body" };
  }
  if (isWrapped(lines)) {
    return { kind: "wrapped", message: "the new body is one code fence around the text" };
  }
  if (isChatOpening(first) || isChatClosing(last)) {
    return { kind: "chat", message: "the new body is prose about the change, not a skill body" };
  }
  return null;
}

function addsHidden(body: string, before: readonly string[]): boolean {
  const added = findHiddenCharacters(body);
  if (added.size === 0) return false;
  const known = new Set(before.flatMap((text) => [...findHiddenCharacters(text)]));
  return [...added].some((character) => !known.has(character));
}

function addsFrontmatter(body: string, before: readonly string[]): boolean {
  const known = Math.max(0, ...before.map(countFieldLines));
  if (countFieldLines(body) > known) return true;
  return opensWithFence(body) && !before.some(opensWithFence);
}

function opensWithFence(body: string): boolean {
  return /^\uFEFF?\s*---[ \t]*(?:\r|\n|$)/.test(body);
}

/** Lines that would be a skill's `name:` field were they in a frontmatter. */
function countFieldLines(body: string): number {
  return linesOutsideCode(body).filter((line) => /^name:(?:\s|$)/.test(line)).length;
}

/** A chat reply often fences the whole file; a plain fence is only taken for one when it is the only one. */
function isWrapped(lines: readonly string[]): boolean {
  const opening = /^(?:`{3,}|~{3,})\s*(\w*)$/.exec((lines[0] ?? "").trimEnd());
  if (opening === null || lines.length < 2 || !/^(?:`{3,}|~{3,})\s*$/.test(lines.at(-1) ?? "")) return false;
  if (/^(?:markdown|md)$/i.test(opening[1] ?? "")) return true;
  return opening[1] === "" && lines.filter((line) => /^(?:`{3,}|~{3,})/.test(line)).length === 2;
}

const CHAT_OPENER =
  /^(?:sure|certainly|absolutely|of course|okay|ok|great|understood|done|here(?:'s|’s| is| are)|below is|i(?:'ve|’ve| have|'ll|’ll| will)|as requested|the following is|this is the)\b/i;
const ABOUT_THE_CHANGE =
  /\b(?:updated|merged|revised|rewritten|rewrote|patched|consolidated|combined|improved|fixed|new|requested|corrected)\b.*\b(?:skills?|bod(?:y|ies)|version|file|markdown|diff|patch|content|document|changes?)\b/i;

function isChatOpening(line: string): boolean {
  if (/^(?:sure|certainly|absolutely|of course)[!,.]/i.test(line)) return true;
  if (CHAT_OPENER.test(line) && ABOUT_THE_CHANGE.test(line)) return true;
  return /^(?:this|the|my) (?:patch|diff|edit|change|merge)\b.*\b(?:adds|removes|replaces|updates|fixes|merges|changes)\b/i.test(
    line,
  );
}

function isChatClosing(line: string): boolean {
  return /^(?:let me know if|please let me know|feel free to (?:ask|let)|i hope this helps|would you like me to|do you want me to)\b/i.test(
    line,
  );
}
