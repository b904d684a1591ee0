import { expect, test } from "bun:test";
import { referenceGraph } from "@metis-curate/core";
import { selectionInput } from "@metis-curate/testkit";
import * as fc from "fast-check";

const NAMES = ["a", "b", "c", "d", "e", "f", "g"];
const name = fc.constantFrom(...NAMES);
const links = fc.array(fc.tuple(name, name), { maxLength: 14 });

function graphOf(
  edges: readonly (readonly [string, string])[],
  idle: readonly string[],
  files: readonly string[],
) {
  const skills = NAMES.map((one) => ({
    name: one,
    body: edges
      .filter(([from]) => from === one)
      .map(([, to]) => `see skills/${to}`)
      .join("\n"),
  }));
  const texts = files.map((to) => ({ path: "AGENTS.md", text: `skill: ${to}` }));
  return referenceGraph(selectionInput(skills).library.skills, new Set(idle), texts);
}

test("the referenced are the least fixpoint of: alive, or referred to by someone alive", () => {
  fc.assert(
    fc.property(links, fc.subarray(NAMES), fc.subarray(NAMES), (edges, idle, files) => {
      const expected = new Set(files);
      for (let before = -1; before !== expected.size; ) {
        before = expected.size;
        for (const [from, to] of edges) {
          if (from !== to && (!idle.includes(from) || expected.has(from))) expected.add(to);
        }
      }
      expect([...graphOf(edges, idle, files).referenced].sort()).toEqual([...expected].sort());
    }),
  );
});

test("every reference comes from a file or from someone alive, never from the named itself", () => {
  fc.assert(
    fc.property(links, fc.subarray(NAMES), (edges, idle) => {
      const { references, referenced } = graphOf(edges, idle, []);
      for (const { from, to } of references) {
        expect(from).not.toBe(to);
        expect(!idle.includes(from) || referenced.has(from)).toBe(true);
      }
    }),
  );
});
