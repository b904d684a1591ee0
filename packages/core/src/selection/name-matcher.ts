import { trimEndOf } from "../skills/trim-end-of.ts";

/** Letters, digits, marks, `-` and `_`: what may stand inside a name, in any script. */
const NAME_RUN = /[\p{L}\p{N}\p{M}_-]*/uy;
const NAME_CHARACTER = /[\p{L}\p{N}\p{M}_-]/u;

/** Looks names up at a place of a text instead of searching the text for each name. */
export interface NameMatcher {
  /** The longest name that starts at `position` and ends there as a whole name, or null. */
  matchAt(text: string, position: number): string | null;
  has(name: string): boolean;
}

/** Returns a matcher over these names; they and every text it sees are expected in NFC. */
export function buildNameMatcher(names: Iterable<string>): NameMatcher {
  const known = new Set(names);
  const lengthsByRun = new Map<string, readonly number[]>();
  for (const name of known) {
    const run = runAt(name, 0);
    const lengths = new Set(lengthsByRun.get(run)).add(name.length);
    lengthsByRun.set(
      run,
      Array.from(lengths).sort((a, b) => b - a),
    );
  }

  const matchRun = (text: string, position: number, run: string): string | null => {
    for (const length of lengthsByRun.get(run) ?? []) {
      const name = text.slice(position, position + length);
      if (known.has(name) && endsWhole(text, position + length)) return name;
    }
    return null;
  };

  return {
    has: (name) => known.has(name),
    matchAt(text, position) {
      const run = runAt(text, position);
      const whole = matchRun(text, position, run);
      if (whole !== null || !run.endsWith("_")) return whole;
      // `_skills/api_`: the closing underscore is Markdown emphasis, unless a name owns it.
      const emphasised = trimEndOf(run, "_");
      return known.has(emphasised) ? emphasised : null;
    },
  };
}

function runAt(text: string, position: number): string {
  NAME_RUN.lastIndex = position;
  return NAME_RUN.exec(text)?.[0] ?? "";
}

function endsWhole(text: string, end: number): boolean {
  const next = text.codePointAt(end);
  return next === undefined || !NAME_CHARACTER.test(String.fromCodePoint(next));
}
