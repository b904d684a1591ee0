import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import {
  INDEX_FIELDS,
  type IndexCandidate,
  type IndexedSkill,
  type IndexField,
  type IndexQuery,
  type SkillIndex,
} from "@metis-curate/core";
import * as fc from "fast-check";
import { INDEX_TERMS, indexChanges, indexVectors } from "../arbitraries/skill-index.ts";
import { memorySkillIndex } from "../skill-index/index.ts";

export interface SkillIndexFixture {
  readonly index: SkillIndex;
  dispose(): void;
}

const AT_US = 1_700_000_000_000_000;
const LIMIT = 64;

/** The laws of the `SkillIndex` port (CONTRACTS 13.1); every implementation runs the same suite. */
export function skillIndexContract(name: string, makeFixture: () => SkillIndexFixture): void {
  describe(`${name} keeps the skill index contract`, () => {
    let fixture: SkillIndexFixture;
    let index: SkillIndex;
    beforeEach(() => {
      fixture = makeFixture();
      index = fixture.index;
    });
    afterEach(() => fixture.dispose());

    test("an empty index has nothing and finds nothing", async () => {
      expect(await index.rows()).toEqual([]);
      expect(await index.search(query({ retrieve: ["pdf"] }))).toEqual([]);
      const statistics = await index.statistics(["pdf"]);
      expect(statistics.documents).toBe(0);
      expect(statistics.frequencies.get("pdf")).toBe(0);
      expect(await index.info()).toMatchObject({
        skills: 0,
        archived: 0,
        embedded: 0,
        model: null,
        notes: {},
      });
    });

    test("a skill is found by a term of any field, with its counts and lengths", async () => {
      for (const field of INDEX_FIELDS) {
        await index.apply({ put: [skill("one", { [field]: ["pdf", "pdf", "text"] })], atUs: AT_US });
        const [found] = await index.search(query({ retrieve: ["pdf"], count: ["pdf", "text", "other"] }));
        expect(found?.row.name).toBe("one");
        expect(found?.lengths[field]).toBe(3);
        expect(found?.counts.get("pdf")?.[INDEX_FIELDS.indexOf(field)]).toBe(2);
        expect(found?.counts.has("other")).toBe(false);
      }
    });

    test("terms in Chinese, Devanagari, with accents and as n-grams are found as they were given", async () => {
      for (const term of ["数据", "हिन्दी", "épée", "~^de", "ไทย", "𠮷野"]) {
        await index.apply({ put: [skill("one", { body: [term] })], atUs: AT_US });
        expect(names(await index.search(query({ retrieve: [term], count: [term] })))).toEqual(["one"]);
      }
    });

    test("words of a query language are terms like any other", async () => {
      await index.apply({ put: [skill("one", { body: ["near", "or", "not", "and"] })], atUs: AT_US });
      for (const term of ["near", "or", "not", "and"]) {
        expect(names(await index.search(query({ retrieve: [term] })))).toEqual(["one"]);
      }
    });

    test("replacing a skill forgets its old terms and keeps what was learned", async () => {
      await index.apply({ put: [skill("one", { body: ["pdf"] })], learn: [learned("one")], atUs: AT_US });
      await index.apply({ put: [skill("one", { body: ["docker"] })], atUs: AT_US + 1 });
      expect(await index.search(query({ retrieve: ["pdf"] }))).toEqual([]);
      const [row] = await index.findRows(["one"]);
      expect(row).toMatchObject({ effectiveness: 0.8, uses: 4, gapCount: 2, indexedAtUs: AT_US + 1 });
      expect((await index.statistics(["pdf", "docker"])).frequencies).toEqual(
        new Map([
          ["pdf", 0],
          ["docker", 1],
        ]),
      );
    });

    test("a removed skill is found no more, its name starts anew", async () => {
      await index.apply({ put: [skill("one", { body: ["pdf"] })], learn: [learned("one")], atUs: AT_US });
      await index.apply({ remove: ["one", "never-there"], atUs: AT_US });
      expect(await index.rows()).toEqual([]);
      expect((await index.statistics(["pdf"])).documents).toBe(0);
      await index.apply({ put: [skill("one", { body: ["pdf"] })], atUs: AT_US });
      expect((await index.findRows(["one"]))[0]).toMatchObject({
        effectiveness: 0.5,
        uses: 0,
        state: "active",
      });
    });

    test("archived skills are found only when they are asked for, and then alone", async () => {
      await index.apply({
        put: [skill("live", { body: ["pdf"] }), skill("gone", { body: ["pdf"] })],
        learn: [{ ...learned("gone"), state: "archived" }],
        atUs: AT_US,
      });
      expect(names(await index.search(query({ retrieve: ["pdf"] })))).toEqual(["live"]);
      expect(names(await index.search(query({ retrieve: ["pdf"], archived: true })))).toEqual(["gone"]);
    });

    test("the limit holds, also when most matches are archived", async () => {
      const live = Array.from({ length: 12 }, (_, n) => `live-${String(n).padStart(2, "0")}`);
      const gone = Array.from({ length: 120 }, (_, n) => `gone-${n}`);
      await index.apply({
        put: [...gone, ...live].map((name) => skill(name, { body: ["pdf"] })),
        learn: gone.map((name) => ({ ...learned(name), state: "archived" })),
        atUs: AT_US,
      });
      expect(names(await index.search(query({ retrieve: ["pdf"] })))).toEqual(live);
      expect(await index.search(query({ retrieve: ["pdf"], limit: 5 }))).toHaveLength(5);
    });

    test("the nearest skills are found by any of their vectors, with every cosine", async () => {
      await index.apply({ put: [skill("east", {}), skill("north", {})], atUs: AT_US });
      const of = new Map([
        ["east", [vector(1, 0), vector(0, -1)]],
        ["north", [vector(0, 2)]],
      ]);
      await index.apply({ vectors: { model: "m", dimension: 2, of }, atUs: AT_US });
      const found = await index.search(query({ vector: { model: "m", values: vector(0, 3) }, limit: 1 }));
      expect(names(found)).toEqual(["north"]);
      expect(found[0]?.cosines[0]).toBeCloseTo(1, 5);
      const all = await index.search(query({ vector: { model: "m", values: vector(3, 0) } }));
      expect(all.find(({ row }) => row.name === "east")?.cosines[0]).toBeCloseTo(1, 5);
      expect(all.find(({ row }) => row.name === "east")?.cosines[1]).toBeCloseTo(0, 5);
    });

    test("another model or dimension drops every stored vector, and a query of another model finds none", async () => {
      await index.apply({ put: [skill("one", {}), skill("two", {})], atUs: AT_US });
      const both = new Map(["one", "two"].map((name) => [name, [vector(1, 0)]]));
      await index.apply({ vectors: { model: "m", dimension: 2, of: both }, atUs: AT_US });
      expect(await index.listUnembedded("m")).toEqual([]);
      expect(await index.listUnembedded("n")).toEqual(["one", "two"]);
      expect(await index.search(query({ vector: { model: "n", values: vector(1, 0) } }))).toEqual([]);
      const one = new Map([["one", [Float32Array.of(1, 0, 0)]]]);
      await index.apply({ vectors: { model: "m", dimension: 3, of: one }, atUs: AT_US });
      expect(await index.listUnembedded("m")).toEqual(["two"]);
      expect(await index.info()).toMatchObject({ model: "m", dimension: 3, embedded: 1 });
      expect((await index.findVectors(["one", "two"], "m")).size).toBe(1);
    });

    test("a changed skill loses its vectors, an unchanged one keeps them", async () => {
      await index.apply({ put: [skill("one", {}), skill("two", {})], atUs: AT_US });
      const both = new Map(["one", "two"].map((name) => [name, [vector(1, 0)]]));
      await index.apply({ vectors: { model: "m", dimension: 2, of: both }, atUs: AT_US });
      await index.apply({
        put: [skill("one", {})],
        touch: [{ name: "two", path: "/n", stamp: "9" }],
        atUs: AT_US,
      });
      expect(await index.listUnembedded("m")).toEqual(["one"]);
      expect((await index.findRows(["two"]))[0]).toMatchObject({ path: "/n", stamp: "9" });
    });

    test("a vector without direction is near nothing and breaks nothing", async () => {
      await index.apply({ put: [skill("one", {}), skill("two", {})], atUs: AT_US });
      const of = new Map([
        ["one", [vector(0, 0)]],
        ["two", [vector(1, 1)]],
      ]);
      await index.apply({ vectors: { model: "m", dimension: 2, of }, atUs: AT_US });
      const found = await index.search(query({ vector: { model: "m", values: vector(1, 1) } }));
      expect(found.find(({ row }) => row.name === "two")?.cosines[0]).toBeCloseTo(1, 5);
      expect(await index.search(query({ vector: { model: "m", values: vector(0, 0) } }))).toBeArray();
    });

    test("after any changes it answers like the simplest index", async () => {
      const questions = fc.record({
        retrieve: fc.subarray([...INDEX_TERMS]),
        count: fc.subarray([...INDEX_TERMS]),
        vector: fc.option(fc.record({ model: fc.constantFrom("one", "two"), values: indexVectors() })),
        archived: fc.boolean(),
        limit: fc.constant(LIMIT),
      });
      await fc.assert(
        fc.asyncProperty(fc.array(indexChanges, { maxLength: 6 }), questions, async (changes, question) => {
          const { index: subject, dispose } = makeFixture();
          try {
            const model = memorySkillIndex();
            for (const change of changes) {
              await subject.apply(change);
              await model.apply(change);
            }
            expect(await subject.rows()).toEqual(await model.rows());
            expect(await subject.statistics([...INDEX_TERMS])).toEqual(
              await model.statistics([...INDEX_TERMS]),
            );
            const dimension = (await model.info()).dimension;
            const asked = { ...question, vector: dimension === 4 ? question.vector : null };
            expect(rounded(await subject.search(asked))).toEqual(rounded(await model.search(asked)));
            expect(await subject.listUnembedded("one")).toEqual(await model.listUnembedded("one"));
            expect((await subject.info()).notes).toEqual((await model.info()).notes);
          } finally {
            dispose();
          }
        }),
        { numRuns: 40 },
      );
    });
  });
}

