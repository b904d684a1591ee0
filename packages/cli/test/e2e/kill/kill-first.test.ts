import { expect, test } from "bun:test";
import { isTorture, manualSkill, reportPoints, seededRandom, testSeed } from "@metis-curate/testkit";
import { runChild, runInProcess, startChild } from "../support/real-cli.ts";
import { createSandbox, type Sandbox } from "../support/sandbox.ts";

const KILLS = isTorture() ? 60 : 4;
const TIMEOUT_MS = 600_000;
const ADOPT = ["ws", "adopt", "by-hand"];

test(
  "the very first command, killed while it makes the trace and the lock, leaves nothing in the way of the next",
  async () => {
    const startedMs = performance.now();
    const random = seededRandom(testSeed());
    const uncutMs = await withFreshHome(async (box) => {
      const begunMs = performance.now();
      expect((await runChild(box, ADOPT)).exitCode).toBe(0);
      return performance.now() - begunMs;
    });
    for (let serial = 0; serial < KILLS; serial += 1) {
      // What it makes comes in the second half; before that it loads itself.
      const afterMs = Math.round(uncutMs * (0.5 + random.next() / 2));
      await withFreshHome((box) => killAndGoOn(box, afterMs));
    }
    reportPoints("kill -9 of the first command ever", KILLS, KILLS, startedMs);
  },
  TIMEOUT_MS,
);

async function killAndGoOn(box: Sandbox, afterMs: number): Promise<void> {
  const child = startChild(box, ADOPT);
  await Bun.sleep(afterMs);
  child.kill("SIGKILL");
  await child.exited;
  const where = `after ${afterMs} ms`;
  const looked = await runInProcess(box, ["ws", "--list"]);
  expect(looked.exitCode, `${where}: ${looked.stderr}`).toBe(0);
  const again = await runInProcess(box, ADOPT);
  expect(again.exitCode, `${where}: ${again.stderr}`).toBe(0);
  const { skills } = JSON.parse((await runInProcess(box, ["ws", "--list", "--json"])).stdout);
  expect(skills, where).toMatchObject([{ name: "by-hand", touchable: true }]);
  const doctor = await runInProcess(box, ["ws", "doctor"]);
  expect(doctor.exitCode, `${where}: ${doctor.stdout}`).toBe(0);
}

/** A home with one skill of a person and nothing of ours. */
async function withFreshHome<T>(work: (box: Sandbox) => Promise<T>): Promise<T> {
  const box = createSandbox();
  try {
    for (const [file, content] of Object.entries(manualSkill("by-hand").files))
      box.write(`ws/.metis/skills/by-hand/${file}`, Buffer.from(content as Uint8Array).toString());
    return await work(box);
  } finally {
    box.dispose();
  }
}
