import { SkillIndexError, type SkillIndexErrorKind } from "@metis-curate/core";
import { classifySqliteError, type SqliteErrorKind } from "@metis-curate/sqlite";

function kindOf(kind: SqliteErrorKind): SkillIndexErrorKind {
  switch (kind) {
    case "busy":
      return "locked";
    case "read-only":
      return "read-only";
    case "full":
      return "no-space";
    case "corrupt":
    case "not-a-database":
      return "corrupt";
    case "cannot-open":
    case "io":
    case "constraint":
    case "no-driver":
    case "other":
      return "io";
  }
}

const MESSAGES: Readonly<Record<SkillIndexErrorKind, string>> = {
  locked: "is locked by another program; try again",
  "read-only": "cannot be written; check its permissions",
  "no-space": "cannot grow: the disk is full",
  corrupt: "is damaged",
  io: "cannot be used",
};

/** Returns any failure of the database as the error of the port, one line with the path. */
export function toIndexError(path: string, error: unknown): SkillIndexError {
  if (error instanceof SkillIndexError) return error;
  const kind = isDamage(error) ? "corrupt" : kindOf(classifySqliteError(error));
  const detail = error instanceof Error ? error.message.replace(/\s+/g, " ") : String(error);
  return new SkillIndexError(kind, `skill index ${path} ${MESSAGES[kind]} (${detail})`, error);
}

/** A table that somebody dropped or changed is damage too, though SQLite calls it a plain error. */
function isDamage(error: unknown): boolean {
  return (
    error instanceof Error &&
    /no such (?:table|column)|vtable constructor failed|malformed/.test(error.message)
  );
}
