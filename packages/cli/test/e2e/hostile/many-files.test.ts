import { afterEach, beforeEach, expect, test } from "bun:test";
import { closeSync, mkdirSync, openSync } from "node:fs";
import { join } from "node:path";
import { smallLibrary } from "../support/libraries.ts";
import { runInProcess } from "../support/real-cli.ts";
import { createSandbox, type Sandbox } from "../support/sandbox.ts";

/** In three places together: a CI-sized number, and with `bun run torture` a million. */
const FILES = process.env["METIS_TORTURE"] === "1" ? 1_000_000 : 6_000;
/** A file more costs no more than making it did. */
const SLOWER_MAX = 1;
const NOISE_MS = 10_000;
/** Milliseconds of processor time so far: a busy machine does not lengthen them. */
function cpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
}

let box: Sandbox;

beforeEach(async () => {
  box = createSandbox();
  await box.addLibrary({ skills: smallLibrary() });
});

afterEach(() => box.dispose());

function litter(directory: string, count: number): void {
  const place = join(box.workspace, directory);
  mkdirSync(place, { recursive: true });
  for (let at = 0; at < count; at += 1) closeSync(openSync(join(place, `f${at}`), "w"));
}

test("tiny files beside, between and inside of skills cost no more than their making", async () => {
  const startedMs = cpuMs();
  litter(".metis/skills", FILES / 3);
  litter(".metis/skills/category/deep", FILES / 3);
  litter(".metis/skills/fresh-thing/venv/lib", FILES / 3);
  const madeMs = cpuMs() - startedMs;
  for (const argv of [["--list", "--json"], ["--dry-run", "--json"], ["status"]]) {
    const beforeMs = cpuMs();
    const ran = await runInProcess(box, ["ws", ...argv]);
    expect(ran.exitCode).toBe(0);
    expect(cpuMs() - beforeMs).toBeLessThan(NOISE_MS + SLOWER_MAX * madeMs);
  }
  const listed = JSON.parse((await runInProcess(box, ["ws", "--list", "--json"])).stdout);
  expect(listed.skills.map(({ name }: { name: string }) => name)).toEqual([
    "by-hand",
    "fresh-thing",
    "old-thing",
  ]);
});

test("a skill of many tiny files is archived whole, or left whole with the reason", async () => {
  litter(".metis/skills/old-thing/assets", Math.min(FILES / 3, 30_000));
  const ran = await runInProcess(box, ["ws", "--model", "rules", "--yes", "--json"]);
  const run = JSON.parse(ran.stdout);
  expect(run.actions.length + run.skips.length).toBe(1);
});
