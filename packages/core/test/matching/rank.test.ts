import { describe, expect, test } from "bun:test";
import {
  type ConfiguredEmbedder,
  findMatches,
  skillTerms,
  taskTerms,
  textsToEmbed,
} from "@metis-curate/core";
import { agentSkill, matcherFixture } from "@metis-curate/testkit";
import { defaultRanker } from "../../src/matching/rank/default-ranker.ts";
import { TextCollection } from "../../src/matching/rank/text-collection.ts";
import { taskTextsToEmbed } from "../../src/matching/rank/texts-to-embed.ts";

function rank(
  task: string,
  skills: readonly { name: string; description: string; triggers?: readonly string[] }[],
) {
  const texts = skills.map((skill) => ({ ...skill, body: "", effectiveness: 0.5 }));
  return defaultRanker(new TextCollection(texts).rankInput(task));
}

const LIBRARY = [
  { name: "invoice-reminder", description: "Writes reminders for unpaid invoices." },
  { name: "orchard-pruning", description: "Cuts dead branches of fruit trees in winter." },
  { name: "bread-baking", description: "Bakes rye bread from sourdough." },
];

describe("by words alone", () => {
  test("what a skill says of itself fits nearly wholly, another subject hardly", () => {
    const ranking = rank("write reminders for unpaid invoices", LIBRARY);
    expect(ranking.skills[0]?.name).toBe("invoice-reminder");
    expect(ranking.fit).toBeGreaterThan(0.9);
    expect(rank("translate this letter into Finnish", LIBRARY).fit).toBeLessThan(0.1);
  });

  test("a trigger phrase of the frontmatter that the task says decides", () => {
    const quiet = { name: "desk", description: "Looks after the daily papers of the office." };
    const told = { ...quiet, name: "morning", triggers: ["what happened overnight"] };
    const ranking = rank("tell me what happened overnight", [quiet, told, ...LIBRARY]);
    expect(ranking.skills[0]?.name).toBe("morning");
    expect(ranking.fit).toBeGreaterThan(0.5);
  });

  test("a misspelt word still finds its skill", () => {
    expect(rank("write invioce remindrs", LIBRARY).skills[0]?.name).toBe("invoice-reminder");
  });
});

describe("texts to embed", () => {
  test("are the whole, its content words, then phrases and sentences once each", () => {
    const texts = textsToEmbed({
      name: "fact-check",
      description: "Checks the claims of a text. Use it before you publish!",
      triggers: ["is this true", "is this true"],
    });
    expect(texts).toEqual([
      "fact check: Checks the claims of a text. Use it before you publish!",
      "fact check Checks claims text publish",
      "is this true",
      "Checks the claims of a text.",
      "Use it before you publish!",
    ]);
  });

  test("of a skill that says a great deal are few", () => {
    const description = "One more sentence here. ".repeat(500);
    expect(textsToEmbed({ name: "x", description: `${description}Different one. Another one.` }).length).toBe(
      5,
    );
    const triggers = Array.from({ length: 99 }, (_, number) => `trigger number ${number}`);
    expect(textsToEmbed({ name: "x", description: "y", triggers }).length).toBe(16);
  });

  test("of a task are itself and its content words, once when they are the same", () => {
    expect(taskTextsToEmbed("how do I bake bread?")).toEqual(["how do I bake bread?", "bake bread"]);
    expect(taskTextsToEmbed("bake bread")).toEqual(["bake bread"]);
    expect(taskTextsToEmbed("what is it")).toEqual(["what is it"]);
  });
});

/** As near as two texts have letters of the first few in common; enough to tell vectors from words. */
const subjects: ConfiguredEmbedder = {
  kind: "embedder",
  embedder: {
    id: "subjects",
    embed: async (texts) => ({
      kind: "vectors",
      vectors: texts.map((text) =>
        Float32Array.from([/money|invoice/i.test(text) ? 1 : 0, /tree/i.test(text) ? 1 : 0, 0.1]),
      ),
    }),
  },
};

test("a task in other words is found by its meaning", async () => {
  const skills = LIBRARY.map(({ name, description }) => agentSkill(name, { description, createdDaysAgo: 3 }));
  const fixture = matcherFixture({ skills, embedder: subjects });
  const outcome = await fixture.matcher.match({ task: "who owes us money", isRecorded: false });
  expect(outcome).toMatchObject({
    ok: true,
    value: { best_skill: "invoice-reminder", method: { embedder: "subjects" } },
  });
});

test("matches keep the order of the ranker where their scores are the same", async () => {
  const fixture = matcherFixture({ skills: [] });
  const put = ["a", "b"].map((name) => {
    const { triggerText, terms } = skillTerms({ name, description: "bake", body: "" });
    return {
      name,
      path: `/${name}`,
      description: "bake",
      triggerText,
      contentHash: name,
      stamp: "",
      profileTags: [],
      terms,
    };
  });
  await fixture.index.apply({ put, atUs: 0 });
  const found = await findMatches({
    indexes: [fixture.index],
    task: taskTerms("bake"),
    vector: null,
    ranker: () => ({
      skills: [
        { name: "b", relevance: 1, why: [] },
        { name: "a", relevance: 1, why: [] },
      ],
      fit: 0,
    }),
    weights: { similarity: 1, effectiveness: 0, profile: 0 },
    profile: null,
    archived: false,
  });
  expect(found.map(({ row }) => row.name)).toEqual(["b", "a"]);
});
