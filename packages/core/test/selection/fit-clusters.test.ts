import { expect, test } from "bun:test";
import { select } from "@metis-curate/core";
import { selectionInput } from "@metis-curate/testkit";
import fc from "fast-check";
import { candidatesOf } from "./selection-case.ts";

/** Five of one task, of which each has a size; a request holds `room`. */
function selectSized(sizes: readonly number[], room: number, names = sizes.map((_, at) => `task-${at}`)) {
  const skills = names.map((name, at) => ({ name, description: "", loadsDaysAgo: [at + 1] }));
  const sizeOf = new Map(names.map((name, at) => [name, sizes[at] ?? 0]));
  const total = (members: readonly { readonly name: string }[]) =>
    members.reduce((sum, { name }) => sum + (sizeOf.get(name) ?? 0), 0);
  return select({ ...selectionInput(skills), fitsModel: (members) => total(members) <= room });
}

const shares = (names: readonly string[]) => names.map((name) => `deploy-web-${name}`);

test("the largest part that fits goes first, then what fits of the rest", () => {
  const names = shares(["a", "b", "c", "d", "e"]);
  expect(candidatesOf(selectSized([1, 1, 1, 1, 1], 5, names))).toEqual([`consolidate ${names.join("+")}`]);
  expect(candidatesOf(selectSized([1, 1, 1, 1, 9], 5, names))).toEqual([
    `consolidate ${names.slice(0, 4).join("+")}`,
  ]);
  expect(candidatesOf(selectSized([3, 2, 2, 3, 3], 6, names))).toHaveLength(2);
});

test("a cluster of which nothing fits stays whole, and so does a pair", () => {
  const names = shares(["a", "b", "c"]);
  expect(candidatesOf(selectSized([9, 9, 9], 5, names))).toEqual([`consolidate ${names.join("+")}`]);
  expect(candidatesOf(selectSized([9, 9], 5, names.slice(0, 2)))).toHaveLength(1);
});

test("parts of a chain are alike among themselves", () => {
  // a-b and b-c are alike, a-c are not.
  const names = ["api-docs", "api-docs-web-page", "web-page"];
  expect(candidatesOf(selectSized([1, 1, 5], 5, names))).toEqual(["consolidate api-docs+api-docs-web-page"]);
  expect(candidatesOf(selectSized([1, 5, 1], 5, names))).toEqual([
    "consolidate api-docs+api-docs-web-page+web-page",
  ]);
});

test("no skill is in two candidates, and what is split fits", () => {
  const sizes = fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 2, maxLength: 8 });
  fc.assert(
    fc.property(sizes, fc.integer({ min: 1, max: 30 }), (all, room) => {
      const names = all.map((_, at) => `deploy-web-${at}`);
      const { candidates } = selectSized(all, room, names);
      const taken = candidates.flatMap(({ skills }) => skills);
      expect(new Set(taken).size).toBe(taken.length);
      for (const { skills, reason } of candidates) {
        const size = skills.reduce((sum, name) => sum + (all[names.indexOf(name)] ?? 0), 0);
        if (reason.includes("; without ")) expect(size).toBeLessThanOrEqual(room);
      }
    }),
    { numRuns: 50 },
  );
});
