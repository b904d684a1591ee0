import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";

/** Files of our own, beside this one. */
export const OWN_FILES = [
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
/** Files of uPlot by the name that pages ask for. */
export const UPLOT_FILES = { "uplot.js": "uPlot.esm.js", "uplot.css": "uPlot.min.css" } as const;

/** The bytes of every file by its name below `assets/`. Throws when this package was not installed whole. */
export function readAssetFiles(): ReadonlyMap<string, Uint8Array<ArrayBuffer>> {
  const { resolve } = createRequire(import.meta.url);
  const uplot = Object.entries(UPLOT_FILES).map(
    ([name, file]) => [name, resolve(`uplot/dist/${file}`)] as const,
  );
  const own = OWN_FILES.map((file) => [file, ownFile(file)] as const);
  return new Map([...own, ...uplot].map(([name, file]) => [name, new Uint8Array(readFileSync(file))]));
}

/** Beside this file, or, where this package was bundled into one file, in its sources. */
function ownFile(file: string): URL {
  const beside = new URL(file, import.meta.url);
  return existsSync(beside) ? beside : new URL(`../src/dashboard/assets/${file}`, import.meta.url);
}
