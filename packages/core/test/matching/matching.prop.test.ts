import { describe, expect, test } from "bun:test";
import { hostileTextArbitrary, manualSkill, matcherFixture } from "@metis-curate/testkit";
import * as fc from "fast-check";
import {
  clusterTasks,
  defaultRanker,
  findMatches,
  scoreSkill,
  skillTerms,
  TOP_K_MAX,
  taskTerms,
} from "../../src/index.ts";
import { TextCollection } from "../../src/matching/rank/text-collection.ts";
import { stemWord } from "../../src/matching/terms/stem-word.ts";

const share = fc.double({ min: 0, max: 1, noNaN: true });
const text = fc.oneof(fc.string({ maxLength: 200 }), fc.string({ unit: "binary", maxLength: 60 }));
const weights = fc.record({
  similarity: fc.double({ min: 0.01, max: 1, noNaN: true }),
  effectiveness: share,
  profile: share,
});

describe("a score", () => {
  test("always lies between 0 and 1 and never falls when a part grows", () => {
    fc.assert(
      fc.property(
        share,
        share,
        share,
        weights,
        fc.constantFrom(null, 0 as const, 1 as const),
        (a, b, other, w, p) => {
          const [low, high] = a < b ? [a, b] : [b, a];
          const at = (similarity: number, effectiveness: number) =>
            scoreSkill({ similarity, effectiveness, profileMatch: p }, w);
          expect(at(low, other)).toBeGreaterThanOrEqual(0);
          expect(at(high, other)).toBeLessThanOrEqual(1);
          expect(at(high, other)).toBeGreaterThanOrEqual(at(low, other));
          expect(at(other, high)).toBeGreaterThanOrEqual(at(other, low));
        },
      ),
    );
  });

  test("of equal parts is that part, with a profile and without", () => {
    fc.assert(
      fc.property(weights, (w) => {
        expect(scoreSkill({ similarity: 1, effectiveness: 1, profileMatch: 1 }, w)).toBe(1);
        expect(scoreSkill({ similarity: 1, effectiveness: 1, profileMatch: null }, w)).toBe(1);
        expect(scoreSkill({ similarity: 0, effectiveness: 0, profileMatch: null }, w)).toBe(0);
      }),
    );
  });
});

describe("terms", () => {
  test("of any text hold no white space, and those of a skill are found by its own name", () => {
    fc.assert(
      fc.property(text, text, (description, body) => {
        const { terms } = skillTerms({ name: "web-deploy", description, body });
        for (const term of Object.values(terms).flat()) expect(term).toMatch(/^[^\s"]+$/u);
        expect(terms.name).toEqual(taskTerms("web-deploy").words.map(({ term }) => term));
      }),
    );
  });

  test("of a text are those of its upper case, its accents and its other normal form", () => {
    const words = fc.array(fc.constantFrom("café", "naïve", "Ångström", "déploiement", "façade"), {
      maxLength: 5,
    });
    fc.assert(
      fc.property(words, (list) => {
        const plain = (task: string) => taskTerms(task).words.map(({ term }) => term);
        const joined = list.join(" ");
        expect(plain(joined.toUpperCase())).toEqual(plain(joined));
        expect(plain(joined.normalize("NFD"))).toEqual(plain(joined));
        expect(plain(joined.normalize("NFD").replace(/\p{Mn}/gu, ""))).toEqual(plain(joined));
      }),
    );
  });

  test("a stem never grows, and a stem of letters stays letters", () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[a-z]{1,14}$/), (word) => {
        expect(stemWord(word)).toMatch(/^[a-z]+$/);
        expect(stemWord(word).length).toBeLessThanOrEqual(word.length);
      }),
    );
  });
});

