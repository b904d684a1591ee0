import { createHash } from "node:crypto";
import { readAssetFiles } from "./read-asset-files.ts";

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

/** Everything the pages load, by its name below `assets/`. Throws when this package was not installed whole. */
export function loadAssets(): ReadonlyMap<string, Asset> {
  return new Map([...readAssetFiles()].map(([name, bytes]) => [name, asset(name, bytes)]));
}

function asset(name: string, bytes: Uint8Array<ArrayBuffer>): Asset {
  const hash = createHash("sha256").update(bytes).digest("hex").slice(0, HASH_DIGITS);
  const extension = name.slice(name.lastIndexOf(".") + 1);
  return { type: typeOf(extension), bytes, hash };
}

function typeOf(extension: string): string {
  return Object.entries(TYPES).find(([known]) => known === extension)?.[1] ?? "application/octet-stream";
}
