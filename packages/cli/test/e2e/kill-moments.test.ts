import { afterEach, beforeEach, expect, test } from "bun:test";
import { cpSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { METIS_LAYOUT, workspaceRoot } from "@metis-curate/core";
import type { TreeDump } from "@metis-curate/testkit";
import { idleSkills, smallLibrary } from "./support/libraries.ts";
import { runChild, runInProcess, startChild } from "./support/real-cli.ts";
import { createSandbox, type Sandbox } from "./support/sandbox.ts";

/** 200 with `bun run torture`. */
const KILLS = process.env["METIS_TORTURE"] === "1" ? 200 : 20;
const KILL_TIMEOUT_MS = KILLS * 60_000;
const RUN = ["ws", "--model", "rules", "--yes"];

let box: Sandbox;

beforeEach(() => {
  box = createSandbox();
});

afterEach(() => box.dispose());

test(
  `a run killed at any of ${KILLS} moments loses nothing, and the next command makes it whole`,
  async () => {
    const names = idleSkills(25).map(({ name }) => name);
    await box.addLibrary({ skills: [...idleSkills(25), ...smallLibrary()] });
    const pristine = mkdtempSync(join(tmpdir(), "metis-e2e-pristine-"));
    try {
      cpSync(box.home, pristine, { recursive: true });
      const before = box.dump();
      let uncutMs = await msOf(() => runChild(box, RUN));
      let cut = 0;
      for (let at = 0; at < KILLS || cut === 0; at += 1) {
        resetHome(pristine);
        const ranMs = await killAfter(Math.floor(uncutMs * momentOf(at)));
        // A machine that was busy at first and no more is measured again.
        uncutMs = Math.min(uncutMs, ranMs ?? uncutMs);
        const archived = box.events("skill.curated").length;
        if (archived < names.length) cut += 1;
        expect((await runInProcess(box, ["ws", "pin", "fresh-thing"])).exitCode).toBe(0);
        await expectWhole([...names, "old-thing"], before);
        if (at % 4 === 0) {
          expect((await runInProcess(box, RUN)).exitCode).toBe(0);
          await expectWhole([...names, "old-thing"], before);
        }
      }
    } finally {
      rmSync(pristine, { recursive: true, force: true });
    }
  },
  KILL_TIMEOUT_MS,
);

/** Kills a run after so many milliseconds; returns how long it took when it was over before. */
async function killAfter(ms: number): Promise<number | null> {
  const startedMs = performance.now();
  const child = startChild(box, RUN);
  const wasOver = await Promise.race([child.exited.then(() => true), Bun.sleep(ms).then(() => false)]);
  const ranMs = performance.now() - startedMs;
  child.kill("SIGKILL");
  await child.exited;
  return wasOver ? ranMs : null;
}

/** Shares of a run from a quarter on, spread evenly however many there are (golden ratio). */
function momentOf(serial: number): number {
  return 0.25 + 0.75 * ((serial * 0.618_034) % 1);
}

/** The same path every time: a root's key is made from it. */
function resetHome(pristine: string): void {
  rmSync(box.home, { recursive: true, force: true });
  cpSync(pristine, box.home, { recursive: true });
}

async function expectWhole(names: readonly string[], before: TreeDump): Promise<void> {
  const now = box.dump();
  const acts = box.events("skill.curated").filter(({ payload }) => payload["action"] === "archive");
  for (const name of names) {
    const live = now[`.metis/skills/${name}/SKILL.md`];
    const own = acts.filter(({ payload }) => payload["skill_id"] === name);
    expect(own.length, name).toBe(live === undefined ? 1 : 0);
    const archive = String(own[0]?.payload["archive_path"]).replace(/\/$/, "");
    expect(live ?? now[`${archive}/SKILL.md`], name).toEqual(before[`.metis/skills/${name}/SKILL.md`]);
  }
  const archives = Object.keys(now).filter((path) => /^\.metis\/skills-archive\/[^/]+$/.test(path));
  expect(archives).toHaveLength(acts.length);
  const idOf = (row: { readonly payload: Readonly<Record<string, unknown>> }) =>
    row.payload["curator_run_id"];
  expect(box.events("curator.run_finished").map(idOf).sort()).toEqual(
    box.events("curator.run_started").map(idOf).sort(),
  );
  expect(leftovers()).toEqual([]);
  const doctor = await runInProcess(box, ["ws", "doctor"]);
  expect(doctor, doctor.stdout).toMatchObject({ exitCode: 0 });
}

function leftovers(): readonly string[] {
  const { privateDir } = workspaceRoot({ workspace: box.workspace, home: box.home, layout: METIS_LAYOUT });
  return readdirSync(privateDir, { recursive: true, encoding: "utf8" }).filter((path) =>
    /^(?:intents|staging|aside)\//.test(path),
  );
}

async function msOf(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await work();
  return performance.now() - started;
}