function query(parts: Partial<IndexQuery>): IndexQuery {
  return { retrieve: [], count: [], vector: null, archived: false, limit: LIMIT, ...parts };
}

function skill(name: string, terms: Partial<Record<IndexField, readonly string[]>>): IndexedSkill {
  const none = { name: [], trigger: [], description: [], headings: [], body: [], grams: [] };
  return {
    name,
    path: `/skills/${name}/SKILL.md`,
    description: name,
    triggerText: "",
    contentHash: JSON.stringify(terms),
    stamp: "1",
    profileTags: [],
    terms: { ...none, ...terms },
  };
}

function learned(name: string) {
  return {
    name,
    state: "active" as const,
    effectiveness: 0.8,
    uses: 4,
    successes: 3,
    gapCount: 2,
    lastUsedAtUs: AT_US,
    idleSinceUs: AT_US,
    createdAtUs: AT_US,
  };
}

function vector(...values: readonly number[]): Float32Array {
  return Float32Array.from(values);
}

function names(candidates: readonly IndexCandidate[]): readonly string[] {
  return candidates.map(({ row }) => row.name);
}

function rounded(candidates: readonly IndexCandidate[]) {
  return candidates.map((candidate) => ({
    ...candidate,
    cosines: candidate.cosines.map((value) => Math.round(value * 1e5) / 1e5 + 0),
  }));
}
