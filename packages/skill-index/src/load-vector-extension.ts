import type { SqliteDatabase } from "@metis-curate/sqlite";
import { getLoadablePath } from "sqlite-vec";

/** Loads sqlite-vec; returns the one line why it cannot be, or null. */
export function loadVectorExtension(database: SqliteDatabase): string | null {
  try {
    database.loadExtension(getLoadablePath());
    return null;
  } catch (error) {
    const detail = error instanceof Error ? error.message.replace(/\s+/g, " ") : String(error);
    return `sqlite-vec cannot be loaded, so vectors are scanned one by one: ${detail}`;
  }
}
