import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { HISTORY_CASES, type HistoryCase } from "../support/history-cases.ts";
import { importAll, type MemoryImportTrace, memoryImportTrace } from "../support/memory-import.ts";
import { makeTree, type Tree } from "../support/tree.ts";

let tree: Tree;
beforeEach(() => {
  tree = makeTree();
  tree.directory("work/.git");
});
afterEach(() => tree.remove());

/** What is in a trace, whatever the order it came in and the time of the file it was read from. */
function acts({ events }: MemoryImportTrace): readonly string[] {
  return events
    .map(({ type, sessionId, payload }) =>
      JSON.stringify([
        type,
        sessionId,
        payload["skill_id"],
        payload["tool_use_id"] ?? payload["triggered_by_tool_use_id"],
        payload["error_class"],
      ]),
    )
    .sort();
}

/** Generations that are no one file of lines, which grows at its end. */
const OTHER_FORMS = ["database", "files", "document"];
const LINE_CASES = HISTORY_CASES.filter(({ generation }) => !OTHER_FORMS.includes(generation));

function transcriptOf(one: HistoryCase): string {
  tree.skill(`${one.skills}/db-migrate`);
  tree.skill(`${one.skills}/made-here`);
  const before = new Set(list());
  one.write(tree);
  const made = list().filter((path) => !before.has(path) && path.endsWith(".jsonl"));
  const [path] = made;
  if (path === undefined || made.length > 1)
    throw new Error(`${one.runtime} wrote ${made.length} transcripts`);
  return path;
}

function list(): readonly string[] {
  return readdirSync(tree.at("home"), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}

describe("a transcript that is read while its agent writes it", () => {
  test.each(LINE_CASES.map((one) => [`${one.runtime}, ${one.generation}`, one] as const))(
    "%s: ends up as if it was read once, wherever it was cut",
    async (_, one) => {
      const path = transcriptOf(one);
      const whole = readFileSync(path);
      const once = memoryImportTrace();
      await importAll(tree, one.runtime, once);
      expect(acts(once).length).toBeGreaterThan(2);
      const step = Math.max(1, Math.floor(whole.length / 40));
      for (let cut = 0; cut < whole.length; cut += step) {
        const trace = memoryImportTrace();
        writeFileSync(path, whole.subarray(0, cut));
        await importAll(tree, one.runtime, trace);
        writeFileSync(path, whole);
        await importAll(tree, one.runtime, trace);
        expect(acts(trace)).toEqual(acts(once));
      }
    },
  );

  test.each(LINE_CASES.map((one) => [`${one.runtime}, ${one.generation}`, one] as const))(
    "%s: is the same with the line ends and the mark of Windows",
    async (_, one) => {
      const path = transcriptOf(one);
      const once = memoryImportTrace();
      await importAll(tree, one.runtime, once);
      writeFileSync(path, `\ufeff${readFileSync(path, "utf8").replaceAll("\n", "\r\n\r\n")}`);
      const trace = memoryImportTrace();
      await importAll(tree, one.runtime, trace);
      expect(acts(trace)).toEqual(acts(once));
    },
  );
});
