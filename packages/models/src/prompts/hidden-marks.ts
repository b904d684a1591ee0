import { type Dossier, findAnswerObject } from "@metis-curate/core";
import { mergedMembers } from "./rewrite.ts";
import { visibleText } from "./visible-text.ts";

const MARK = /⟨U\+([0-9A-F]{4,6})⟩/g;

type Answer = Readonly<Record<string, unknown>>;

/**
 * Returns an answer in which the marks of unseen characters are these characters again, so that a merged body or a
 * diff keeps what its skills have. Only in the texts that become part of a skill, only for marks that this dossier's
 * bodies were shown with, and never for one that a body holds as written. Any other text is returned as it came.
 */
export function restoreHidden(text: string, dossier: Dossier): string {
  const marks = hiddenMarks(wholeBodies(dossier));
  if (marks.size === 0) return text;
  const answer = findAnswerObject(text);
  return answer.kind === "none" ? text : JSON.stringify(restored(answer.value, marks));
}

function wholeBodies(dossier: Dossier): readonly string[] {
  switch (dossier.purpose) {
    case "archive":
    case "consolidate":
      return [];
    case "rewrite":
      return mergedMembers(dossier).map(({ body }) => body);
    case "edit":
      return [dossier.skill.body];
  }
}

function hiddenMarks(bodies: readonly string[]): ReadonlySet<string> {
  const written = new Set(bodies.flatMap(marksIn));
  const shown = bodies.flatMap((body) => marksIn(visibleText(body)));
  return new Set(shown.filter((mark) => !written.has(mark)));
}

function marksIn(text: string): readonly string[] {
  return [...text.matchAll(MARK)].map(([mark]) => mark);
}

function restored(answer: Answer, marks: ReadonlySet<string>): Answer {
  const restore = (value: unknown): unknown =>
    typeof value === "string"
      ? value.replace(MARK, (mark, code) => (marks.has(mark) ? charOf(code) : mark))
      : value;
  const { body, diff, dropped } = answer as { body?: unknown; diff?: unknown; dropped?: unknown };
  return {
    ...answer,
    ...(body === undefined ? {} : { body: restore(body) }),
    ...(diff === undefined ? {} : { diff: restore(diff) }),
    ...(Array.isArray(dropped) ? { dropped: dropped.map((each) => restoredItem(each, restore)) } : {}),
  };
}

function restoredItem(dropped: unknown, restore: (value: unknown) => unknown): unknown {
  if (typeof dropped !== "object" || dropped === null || !("item" in dropped)) return dropped;
  return { ...dropped, item: restore(dropped.item) };
}

function charOf(code: string): string {
  return String.fromCodePoint(Number.parseInt(code, 16));
}
