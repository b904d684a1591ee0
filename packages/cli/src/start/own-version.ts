import { readFileSync } from "node:fs";

/** The version of this package, read from its manifest: nothing else is loaded for it. */
export const version = String(
  (JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8")) as { version: unknown })
    .version,
);
