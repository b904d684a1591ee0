import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { CANARY, EMAIL, HISTORY_CASES } from "../support/history-cases.ts";
import { describeEvent, importAll, memoryImportTrace } from "../support/memory-import.ts";
import { makeTree, type Tree } from "../support/tree.ts";

let tree: Tree;
beforeEach(() => {
  tree = makeTree();
  tree.directory("work/.git");
});
afterEach(() => tree.remove());

/** Every file below a directory, with its bytes and the time it was written. */
function snapshot(directory: string): ReadonlyMap<string, string> {
  const files = readdirSync(directory, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  );
  return new Map(
    files.map((entry) => {
      const path = join(entry.parentPath, entry.name);
      return [path, `${statSync(path).mtimeMs} ${readFileSync(path).toString("base64")}`] as const;
    }),
  );
}

for (const one of HISTORY_CASES) {
  describe(`${one.runtime}, ${one.generation}`, () => {
    beforeEach(() => {
      tree.skill(`${one.skills}/db-migrate`);
      tree.skill(`${one.skills}/made-here`);
      one.write(tree);
    });

    test("its history becomes these events", async () => {
      const trace = memoryImportTrace();
      const report = await importAll(tree, one.runtime, trace);
      expect(trace.events.map((event) => describeEvent(event, tree))).toEqual([...one.events]);
      expect(report.records).toBe(
        report.understood + report.unreadable + report.unknown.reduce((sum, { count }) => sum + count, 0),
      );
      expect(report.understood).toBeGreaterThan(3);
    });

    test("read twice it is the same events, with the same ids", async () => {
      const once = memoryImportTrace();
      await importAll(tree, one.runtime, once);
      const count = once.events.length;
      const again = await importAll(tree, one.runtime, once);
      expect({ events: again.events, count: once.events.length }).toEqual({ events: {}, count });
      const other = memoryImportTrace();
      await importAll(tree, one.runtime, other);
      expect(other.events.map(({ id }) => id)).toEqual(once.events.map(({ id }) => id));
    });

    test("nothing private leaves it, and what it does not know is counted", async () => {
      const trace = memoryImportTrace();
      const report = await importAll(tree, one.runtime, trace);
      const kept = JSON.stringify([trace.events, report]);
      expect(kept).not.toContain(CANARY);
      expect(kept).not.toContain(EMAIL);
      expect(report.unreadable + report.unknown.reduce((sum, { count }) => sum + count, 0)).toBeGreaterThan(
        0,
      );
    });

    test("the agent's own files stay as they are", async () => {
      const before = snapshot(tree.at("home"));
      await importAll(tree, one.runtime, memoryImportTrace());
      expect(snapshot(tree.at("home"))).toEqual(before);
    });
  });
}
