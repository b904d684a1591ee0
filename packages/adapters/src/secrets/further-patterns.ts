import type { SecretSpan } from "@metis-curate/core";

/** What a pattern knows; with a group `secret` only that part is one. Every quantifier over a stranger's text is bounded or linear. */
interface SecretPattern {
  readonly kind: string;
  readonly pattern: RegExp;
  readonly isSecret?: (text: string) => boolean;
}

const SECRET_WORD =
  "(?:api|access|secret|private|auth|client|encryption|signing|account|master)[_-]?(?:access[_-]?)?(?:key|token|secret|password)|secret|token|passw(?:or)?d|passphrase|pwd";

/** In quotes whatever stands between them, else up to the next blank. */
const VALUE = "(?<secret>\"[^\"\\n]{6,4000}\"|'[^'\\n]{6,4000}'|`[^`\\n]{6,4000}`|[^\\s\"'`<>]{6,})";

/** Credentials that the rules of secretlint pass over: headers, assignments, newer or documented forms of keys. */
const PATTERNS: readonly SecretPattern[] = [
  { kind: "jwt", pattern: /\beyJ[\w-]{8,}\.eyJ[\w-]{8,}\.[\w-]{8,}/g },
  {
    kind: "authorization",
    pattern: /\b(?:Bearer|Basic|token)[ \t]{1,8}(?<secret>[A-Za-z0-9+/=._~-]{16,})/gi,
    isSecret: (text) => /\d/.test(text) && /[A-Za-z]/.test(text),
  },
  {
    kind: "prefixed-key",
    pattern:
      /\b(?:github_pat_\w{20,}|gh[oprsu]_[A-Za-z0-9]{20,}|glpat-[\w-]{16,}|xox[abeoprs]-[\w-]{10,}|sk-[\w-]{20,}|[rs]k_(?:live|test)_\w{16,}|AIza[\w-]{30,}|ya29\.[\w-]{20,}|npm_\w{20,}|hf_\w{20,})/g,
    isSecret: (text) => /\d/.test(text) || /[a-z][A-Z]/.test(text),
  },
  // Base32: one id in thirty has no digit.
  { kind: "access-key-id", pattern: /\b(?:AKIA|ASIA)[A-Z0-9]{16}(?![A-Z0-9])/g },
  {
    kind: "private-key",
    pattern:
      /-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----(?:[\s\S]{1,20000}?-----END [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----|(?:[\r\n]+[ \t]{0,8}[A-Za-z0-9+/=]{16,})+)/g,
  },
  {
    kind: "assignment",
    pattern: new RegExp(
      `(?:\\b|_)(?:${SECRET_WORD})s?["'\`]?[ \\t]{0,8}(?:=>|:=|=|:)[ \\t]{0,8}${VALUE}`,
      "gi",
    ),
    isSecret: isAssignedSecret,
  },
  {
    kind: "option",
    pattern: new RegExp(`(?<![\\w-])--?(?:[a-z]{1,20}-){0,3}(?:${SECRET_WORD})[ \\t]{1,4}${VALUE}`, "gi"),
    isSecret: isAssignedSecret,
  },
  {
    kind: "user-option",
    pattern: /(?<![\w-])(?:-u|--user)(?:[ \t]{1,4}|=)["'`]?[^\s:"'`]{1,64}:(?<secret>[^\s"'`]{3,200})/g,
    isSecret: (text) => !isStandIn(text),
  },
  {
    kind: "url-password",
    pattern: /\b[a-z][a-z0-9+.-]{1,20}:\/\/[^\s:/@"'`]{0,200}:(?<secret>[^\s/@"'`]{3,200})@/gi,
    isSecret: (text) => !isStandIn(text),
  },
];

/** Where any of the further patterns finds a secret; spans may overlap. */
export function findByPatterns(text: string): readonly SecretSpan[] {
  return PATTERNS.flatMap(({ kind, pattern, isSecret }) =>
    [...text.matchAll(pattern)].flatMap((match) => {
      const value = match.groups?.["secret"] ?? match[0];
      const secret = withoutPunctuation(value);
      if (isSecret?.(secret) === false || secret === "") return [];
      const start = match.index + match[0].lastIndexOf(value) + value.indexOf(secret);
      return [{ start, end: start + secret.length, kind }];
    }),
  );
}

/** Quotes around a value and what ends the sentence after it are no part of it. */
function withoutPunctuation(value: string): string {
  const quoted = /^(["'`])(.*)\1$/.exec(value)?.[2];
  return quoted ?? value.replace(/[,;.)\]}]+$/, "");
}

/** A value that nobody would write as prose: letters and digits mixed, or long without being a word. */
function isAssignedSecret(value: string): boolean {
  if (isStandIn(value) || /^[\w.]+[([]/.test(value) || isPath(value)) return false;
  if (/\d/.test(value) && /[A-Za-z]/.test(value)) return true;
  return value.length >= 12 && /[a-z]/.test(value) && /[A-Z]|[^\w./-]/.test(value);
}

function isPath(value: string): boolean {
  return /^(?:~|\.{1,2})?\/[\w.-]+(?:\/|$)/.test(value);
}

/** `$TOKEN`, `<your-key>`, `{{key}}`, `xxxx`, `your_token`: what documentation puts in a secret's place. */
function isStandIn(value: string): boolean {
  return /^(?:[$%<{[(*]|x{3}|\.{2}|⟦|your|my[_-]|example|changeme|placeholder|redacted|process\.env|os\.environ)/i.test(
    value,
  );
}
