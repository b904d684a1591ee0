/** Of a longer body only the first this many characters are indexed. */
const BODY_CHARACTERS_MAX = 40_000;
const TRIGGER_HEADING = /\b(?:when|usage|use cases?|triggers?)\b|使用|场景|適用/iu;
const FENCE = /^ {0,3}(?:```|~~~)/;
const HEADING = /^ {0,3}#{1,6}\s+(?<title>\S.*)$/;

/** The parts of a body that are indexed apart. */
export interface BodyParts {
  readonly headings: string;
  /** Text below headings such as "When to use". */
  readonly trigger: string;
  readonly text: string;
}

/** Returns the parts of a skill's body; a heading inside a code fence is none. */
export function bodyParts(body: string): BodyParts {
  const text = body.slice(0, BODY_CHARACTERS_MAX);
  const headings: string[] = [];
  const trigger: string[] = [];
  let isFenced = false;
  let isTrigger = false;
  for (const line of text.split(/\r\n|\r|\n/)) {
    if (FENCE.test(line)) isFenced = !isFenced;
    const title = isFenced ? undefined : HEADING.exec(line)?.groups?.["title"];
    if (title !== undefined) {
      headings.push(title);
      isTrigger = TRIGGER_HEADING.test(title);
    } else if (isTrigger && !isFenced) trigger.push(line);
  }
  return { headings: headings.join("\n"), trigger: trigger.join("\n"), text };
}
