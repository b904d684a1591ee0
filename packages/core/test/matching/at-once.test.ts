import { expect, test } from "bun:test";
import { manualSkill, matcherFixture } from "@metis-curate/testkit";
import type { Embedder } from "../../src/index.ts";

const SKILLS = Array.from({ length: 5 }, (_, at) =>
  manualSkill(`skill-${at}`, { description: `Handles thing ${at}.` }),
);

test("matches at once index and embed each skill once, and each is recorded", async () => {
  const asked: string[] = [];
  const embedder: Embedder = {
    id: "counting",
    embed: async (texts, purpose) => {
      if (purpose === "document") asked.push(...texts);
      return { kind: "vectors", vectors: texts.map((text) => Float32Array.of(text.length, 1)) };
    },
  };
  const fixture = matcherFixture({ skills: SKILLS, embedder: { kind: "embedder", embedder } });
  const outcomes = await Promise.all(
    Array.from({ length: 8 }, (_, at) => fixture.matcher.match({ task: `handle thing ${at % 5}` })),
  );
  expect(outcomes.every(({ ok }) => ok)).toBe(true);
  expect(asked).not.toEqual([]);
  expect(new Set(asked).size).toBe(asked.length);
  expect(fixture.trace.events.filter(({ type }) => type === "skill.matched")).toHaveLength(8);
});

test("feedback given at once is counted whole", async () => {
  const fixture = matcherFixture({ skills: SKILLS });
  await Promise.all(
    Array.from({ length: 6 }, () => fixture.matcher.feedback({ skill: "skill-1", outcome: "success" })),
  );
  await fixture.matcher.reindex();
  const [row] = await fixture.index.findRows(["skill-1"]);
  expect(row).toMatchObject({ uses: 6, successes: 6 });
});

test("what another process learned is known at its next look", async () => {
  const fixture = matcherFixture({ skills: SKILLS });
  const other = fixture.again();
  await other.match({ task: "handle thing 1" });
  await fixture.matcher.feedback({ skill: "skill-1", outcome: "success" });
  const outcome = await other.match({ task: "handle thing 1" });
  const found = outcome.ok ? outcome.value.matches.find(({ name }) => name === "skill-1") : undefined;
  expect(found?.effectiveness).toBe(0.65);
});