describe("a ranking", () => {
  const library = [
    "deploy the web app",
    "extract tables from pdf",
    "数据库迁移",
    "write a résumé",
    "bake rye bread",
  ];
  const collection = new TextCollection(
    library.map((description, at) => ({ name: `skill-${at}`, description, body: "", effectiveness: 0.5 })),
  );

  test("is the same whatever the order of the candidates, best first, all between 0 and 1", () => {
    const tasks = fc.array(fc.constantFrom(...library.flatMap((line) => line.split(" "))), { maxLength: 8 });
    fc.assert(
      fc.property(tasks, fc.nat(), (words, turn) => {
        const input = collection.rankInput(words.join(" "));
        const at = input.candidates.length === 0 ? 0 : turn % input.candidates.length;
        const candidates = [...input.candidates.slice(at), ...input.candidates.slice(0, at)];
        const ranking = defaultRanker(input);
        expect(defaultRanker({ ...input, candidates })).toEqual(ranking);
        const relevance = ranking.skills.map((skill) => skill.relevance);
        expect(relevance).toEqual(relevance.toSorted((a, b) => b - a));
        for (const value of [...relevance, ranking.fit]) {
          expect(value).toBeGreaterThanOrEqual(0);
          expect(value).toBeLessThanOrEqual(1);
        }
      }),
    );
  });

  test("puts a skill first for its own description", () => {
    for (const [at, description] of library.entries()) {
      const ranking = defaultRanker(collection.rankInput(description));
      expect(ranking.skills[0]?.name).toBe(`skill-${at}`);
      expect(ranking.fit).toBeGreaterThan(0.8);
    }
  });
});

describe("clusters", () => {
  test("hold every task once, in order, whatever the tasks say", () => {
    fc.assert(
      fc.property(fc.array(text, { maxLength: 12 }), (tasks) => {
        const given = tasks.map((task, at) => ({ id: String(at), task }));
        const clusters = clusterTasks(given);
        const ids = clusters.flatMap(({ tasks: members }) => members.map(({ id }) => Number(id)));
        expect(ids.toSorted((a, b) => a - b)).toEqual(given.map((_, at) => at));
        for (const { tasks: members } of clusters) {
          const own = members.map(({ id }) => Number(id));
          expect(own).toEqual(own.toSorted((a, b) => a - b));
        }
      }),
    );
  });
});

describe("a matcher", () => {
  test("answers or refuses any request, within its bounds, and records what it answers once", async () => {
    const fixture = matcherFixture({
      skills: [manualSkill("pdf", { description: "Extract tables from PDF." }), manualSkill("web")],
    });
    const request = fc.record({
      task: fc.oneof(text, hostileTextArbitrary()),
      topK: fc.option(fc.oneof(fc.integer(), fc.double(), fc.constantFrom(0, -1, 1e9)), { nil: undefined }),
      profile: fc.option(fc.oneof(text, fc.array(text, { maxLength: 3 })), { nil: undefined }),
      sessionId: fc.option(text, { nil: undefined }),
    });
    await fc.assert(
      fc.asyncProperty(request, async ({ task, topK, profile, sessionId }) => {
        const before = fixture.trace.events.length;
        const outcome = await fixture.matcher.match({
          task,
          ...(topK !== undefined && { topK }),
          ...(profile !== undefined && { profile }),
          ...(sessionId !== undefined && { sessionId }),
        });
        expect(fixture.trace.events.length - before).toBe(outcome.ok ? 1 : 0);
        if (!outcome.ok) {
          expect([2, 3]).toContain(outcome.refusal.exitCode);
          expect(outcome.refusal.message).not.toMatch(/[\r\n]/);
          return;
        }
        const { matches, best_skill: best, gap } = outcome.value;
        expect(matches.length).toBeLessThanOrEqual(Math.min(TOP_K_MAX, topK ?? 3));
        expect(best === null).toBe(gap !== null);
        const scores = matches.map(({ score }) => score);
        expect(scores).toEqual(scores.toSorted((a, b) => b - a));
        if (best !== null) expect(matches[0]).toMatchObject({ name: best });
        if (best === null) for (const score of scores) expect(score).toBeLessThan(0.5);
      }),
      { numRuns: 60 },
    );
  });

  test("of two roots names each skill once, the first root's", async () => {
    const one = matcherFixture({ skills: [manualSkill("pdf", { description: "Extract tables from PDF." })] });
    const two = matcherFixture({
      skills: [
        manualSkill("pdf", { description: "Extract tables from PDF, globally." }),
        manualSkill("audio", { description: "Transcribe audio files." }),
      ],
      scope: "global",
    });
    await one.matcher.reindex();
    await two.matcher.reindex();
    const found = await findMatches({
      indexes: [one.index, two.index],
      task: taskTerms("extract tables from pdf, transcribe audio globally"),
      vector: null,
      ranker: defaultRanker,
      weights: { similarity: 0.6, effectiveness: 0.2, profile: 0.2 },
      profile: null,
      archived: false,
    });
    expect(found.map(({ row }) => [row.name, row.path.startsWith("/home/ada/project")]).toSorted()).toEqual([
      ["audio", false],
      ["pdf", true],
    ]);
  });
});
