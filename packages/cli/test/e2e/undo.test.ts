import { afterEach, beforeEach, expect, test } from "bun:test";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { RunReport, UndoReport } from "@metis-curate/core";
import { idleSkills } from "./support/libraries.ts";
import { runInProcess } from "./support/real-cli.ts";
import { createSandbox, type Sandbox } from "./support/sandbox.ts";

let box: Sandbox;

beforeEach(async () => {
  box = createSandbox();
  await box.addLibrary({ skills: idleSkills(3) });
});

afterEach(() => box.dispose());

const ws = (...argv: readonly string[]) => runInProcess(box, ["ws", ...argv]);

test("what was changed in the archive since is left there, named, and the exit code is 1", async () => {
  const before = box.dump();
  const run: RunReport = JSON.parse((await ws("--model", "rules", "--yes", "--json")).stdout);
  const altered = run.actions.find(({ skill_id }) => skill_id === "idle-001");
  const file = join(box.workspace, String(altered?.["archive_path"]), "notes.md");
  writeFileSync(file, "a note from since");
  const ran = await ws("undo", run.curator_run_id, "--json");
  expect(ran.exitCode).toBe(1);
  const report: UndoReport = JSON.parse(ran.stdout);
  expect(report.left).toMatchObject([{ skill: "idle-001", action: "archive" }]);
  expect(report.left[0]?.message).toContain("was changed in the archive since");
  expect(report.undone.map(({ skill }) => skill)).toEqual(["idle-002", "idle-000"]);
  expect(readFileSync(file, "utf8")).toBe("a note from since");
  expect(existsSync(join(box.workspace, ".metis/skills/idle-001"))).toBe(false);
  // The command that the message names brings it back as it is now.
  const command = /metis-curate (.*) brings/.exec(report.left[0]?.message ?? "")?.[1] ?? "";
  expect((await runInProcess(box, command.split(" "))).exitCode).toBe(0);
  const path = ".metis/skills/idle-001/SKILL.md";
  expect(box.dump()[path]).toEqual(before[path]);
});
