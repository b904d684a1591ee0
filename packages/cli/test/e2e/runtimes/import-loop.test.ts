import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { openDatabase } from "@metis-curate/sqlite";
import {
  CANARY,
  EMAIL,
  HISTORY_CASES,
  type HistoryCase,
} from "../../../../runtimes/test/support/history-cases.ts";
import { makeTree, skillText, type Tree } from "../../../../runtimes/test/support/tree.ts";
import { type Ran, runInProcess } from "../support/real-cli.ts";

/** The layout of the directory a case keeps its skills in. */
const LAYOUTS: Readonly<Record<string, string>> = { codex: "agents" };
const MADE = skillText("made-here", `# Made\n\n${CANARY} ${EMAIL}\n`);

let tree: Tree;
beforeEach(() => {
  tree = makeTree();
  tree.directory("work/.git");
  // What an agent makes is its own here, and old after three weeks.
  tree.file(
    "home/.metis/config.yaml",
    "curator:\n  claim: auto\n  stale_after_days: 7\n  archive_after_days: 14\n",
  );
});
afterEach(() => tree.remove());

function cli(words: readonly string[]): Promise<Ran> {
  return runInProcess({ home: tree.at("home") }, words);
}

async function json(words: readonly string[]) {
  const ran = await cli([...words, "--json"]);
  expect(ran.stderr).toBe("");
  expect(ran.exitCode).toBe(0);
  return JSON.parse(ran.stdout);
}

function seed(one: HistoryCase): readonly string[] {
  tree.skill(`${one.skills}/db-migrate`);
  tree.skill(`${one.skills}/made-here`, MADE);
  one.write(tree);
  return ["--global", "--layout", LAYOUTS[one.runtime] ?? one.runtime];
}

function traceText(): string {
  const path = tree.at("home/.metis/metis.db");
  const database = openDatabase(path, { mode: "read-only", timeoutMs: 0, synchronous: "normal" });
  const rows = database.prepare("SELECT * FROM events ORDER BY rowid").all();
  database.close();
  return JSON.stringify(rows);
}

function bytesBelow(directory: string): string {
  return readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), "latin1"))
    .join("\n");
}

describe.each(HISTORY_CASES.map((one) => [`${one.runtime}, ${one.generation}`, one] as const))(
  "%s",
  (_, one) => {
    test("import, list, dry run, run, restore", async () => {
      const library = seed(one);
      const before = bytesBelow(tree.at(one.skills));
      const imported = await json(["import", one.runtime]);
      expect(imported).toMatchObject({ runtime: one.runtime, interrupted: false, sessions: 1 });
      expect(imported.events).toMatchObject({ "session.created": 1, "skill.created": 1 });

      const list = await json([...library, "--list"]);
      const skills = list.skills.map((skill: Record<string, unknown>) => [skill["name"], skill["reason"]]);
      expect(skills).toEqual([
        ["db-migrate", "manual"],
        ["made-here", "archive"],
      ]);
      const plan = await json([...library, "--dry-run", "--model", "rules"]);
      expect(plan.candidates).toMatchObject([{ action: "archive", skills: ["made-here"] }]);
      expect(bytesBelow(tree.at(one.skills))).toBe(before);

      const run = await json([...library, "--model", "rules"]);
      expect(run.actions).toMatchObject([{ action: "archive", skill_id: "made-here" }]);
      expect(existsSync(tree.at(`${one.skills}/made-here`))).toBe(false);
      expect(existsSync(tree.at(`${one.skills}/db-migrate/SKILL.md`))).toBe(true);
      await json([...library, "restore", "made-here"]);
      expect(bytesBelow(tree.at(one.skills))).toBe(before);
    });

    test("import twice writes once, and says so", async () => {
      seed(one);
      await json(["import", one.runtime]);
      const before = traceText();
      const again = await json(["import", one.runtime]);
      expect(again.events).toEqual({});
      expect(traceText()).toBe(before);
      expect((await cli(["import", one.runtime])).stdout).toContain("no new events");
    });

    test("nothing private reaches the disk", async () => {
      seed(one);
      await json(["import", one.runtime]);
      const kept = bytesBelow(tree.at("home/.metis"));
      expect(kept).toContain("skill.loaded");
      expect(kept).not.toContain(CANARY);
      expect(kept).not.toContain(EMAIL);
    });
  },
);

test("a dry run writes nothing", async () => {
  const [one] = HISTORY_CASES;
  if (one === undefined) throw new Error("there are cases");
  seed(one);
  const preview = await json(["import", one.runtime, "--dry-run"]);
  expect(preview).toMatchObject({ dry_run: true, events: { "skill.loaded": 2 } });
  expect(readdirSync(tree.at("home/.metis"))).toEqual(["config.yaml"]);
});

test("what is no transcript is refused in one line", async () => {
  const ran = await cli(["import", "codex", "nowhere.jsonl"]);
  expect(ran.exitCode).toBe(2);
  expect(ran.stderr).toMatch(/^error: \S*nowhere\.jsonl: not what codex keeps of its sessions[^\n]*\n$/);
});

test("a runtime that is not here is said to have nothing", async () => {
  expect((await cli(["import", "goose"])).stdout).toBe("goose: nothing was found of its sessions here\n");
});

test("--since leaves out what is older", async () => {
  const [one] = HISTORY_CASES;
  if (one === undefined) throw new Error("there are cases");
  seed(one);
  const { events } = await json(["import", one.runtime, "--since", "2026-11-01T10:00:30Z"]);
  expect(events).toEqual({ "session.created": 1, "skill.loaded": 1 });
});
