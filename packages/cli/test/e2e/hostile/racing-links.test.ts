import { expect, test } from "bun:test";
import { join } from "node:path";
import { agentSkill } from "@metis-curate/testkit";
import { runInProcess } from "../support/real-cli.ts";
import { createSandbox } from "../support/sandbox.ts";
import { plantCanaries } from "./clone.ts";

const LISTS = process.env["METIS_TORTURE"] === "1" ? 300 : 30;
const SWAPPER = join(import.meta.dir, "swap-links.ts");

test("a process that swaps a skill for a link all the time makes no list show what the link leads to", async () => {
  const box = createSandbox();
  await box.addLibrary({ skills: [agentSkill("old-thing", { path: "cat/old-thing" }), agentSkill("other")] });
  plantCanaries(box);
  const skill = join(box.workspace, ".metis/skills/cat/old-thing");
  const rival = Bun.spawn([process.execPath, SWAPPER, skill, join(box.home, "private")], {
    stdout: "pipe",
    stderr: "ignore",
  });
  try {
    await rival.stdout.getReader().read();
    for (let at = 0; at < LISTS; at += 1) {
      const ran = await runInProcess(box, ["ws", "--list", "--json"]);
      expect(ran.exitCode).toBe(0);
      expect(ran.stdout).not.toContain("TOP-SECRET");
    }
  } finally {
    rival.kill("SIGKILL");
    await rival.exited;
    box.dispose();
  }
});
