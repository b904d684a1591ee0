/** Words after the workspace that name a command of this program (CONTRACTS 11). */
export const VERBS = [
  "pin",
  "unpin",
  "adopt",
  "disown",
  "apply-description",
  "archive",
  "restore",
  "promote",
  "match",
  "feedback",
  "gaps",
  "lifecycle",
  "reindex",
  "scout",
  "undo",
  "apply",
  "explain",
  "pause",
  "resume",
  "status",
  "history",
  "doctor",
  "backup",
  "restore-backup",
] as const;
export type Verb = (typeof VERBS)[number];

/** Commands that stand first; a workspace may follow them, and none need be named. */
export const LEADING_VERBS = ["serve", "mcp", "init", "schedule"] as const;
export type LeadingVerb = (typeof LEADING_VERBS)[number];

/** Commands that stand first and take no workspace; their operands follow. */
export const PLAIN_VERBS = ["completion", "hook", "import"] as const;
export type PlainVerb = (typeof PLAIN_VERBS)[number];

/**
 * Words that CONTRACTS 11 keeps for commands this version does not have. They are never read as a directory,
 * so that a script means the same thing in the next version.
 */
export const RESERVED_WORDS = ["diff"] as const;

/** True for a word that names a command of this version. */
export function isVerb(word: string): word is Verb {
  return (VERBS as readonly string[]).includes(word);
}

/** True for a command that stands before its workspace. */
export function isLeadingVerb(word: string): word is LeadingVerb {
  return (LEADING_VERBS as readonly string[]).includes(word);
}

/** True for a command without a workspace. */
export function isPlainVerb(word: string): word is PlainVerb {
  return (PLAIN_VERBS as readonly string[]).includes(word);
}

/** True for a word that is kept for a command of another version. */
export function isReservedWord(word: string): boolean {
  return (RESERVED_WORDS as readonly string[]).includes(word);
}

/** True for any word that is read as a command. */
export function isCommandWord(word: string): boolean {
  return isVerb(word) || isLeadingVerb(word) || isPlainVerb(word) || isReservedWord(word);
}
