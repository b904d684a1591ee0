const MANIFEST = new URL("../../package.json", import.meta.url);

/** The version of this package, read from its manifest: nothing else is loaded for it, and `node:fs` takes Bun long. */
export const version = String((JSON.parse(await readText()) as { version: unknown }).version);

async function readText(): Promise<string> {
  if (process.versions.bun !== undefined) return Bun.file(MANIFEST).text();
  const { readFile } = await import("node:fs/promises");
  return readFile(MANIFEST, "utf8");
}
