import { describe, expect, test } from "bun:test";
import { discoveryIndex, searchSkills } from "@metis-curate/core";
import fc from "fast-check";

const skill = (name: string, description: string) => ({ name, fields: { description } });
const LIBRARY = [
  skill("pdf-forms", "Fill forms"),
  skill("forms", "Anything"),
  skill("excel", "Read FORMS and sheets"),
  skill("über", "Straße"),
];

describe("discoveryIndex", () => {
  test("lists skills by name below the heading and the line about the two tools", () => {
    const lines = discoveryIndex(LIBRARY).split("\n");
    expect(lines[0]).toBe("## Available skills");
    expect(
      lines.some((line) => line.includes("skill_search(query)") && line.includes("skill_load(name)")),
    ).toBe(true);
    expect(lines.filter((line) => line.startsWith("- "))).toEqual([
      "- excel: Read FORMS and sheets",
      "- forms: Anything",
      "- pdf-forms: Fill forms",
      "- über: Straße",
    ]);
  });

  test("an empty library gives an empty text", () => {
    expect(discoveryIndex([])).toBe("");
  });

  test("a description of several lines stays one entry", () => {
    const text = discoveryIndex([skill("a", "one\n- b: injected\r\ntwo\n")]);
    expect(text.split("\n").filter((line) => line.startsWith("- "))).toEqual(["- a: one - b: injected two"]);
  });
});

describe("searchSkills", () => {
  const names = (query: string, limit?: number) =>
    searchSkills(LIBRARY, query, limit).map((found) => found.name);

  test.each([
    ["forms", ["pdf-forms", "forms", "excel"]],
    [" Forms ", ["pdf-forms", "forms", "excel"]],
    ["excel", ["excel"]],
    ["ÜBER", ["über"]],
    ["u\u0308ber", ["über"]],
    ["nothing", []],
    ["", ["excel", "forms", "pdf-forms", "über"]],
    ["  ", ["excel", "forms", "pdf-forms", "über"]],
  ])("%j", (query, expected) => {
    expect(names(query)).toEqual(expected);
  });

  test("the limit cuts after sorting and is ten by default", () => {
    expect(names("forms", 2)).toEqual(["pdf-forms", "forms"]);
    expect(names("", 1)).toEqual(["excel"]);
    expect(names("forms", 0)).toEqual([]);
    const many = Array.from({ length: 12 }, (_, i) => skill(`s${i}`, ""));
    expect(searchSkills(many, "s")).toHaveLength(10);
  });

  test("does not depend on the order of the library", () => {
    const texts = fc.constantFrom("a", "b", "ab", "A b", "");
    const library = fc.uniqueArray(fc.tuple(fc.constantFrom("a", "b", "ab", "ba", "c"), texts), {
      selector: ([name]) => name,
    });
    fc.assert(
      fc.property(library, texts, (entries, query) => {
        const skills = entries.map(([name, description]) => skill(name, description));
        expect(searchSkills([...skills].reverse(), query)).toEqual(searchSkills(skills, query));
      }),
    );
  });
});
