import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { mkdirSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { dirname, join } from "node:path";
import { smallLibrary } from "../support/libraries.ts";
import { createSandbox, type Sandbox } from "../support/sandbox.ts";

const MAIN = join(import.meta.dir, "../../../src/main.ts");
const GIB = 2 ** 30;
const MIB = 2 ** 20;
/** A read that waits for a writer waits for ever. */
const PATIENCE_MS = 60_000;

let box: Sandbox;

beforeEach(async () => {
  box = createSandbox();
  await box.addLibrary({ skills: smallLibrary() });
});

afterEach(() => box.dispose());

interface Measured {
  readonly exitCode: number | null;
  readonly stdout: string;
  readonly stderr: string;
  readonly maxRssBytes: number;
}

async function run(...argv: readonly string[]): Promise<Measured> {
  const child = Bun.spawn([process.execPath, MAIN, "ws", ...argv], {
    cwd: box.home,
    env: { PATH: process.env["PATH"] ?? "", HOME: box.home, NO_COLOR: "1" },
    stdin: "ignore",
    stdout: "pipe",
    stderr: "pipe",
    timeout: PATIENCE_MS,
  });
  const [stdout, stderr] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
    child.exited,
  ]);
  return { exitCode: child.exitCode, stdout, stderr, maxRssBytes: child.resourceUsage()?.maxRSS ?? 0 };
}

function place(path: string): string {
  const file = join(box.workspace, path);
  mkdirSync(dirname(file), { recursive: true });
  rmSync(file, { force: true });
  return file;
}

function fifo(path: string): void {
  expect(Bun.spawnSync(["mkfifo", place(path)]).exitCode).toBe(0);
}

/** A file that says it has a GiB and has no block on the disk. */
function sparse(path: string): void {
  const file = place(path);
  writeFileSync(file, "---\n");
  truncateSync(file, GIB);
}

const skippedOf = (ran: Measured): Readonly<Record<string, string>> =>
  Object.fromEntries(
    JSON.parse(ran.stdout).skipped.map((one: { path: string; kind: string }) => [one.path, one.kind]),
  );

describe("special files in a library", () => {
  test("pipes, sockets and files of a GiB are skipped with their reason, at the price of a look", async () => {
    const floor = await run("--list", "--json");
    fifo(".metis/skills/pipe/SKILL.md");
    sparse(".metis/skills/huge/SKILL.md");
    mkdirSync(join(box.workspace, ".metis/skills/socket"));
    const socket = createServer().listen(join(box.workspace, ".metis/skills/socket/SKILL.md"));
    try {
      const ran = await run("--list", "--json");
      expect(ran.exitCode).toBe(0);
      expect(skippedOf(ran)).toEqual({
        "huge/SKILL.md": "too-large",
        "pipe/SKILL.md": "unreadable",
        "socket/SKILL.md": "unreadable",
      });
      expect(ran.maxRssBytes).toBeLessThan(floor.maxRssBytes + 200 * MIB);
    } finally {
      socket.close();
    }
  });

  test("a skill with a pipe among its files is archived with it, which nobody opens", async () => {
    fifo(".metis/skills/old-thing/pipe");
    const ran = await run("--model", "rules", "--yes", "--json");
    expect(ran.exitCode).toBe(0);
    expect(box.events("skill.curated").map(({ payload }) => payload["skill_id"])).toEqual(["old-thing"]);
  });
});

describe("special files for a state or a config", () => {
  for (const [kind, make] of [
    ["a pipe", fifo],
    ["a GiB", sparse],
  ] as const) {
    test(`${kind} for a state.json is damaged, not read`, async () => {
      const floor = await run("--list", "--json");
      make(".metis/curator/state.json");
      for (const argv of [["--list", "--raw"], ["status"]]) {
        const ran = await run(...argv);
        expect(ran.exitCode, argv.join(" ")).not.toBeNull();
        expect(ran.stderr).not.toContain("internal error");
        expect(ran.maxRssBytes).toBeLessThan(floor.maxRssBytes + 200 * MIB);
      }
      expect((await run("--model", "rules", "--yes", "--json")).exitCode).toBe(0);
    });

    test(`${kind} for a config.yaml is one line and exit 2`, async () => {
      make(".metis/config.yaml");
      const ran = await run("--list");
      expect(ran.exitCode).toBe(2);
      expect(ran.stderr).toContain("ws/.metis/config.yaml: cannot be read");
    });
  }
});

test("a file of a GiB that may refer to skills protects them all, a pipe is no file", async () => {
  fifo("AGENTS.md");
  expect(JSON.parse((await run("--dry-run", "--json")).stdout).candidates).toHaveLength(1);
  sparse("AGENTS.md");
  expect(JSON.parse((await run("--dry-run", "--json")).stdout).candidates).toEqual([]);
});
