/** `MCSI`: tells an index of ours from any other SQLite file. */
export const APPLICATION_ID = 0x4d_43_53_49;
/** Grows with every change of the tables; an index of another version is set aside and made anew. */
export const SCHEMA_VERSION = 3;

/** ISO-8601 text of a column of microseconds. */
function iso(column: string): string {
  return `TEXT AS (strftime('%Y-%m-%dT%H:%M:%SZ', ${column} / 1000000, 'unixepoch')) VIRTUAL`;
}

/**
 * The tables of the fourth seed, their times kept as microseconds beside, and what finds skills (CONTRACTS 13.1):
 * `skills_fts` holds our own terms, `terms` counts the documents of each, `skill_counts` the terms of each document.
 * A contentless table with `detail = column` gives every document the bm25 of 0, so positions are kept.
 * `skill_vectors` is the truth about vectors; `skill_embeddings` (vec0) is made from it where the extension loads.
 */
export const SCHEMA = `
CREATE TABLE skills (
  name TEXT PRIMARY KEY,
  path TEXT NOT NULL,
  description TEXT,
  trigger_text TEXT,
  effectiveness REAL DEFAULT 0.5,
  total_uses INTEGER DEFAULT 0,
  total_successes INTEGER DEFAULT 0,
  gap_count INTEGER DEFAULT 0,
  state TEXT DEFAULT 'active',
  profile_tags TEXT,
  last_used_at ${iso("last_used_us")},
  last_indexed_at ${iso("indexed_us")},
  created_at ${iso("created_us")},
  skill_no INTEGER NOT NULL UNIQUE,
  content_hash TEXT NOT NULL,
  stamp TEXT NOT NULL,
  last_used_us INTEGER,
  idle_since_us INTEGER,
  created_us INTEGER,
  indexed_us INTEGER NOT NULL
);
CREATE INDEX skills_archived ON skills (skill_no) WHERE state = 'archived';
CREATE TABLE feedback_log (
  id INTEGER PRIMARY KEY,
  skill_name TEXT,
  session_id TEXT,
  outcome TEXT,
  task_description TEXT,
  created_at ${iso("created_us")},
  event_id TEXT NOT NULL UNIQUE,
  created_us INTEGER NOT NULL
);
CREATE TABLE scouted_skills (
  id INTEGER PRIMARY KEY,
  source_url TEXT NOT NULL UNIQUE,
  name TEXT,
  description TEXT,
  relevance_score REAL,
  matched_gap TEXT,
  status TEXT DEFAULT 'new',
  discovered_at ${iso("discovered_us")},
  discovered_us INTEGER NOT NULL
);
CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE terms (term_no INTEGER PRIMARY KEY, term TEXT NOT NULL UNIQUE, documents INTEGER NOT NULL);
CREATE TABLE skill_counts (skill_no INTEGER PRIMARY KEY, lengths TEXT NOT NULL, counts BLOB NOT NULL);
CREATE TABLE skill_vectors (
  skill_no INTEGER NOT NULL,
  part INTEGER NOT NULL,
  vector BLOB NOT NULL,
  PRIMARY KEY (skill_no, part)
) WITHOUT ROWID;
CREATE VIRTUAL TABLE skills_fts USING fts5(
  name, "trigger", description, headings, body, grams,
  content = '', contentless_delete = 1, tokenize = "ascii tokenchars '~^'"
);
PRAGMA application_id = ${APPLICATION_ID};
PRAGMA user_version = ${SCHEMA_VERSION};
`;
