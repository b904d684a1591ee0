import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { lineageOf } from "../../../src/dashboard/lineage/lineage-of.ts";

const name = fc.constantFrom(..."abcdefgh");
const merges = fc.array(fc.record({ into: name, from: fc.array(name, { maxLength: 4 }) }), { maxLength: 8 });

describe("lineageOf", () => {
  test("a name stands in the picture once, edges go to the right, no two share a place", () => {
    fc.assert(
      fc.property(name, merges, (skill, given) => {
        const { nodes, edges } = lineageOf(skill, given);
        const names = nodes.map((node) => node.name);
        expect(new Set(names).size).toBe(names.length);
        expect(names).toContain(skill);
        expect(new Set(nodes.map(({ column, row }) => `${column} ${row}`)).size).toBe(nodes.length);
        for (const { from, to } of edges) expect(to.column).toBe(from.column + 1);
        for (const { column, row } of nodes) expect(Math.min(column, row)).toBeGreaterThanOrEqual(0);
        expect(edges).toHaveLength(nodes.length - 1);
      }),
    );
  });

  test("shows what was merged into a skill, and what it was merged into", () => {
    const given = [
      { into: "web", from: ["site", "deploy"] },
      { into: "site", from: ["page"] },
      { into: "all", from: ["web"] },
    ];
    const { nodes, edges, ancestors, heirs, hidden } = lineageOf("web", given);
    expect(nodes.map(({ name: shown, column }) => [shown, column])).toEqual([
      ["page", 0],
      ["site", 1],
      ["deploy", 1],
      ["web", 2],
      ["all", 3],
    ]);
    expect(edges.map(({ from, to }) => `${from.name} ${to.name}`)).toEqual([
      "page site",
      "site web",
      "deploy web",
      "web all",
    ]);
    expect({ ancestors, heirs, hidden }).toEqual({
      ancestors: ["page", "site", "deploy"],
      heirs: ["all"],
      hidden: 0,
    });
  });

  test("a picture that would be too large says how many it leaves out", () => {
    const from = Array.from({ length: 1_000 }, (_, index) => `s${index}`);
    const { nodes, hidden } = lineageOf("all", [{ into: "all", from }]);
    expect(nodes.length + hidden).toBe(1_001);
    expect(nodes.length).toBeLessThanOrEqual(40);
  });
});
