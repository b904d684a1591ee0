import { existsSync } from "node:fs";

const PATHS = ["/usr/bin/chromium", "/usr/bin/chromium-browser"] as const;
const NAMES = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"] as const;

/** A Chromium of this machine: `METIS_CHROMIUM`, Debian's, or one on PATH; null without any. */
export function findChromium(): string | null {
  const wanted = process.env["METIS_CHROMIUM"];
  if (wanted !== undefined && wanted !== "") return wanted;
  const own = PATHS.find((path) => existsSync(path));
  return own ?? NAMES.map((name) => Bun.which(name)).find((path) => path !== null) ?? null;
}

/** Why browser tests cannot run here; null when they can. On CI they always run, so that none is ever missing. */
export function browserSkipReason(): string | null {
  if (findChromium() !== null || process.env["CI"] === "true") return null;
  return "no Chromium: install it (apt-get install chromium) or name one in METIS_CHROMIUM";
}
