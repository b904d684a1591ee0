import { afterAll, beforeAll, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { smallLibrary } from "./support/libraries.ts";
import { runInProcess } from "./support/real-cli.ts";
import { createSandbox, type Sandbox } from "./support/sandbox.ts";

let box: Sandbox;

beforeAll(async () => {
  box = createSandbox();
  await box.addLibrary({ skills: smallLibrary() });
  box.write("ws/.metis/skills/broken/SKILL.md", "no frontmatter\n");
});

afterAll(() => box.dispose());

const keysOf = (value: unknown): readonly string[] => Object.keys(value as object).sort();

async function json(...argv: readonly string[]) {
  const ran = await runInProcess(box, [...argv, "--json"]);
  expect(ran.stderr).toBe("");
  return { exitCode: ran.exitCode, document: JSON.parse(ran.stdout) };
}

const sorted = (keys: string): readonly string[] => keys.split(/[,\s]+/).sort();

const RUN_KEYS = sorted(
  "curator_run_id, throttled_reason, ended_early, actions, skips, spend_usd, calls, duration_ms, errors, truncated, left_alone, notices",
);
const CURATED_KEYS = sorted(
  "root, curator_run_id, skill_id, action, source, skill_version_before, skill_version_after, consolidated_from, archive_path, curator_kind, curator_model, curator_cost_usd, curator_pricing_version, curator_latency_ms, rationale, signals",
);

test("--dry-run, the run and --list print exactly the documents of the contract (CONTRACTS 11)", async () => {
  const plan = await json("ws", "--dry-run");
  expect(plan.exitCode).toBe(0);
  expect(keysOf(plan.document)).toEqual(
    sorted("candidates, left_alone, estimated_total_usd, truncated, notices"),
  );
  expect(plan.document.candidates.map(keysOf)).toEqual([
    sorted("action, skills, reason, estimated_cost_usd, signals, hash"),
  ]);
  expect(plan.document.candidates[0].skills).toEqual(["old-thing"]);
  expect(typeof plan.document.estimated_total_usd).toBe("string");
  for (const entry of plan.document.left_alone) expect(entry).toMatchObject({ skill: expect.any(String) });

  const run = await json("ws", "--model", "rules");
  expect(run.exitCode).toBe(0);
  expect(keysOf(run.document)).toEqual(RUN_KEYS);
  expect(run.document.actions.map(keysOf)).toEqual([CURATED_KEYS]);
  expect(run.document).toMatchObject({ throttled_reason: "completed", ended_early: null, spend_usd: "0" });

  const list = await json("ws", "--list");
  expect(list.exitCode).toBe(0);
  expect(keysOf(list.document)).toEqual(
    sorted("root, last_curation_at, unfinished, skills, archives, skipped"),
  );
  for (const skill of list.document.skills) {
    expect(keysOf(skill)).toEqual(
      sorted(
        "name, path, description, origin, state, pinned, touchable, reason, last_loaded_at, loads_in_window, inactive_days, idle_days, effectiveness, skill_version, size_tokens, consolidated_from, archive_path, suggested_description, diagnostics",
      ),
    );
  }
  expect(list.document.archives.map(keysOf)).toEqual([sorted("id, skill, kind, at")]);
  expect(list.document.skipped[0]).toMatchObject({ path: "broken/SKILL.md", kind: "no-frontmatter" });
});

test("--list --raw prints state.json byte by byte", async () => {
  await runInProcess(box, ["ws", "pin", "fresh-thing"]);
  const ran = await runInProcess(box, ["ws", "--list", "--raw"]);
  expect(ran.exitCode).toBe(0);
  expect(ran.stdout).toBe(readFileSync(join(box.workspace, ".metis/curator/state.json"), "utf8"));
});

test("an error with --json is one document on stdout, and nothing on stderr", async () => {
  for (const argv of [
    ["ws", "explain", "nope"],
    ["nowhere", "--list"],
    ["ws", "--list", "--dry-run"],
    ["ws", "--list", "--db-path", "nope.db"],
  ]) {
    const { exitCode, document } = await json(...argv);
    expect(exitCode, argv.join(" ")).toBeGreaterThan(1);
    expect(keysOf(document)).toEqual(["error"]);
    expect(keysOf(document.error)).toEqual(["kind", "message"]);
  }
});

test("every command has a document; doctor exits 1, for one file cannot be read", async () => {
  for (const verb of ["status", "history", "doctor"]) {
    const { exitCode, document } = await json("ws", verb);
    expect(exitCode, verb).toBe(verb === "doctor" ? 1 : 0);
    expect(typeof document, verb).toBe("object");
  }
  const explained = await json("ws", "explain", "by-hand");
  expect(keysOf(explained.document)).toEqual(sorted("skill, outcome, lines, advice"));
});
