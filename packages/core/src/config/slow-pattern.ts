/** Counts above this are as good as unbounded. */
const COUNT_MAX = 10;
/** Open repetitions of nearly any character, such as `.*`, in one pattern. */
const WIDE_REPEATS_MAX = 2;
const QUANTIFIER = /^(?:([*+?])|\{(\d+)(?:(,)(\d*))?\})\??/;
const ESCAPE = /^\\(?:[pP]\{[^}]*\}|u\{[^}]*\}|u[0-9a-fA-F]{4}|x[0-9a-fA-F]{2}|k<[^>]*>|c[A-Za-z]|[\s\S])/u;
const GROUP_OPENING = /^\((?:\?(?:<?[=!]|:|<[^>]*>))?/;

interface Atom {
  /** Holds something of no fixed length, so that repeating it can split a text in many ways. */
  readonly varies: boolean;
  /** Nearly any character. */
  readonly wide: boolean;
  /** The character it is; null for anything else. */
  readonly literal: string | null;
}

class PatternReader {
  private rest: string;
  private wideRepeats = 0;
  private nested = false;

  constructor(source: string) {
    this.rest = source;
  }

  isSlow(): boolean {
    while (this.rest !== "") {
      this.readBranches();
      // A closing bracket too many is no valid pattern, which is not our matter.
      this.rest = this.rest.slice(1);
    }
    return this.nested || this.wideRepeats > WIDE_REPEATS_MAX;
  }

  /** Alternatives up to the end or a closing bracket; varies when some repetition is in one, or two may begin alike. */
  private readBranches(): boolean {
    const firsts: (string | null)[] = [];
    let varies = false;
    do {
      if (this.rest.startsWith("|")) this.rest = this.rest.slice(1);
      const branch = this.readBranch();
      varies ||= branch.varies;
      firsts.push(branch.first);
    } while (this.rest.startsWith("|"));
    const distinct = !firsts.includes(null) && new Set(firsts).size === firsts.length;
    return varies || (firsts.length > 1 && !distinct);
  }

  private readBranch(): { readonly varies: boolean; readonly first: string | null } {
    let varies = false;
    let first: string | null | undefined;
    while (this.rest !== "" && !/^[|)]/.test(this.rest)) {
      const atom = this.readAtom();
      const repeat = this.readQuantifier();
      first ??= repeat === "none" ? atom.literal : null;
      if (repeat === "open" && atom.varies) this.nested = true;
      if (repeat === "open" && atom.wide) this.wideRepeats += 1;
      varies ||= atom.varies || repeat !== "none";
    }
    return { varies, first: first ?? null };
  }

  private readAtom(): Atom {
    if (this.rest.startsWith("(")) return this.readGroup();
    if (this.rest.startsWith("[")) return this.readClass();
    const [escaped] = ESCAPE.exec(this.rest) ?? [];
    const text = escaped ?? String.fromCodePoint(this.rest.codePointAt(0) ?? 0);
    this.rest = this.rest.slice(text.length);
    const wide = text === "." || /^\\[SWDP]/.test(text);
    return { varies: false, wide, literal: escaped === undefined && !wide ? text : null };
  }

  private readGroup(): Atom {
    this.rest = this.rest.replace(GROUP_OPENING, "");
    const varies = this.readBranches();
    this.rest = this.rest.slice(1);
    return { varies, wide: false, literal: null };
  }

  private readClass(): Atom {
    const [text = "["] = /^\[(?:\\[\s\S]|[^\]\\])*\]/.exec(this.rest) ?? [];
    this.rest = this.rest.slice(text.length);
    return { varies: false, wide: text.startsWith("[^") || /\\[SWDP]/.test(text), literal: null };
  }

  private readQuantifier(): "none" | "some" | "open" {
    const [text, sign, least, comma, most] = QUANTIFIER.exec(this.rest) ?? [];
    if (text === undefined) return "none";
    this.rest = this.rest.slice(text.length);
    if (sign !== undefined) return sign === "?" ? "some" : "open";
    const count = comma === undefined ? Number(least) : most === "" ? Number.POSITIVE_INFINITY : Number(most);
    if (count > COUNT_MAX && comma !== undefined) return "open";
    return comma === undefined ? "none" : "some";
  }
}

/**
 * Says whether a regular expression may take a time out of all proportion to the text: a repetition inside an
 * open repetition, alternatives in one that may begin alike, or more than two of nearly any character. Errs on the
 * side of yes: `(?:[a-z]+\.)+com` is said to be slow, `[a-z.]+com` finds the same.
 */
export function isSlowPattern(source: string): boolean {
  return new PatternReader(source).isSlow();
}
