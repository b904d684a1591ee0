import { type ConsolidateDossier, type Dossier, findAnswerObject } from "@metis-curate/core";
import { mergedMembers } from "./rewrite.ts";
import { visibleText } from "./visible-text.ts";

const MARK = /⟨U\+([0-9A-F]{4,6})⟩/g;

type Answer = Readonly<Record<string, unknown>>;

/**
 * Returns an answer in which the marks of unseen characters are these characters again, so that a merged body or a
 * diff keeps what its skills have. Only in the texts that become part of a skill, only for marks that this dossier's
 * bodies were shown with, and never for one that a body holds as written. A new description gets its characters back
 * where it then is a member's own, and is without them else. Any other text is returned as it came.
 */
export function restoreHidden(text: string, dossier: Dossier): string {
  if (dossier.purpose === "consolidate") return withOwnDescription(text, dossier);
  const marks = hiddenMarks(wholeBodies(dossier));
  if (marks.size === 0) return text;
  const answer = findAnswerObject(text);
  return answer.kind === "none" ? text : JSON.stringify(restored(answer.value, marks));
}

function withOwnDescription(text: string, { members }: ConsolidateDossier): string {
  const descriptions = members.map(({ description }) => description);
  const marks = hiddenMarks(descriptions);
  const answer = marks.size === 0 ? null : findAnswerObject(text);
  if (answer?.kind !== "object") return text;
  const { new_description: shown } = answer.value as { readonly new_description?: unknown };
  if (typeof shown !== "string") return text;
  const own = replaceMarks(shown, marks, charOf);
  const description = descriptions.includes(own) ? own : replaceMarks(shown, marks, () => "");
  return JSON.stringify({ ...answer.value, new_description: description });
}

function replaceMarks(text: string, marks: ReadonlySet<string>, by: (code: string) => string): string {
  return text.replace(MARK, (mark: string, code: string) => (marks.has(mark) ? by(code) : mark));
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
    typeof value === "string" ? replaceMarks(value, marks, charOf) : value;
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
