import { join } from "node:path";

/** Where a hook finds things: all of it below the person's own directory. */
export interface HookPlace {
  /** Absolute. */
  readonly home: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** `~/.metis/curator/`, where what is nobody's business lies. */
export function curatorDirectory(home: string): string {
  return join(home, ".metis", "curator");
}

export function hookTracePath(home: string): string {
  return join(home, ".metis", "metis.db");
}
