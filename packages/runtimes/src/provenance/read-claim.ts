import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import type { Claim } from "./skill-write.ts";

/** A larger file is read by the whole program only. */
const CONFIG_BYTES_MAX = 1024 * 1024;

/**
 * Reads `curator.claim` from the person's own `~/.metis/config.yaml`, never from a repository's. What cannot be read or is
 * wrong is `ask`. The whole configuration, which takes time to load, is only asked where the file speaks of it.
 */
export async function readClaim(home: string): Promise<Claim> {
  const text = readConfig(home);
  if (text === null || !text.includes("claim") || !text.includes("auto")) return "ask";
  const [{ mergeConfig, readConfigLayers }, { nodeFileSystem }] = await Promise.all([
    import("@metis-curate/core"),
    import("@metis-curate/adapters"),
  ]);
  const { layers, errors } = readConfigLayers(nodeFileSystem(), { home, workspace: null });
  const merged = mergeConfig(layers);
  return errors.length === 0 && merged.ok ? merged.config.claim : "ask";
}

function readConfig(home: string): string | null {
  try {
    const path = join(home, ".metis", "config.yaml");
    return statSync(path).size <= CONFIG_BYTES_MAX ? readFileSync(path, "utf8") : null;
  } catch {
    return null;
  }
}
