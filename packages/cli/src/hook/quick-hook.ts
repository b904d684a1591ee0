import { existsSync, readFileSync, statSync } from "node:fs";
import { BACKGROUND_OPTION } from "./background-option.ts";

const PACKAGE = new URL("../../", import.meta.url);
const BUNDLE = new URL("bundle/hook-main.js", PACKAGE);
const SOURCES = new URL("bundle/sources.json", PACKAGE);

type HookMain = typeof import("./hook-main.ts").hookMain;

/**
 * Runs `hook` the fastest way there is: from its bundle (`scripts/packaging/build-hook.ts`), where it is there and no
 * source is newer, else from the sources.
 */
export async function quickHook(words: readonly string[]): Promise<void> {
  if (words[1] === BACKGROUND_OPTION) {
    const { runBackground } = await import("./run-background.ts");
    await runBackground(words[2] ?? "");
    return;
  }
  const hookMain = (await loadBundle()) ?? (await import("./hook-main.ts")).hookMain;
  await hookMain(words);
}

async function loadBundle(): Promise<HookMain | null> {
  if (process.versions.bun === undefined || !existsSync(BUNDLE) || !isFresh()) return null;
  const bundle = (await import(BUNDLE.href)) as { readonly hookMain: HookMain };
  return bundle.hookMain;
}

/** A published package has no list of sources: nobody edits them there. */
function isFresh(): boolean {
  if (!existsSync(SOURCES)) return true;
  try {
    const builtMs = statSync(SOURCES).mtimeMs;
    const sources = JSON.parse(readFileSync(SOURCES, "utf8")) as readonly string[];
    return sources.every((path) => statSync(new URL(path, PACKAGE)).mtimeMs <= builtMs);
  } catch {
    return false;
  }
}
