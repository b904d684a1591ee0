import { afterEach, beforeEach, expect, test } from "bun:test";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { idleSkills, smallLibrary } from "./support/libraries.ts";
import { runChild, runInProcess } from "./support/real-cli.ts";
import { createSandbox, type Sandbox } from "./support/sandbox.ts";

const PROCESSES = 6;
const PINS = 25;
const PIN_MANY = join(import.meta.dir, "support/pin-many.ts");
const INTERRUPTED = join(import.meta.dir, "support/interrupted-cli.ts");
const RIVALS_TIMEOUT_MS = 600_000;

/** Some hundred acts, each written through to the disk. */
const CTRL_C_TIMEOUT_MS = 600_000;

let box: Sandbox;

beforeEach(() => {
  box = createSandbox();
});

afterEach(() => box.dispose());

const state = () => JSON.parse(readFileSync(join(box.workspace, ".metis/curator/state.json"), "utf8"));

test(
  "processes that pin different skills at once lose no pin (CASES 41)",
  async () => {
    const skills = idleSkills(PROCESSES * PINS);
    await box.addLibrary({ skills });
    const names = skills.map(({ name }) => name);
    const rivals = Array.from({ length: PROCESSES }, (_, at) =>
      Bun.spawn([process.execPath, PIN_MANY, box.home, ...names.slice(at * PINS, (at + 1) * PINS)], {
        stdout: "ignore",
        stderr: "pipe",
      }),
    );
    const errors = await Promise.all(rivals.map(({ stderr }) => new Response(stderr).text()));
    expect(errors.join("")).toBe("");
    const pinned = Object.entries<{ pinned: boolean }>(state().skills).filter(([, entry]) => entry.pinned);
    expect(pinned.map(([name]) => name)).toEqual(names);
    expect(box.events("skill.curated")).toHaveLength(names.length);
  },
  RIVALS_TIMEOUT_MS,
);

test("a lock left by a killed process is taken over at once", async () => {
  await box.addLibrary({ skills: smallLibrary() });
  await runInProcess(box, ["ws", "--dry-run"]);
  await runInProcess(box, ["ws", "pin", "fresh-thing"]);
  const holder = Bun.spawn([process.execPath, HOLD_LOCK, findLock()], { stdout: "pipe" });
  await holder.stdout.getReader().read();
  const refused = await runInProcess(box, ["ws", "--model", "rules"]);
  expect(refused).toMatchObject({ exitCode: 3, stdout: "" });
  expect(refused.stderr).toContain("another curator run is in progress");
  holder.kill("SIGKILL");
  await holder.exited;
  expect((await runInProcess(box, ["ws", "--model", "rules"])).exitCode).toBe(0);
  expect(existsSync(join(box.workspace, ".metis/skills/old-thing"))).toBe(false);
});

test(
  "Ctrl-C ends a run after the act in hand, with 130 and a complete record",
  async () => {
    await box.addLibrary({ skills: idleSkills(190) });
    const { exitCode, stdout } = await runChild(box, ["ws", "--model", "rules", "--yes"], INTERRUPTED);
    expect(exitCode).toBe(130);
    expect(stdout).toContain("nterrupted");
    expect(box.events("curator.run_started")).toHaveLength(1);
    const [finished] = box.events("curator.run_finished");
    const archived = box.events("skill.curated").length;
    expect(finished?.payload).toMatchObject({ ended_early: "interrupted" });
    expect(archived).toBeGreaterThan(0);
    expect(archived).toBeLessThan(190);
    const left = readdirSync(join(box.workspace, ".metis/skills"));
    expect(left).toHaveLength(190 - archived);
    expect((await runInProcess(box, ["ws", "--model", "rules"])).exitCode).toBe(0);
    expect(readdirSync(join(box.workspace, ".metis/skills"))).toEqual([]);
  },
  CTRL_C_TIMEOUT_MS,
);

const HOLD_LOCK = join(import.meta.dir, "support/hold-lock.ts");

function findLock(): string {
  const roots = join(box.home, ".metis/curator/roots");
  const [key = ""] = readdirSync(roots);
  return join(roots, key, "lock.db");
}
