import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";

export interface Asset {
  readonly type: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** First hex digits of its content's SHA-256. */
  readonly hash: string;
}

const TYPES = {
  css: "text/css; charset=utf-8",
  js: "text/javascript; charset=utf-8",
  svg: "image/svg+xml",
} as const;
const HASH_DIGITS = 12;

const OWN_FILES = [
  "base.css",
  "layout.css",
  "parts.css",
  "acts.css",
  "texts.css",
  "tables.css",
  "charts.css",
  "dashboard.js",
  "local-times.js",
  "copy-buttons.js",
  "live-table.js",
  "live-charts.js",
  "icon.svg",
] as const;
const UPLOT_FILES = { "uplot.js": "uPlot.esm.js", "uplot.css": "uPlot.min.css" } as const;

/** Everything the pages load, by its name below `assets/`. Throws when this package was not installed whole. */
export function loadAssets(): ReadonlyMap<string, Asset> {
  const own = OWN_FILES.map((file) => [file, asset(file, ownFile(file))] as const);
  const { resolve } = createRequire(import.meta.url);
  const uplot = Object.entries(UPLOT_FILES).map(
    ([name, file]) => [name, asset(name, resolve(`uplot/dist/${file}`))] as const,
  );
  return new Map([...own, ...uplot]);
}

/** Beside this file, or, where this package was bundled into one file, in its sources. */
function ownFile(file: string): URL {
  const beside = new URL(file, import.meta.url);
  return existsSync(beside) ? beside : new URL(`../src/dashboard/assets/${file}`, import.meta.url);
}

function asset(name: string, file: string | URL): Asset {
  const bytes = new Uint8Array(readFileSync(file));
  const hash = createHash("sha256").update(bytes).digest("hex").slice(0, HASH_DIGITS);
  const extension = name.slice(name.lastIndexOf(".") + 1);
  return { type: typeOf(extension), bytes, hash };
}

function typeOf(extension: string): string {
  return Object.entries(TYPES).find(([known]) => known === extension)?.[1] ?? "application/octet-stream";
}
