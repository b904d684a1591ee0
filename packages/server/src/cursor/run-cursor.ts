import type { RunCursor } from "@metis-curate/core";
import { decodeCursor, formatCursor } from "./cursor.ts";

const LIST = "runs";

export function formatRunCursor(rootKey: string, { startedAtUs, eventId }: RunCursor): string {
  return formatCursor(LIST, rootKey, [startedAtUs, eventId]);
}

/** The place a run list goes on from, null when the text is no cursor of this root's runs. */
export function decodeRunCursor(rootKey: string, cursor: string): RunCursor | null {
  const [startedAtUs, eventId, ...rest] = decodeCursor(LIST, rootKey, cursor) ?? [];
  if (typeof eventId !== "string" || rest.length > 0) return null;
  if (typeof startedAtUs !== "number" || !Number.isSafeInteger(startedAtUs) || startedAtUs < 0) return null;
  return { startedAtUs, eventId };
}
