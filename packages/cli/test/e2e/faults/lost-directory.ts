import { readdirSync } from "node:fs";
import { join } from "node:path";

/** The directory that is closed for a place below a home: of the private roots, where the one root keeps its intents. */
export function lostDirectory(home: string, place: string): string {
  const directory = join(home, place);
  return place.endsWith("roots") ? join(directory, readdirSync(directory)[0] ?? "", "intents") : directory;
}
