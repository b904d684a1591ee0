import { mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { BenchRow } from "../table/bench-row.ts";
import { makeDirectory, makeWorkspace, writeHistory } from "./made-workspace.ts";

const MAIN = join(import.meta.dir, "../../packages/cli/src/main.ts");
const HOOK_BUILD = join(import.meta.dir, "../../scripts/packaging/build-hook.ts");
const PEAK_MEMORY = join(import.meta.dir, "peak-memory.ts");
const HOOK_SOURCES = join(import.meta.dir, "../../packages/cli/bundle/sources.json");
const ROUNDS = 21;
const MEMORY_ROUNDS = 1;

/** Whole processes, as an agent or a person waits for them. */
export const processRows: readonly BenchRow[] = [
  {
    key: "start",
    what: "metis-curate --version",
    floor: "bun -e 0",
    aim: "≤ 2",
    sizes: [1],
    prepare: async () => ({
      rounds: ROUNDS,
      ours: () => run([MAIN, "--version"]),
      floorWork: () => run(["-e", "0"]),
      dispose: () => {},
    }),
  },
  {
    key: "hook",
    what: "hook with its event written",
    floor: "bun -e 0",
    aim: "≤ 3; ≤ 150 ms",
    sizes: [1],
    prepare: async () => {
      // As a package is published, without the list by which this repository knows that a source is newer.
      Bun.spawnSync([process.execPath, HOOK_BUILD]);
      renameSync(HOOK_SOURCES, `${HOOK_SOURCES}.bench`);
      const home = makeDirectory();
      const skill = join(home, ".claude/skills/one");
      mkdirSync(skill, { recursive: true });
      writeFileSync(join(skill, "SKILL.md"), "---\nname: one\ndescription: One.\n---\n\n# One\n");
      let calls = 0;
      return {
        rounds: ROUNDS,
        ours: () => {
          calls += 1;
          return run(
            ["--no-env-file", "--config=/dev/null", "--no-install", MAIN, "hook", "claude-code"],
            home,
            load(home, calls),
          );
        },
        floorWork: () => run(["-e", "0"], home),
        dispose: () => {
          renameSync(`${HOOK_SOURCES}.bench`, HOOK_SOURCES);
          rmSync(home, { recursive: true });
        },
      };
    },
  },
  {
    key: "memory",
    what: "peak memory of a run, skills",
    floor: "their files' size",
    aim: "≤ 150 MB",
    sizes: [1_000],
    prepare: async (skills) => {
      const made = makeWorkspace(skills);
      writeHistory(made, skills * 100, skills * 10);
      const bytes = made.files.reduce((sum, file) => sum + Bun.file(file).size, 0);
      const words = [MAIN, made.workspace, "--model", "rules", "--yes"];
      let peak = 0;
      return {
        rounds: MEMORY_ROUNDS,
        ours: () => {
          peak = Math.max(peak, peakBytes(words, made.home));
        },
        floorWork: () => {},
        megabytes: () => ({ ours: peak / 1e6, floor: bytes / 1e6 }),
        dispose: () => rmSync(made.home, { recursive: true }),
      };
    },
  },
];

function run(words: readonly string[], home = process.env["HOME"] ?? "/", stdin = ""): void {
  const ran = Bun.spawnSync([process.execPath, ...words], {
    cwd: home,
    env: { HOME: home, PATH: process.env["PATH"] ?? "" },
    stdin: Buffer.from(stdin),
  });
  if (ran.exitCode !== 0) throw new Error(`${words.join(" ")} ended with ${ran.exitCode}: ${ran.stderr}`);
}

function peakBytes(words: readonly string[], home: string): number {
  const env = { HOME: home, PATH: process.env["PATH"] ?? "" };
  const ran = Bun.spawnSync([process.execPath, PEAK_MEMORY, ...words], { cwd: home, env, stderr: "inherit" });
  return Number(ran.stdout.toString());
}

function load(home: string, call: number): string {
  return JSON.stringify({
    session_id: `session-${call}`,
    cwd: home,
    hook_event_name: "PostToolUse",
    tool_name: "Skill",
    tool_use_id: `toolu_${call}`,
    tool_input: { skill: "one" },
    tool_response: { success: true },
  });
}
