import { describe, expect, test } from "bun:test";
import { agentSkill, manualSkill, matcherFixture } from "@metis-curate/testkit";
import { type EmbedAnswer, type Embedder, SkillIndexError } from "../../src/index.ts";

const SKILLS_DIR = "/home/ada/project/.metis/skills";
const SKILLS = [
  agentSkill("deploy-web", { description: "Deploy the web application.", loadedDaysAgo: [2] }),
  manualSkill("pdf-tables", { description: "Extract tables from PDF files." }),
];

async function reindexed(fixture: ReturnType<typeof matcherFixture>, options = {}) {
  const outcome = await fixture.matcher.reindex(options);
  if (!outcome.ok) throw new Error(outcome.refusal.message);
  return outcome.value;
}

/** Letters of a text, counted: near when texts share letters. */
function letterEmbedder(id: string, answer?: () => EmbedAnswer): Embedder & { readonly asked: string[] } {
  const asked: string[] = [];
  return {
    id,
    asked,
    embed: async (texts) => {
      asked.push(...texts);
      if (answer !== undefined) return answer();
      const vectors = texts.map((text) =>
        Float32Array.from(
          { length: 26 },
          (_, at) => text.toLowerCase().split(String.fromCharCode(97 + at)).length - 1,
        ),
      );
      return { kind: "vectors", vectors };
    },
  };
}

describe("reindexing", () => {
  test("is incremental: only what changed is put, what vanished goes, what was learned stays", async () => {
    const fixture = matcherFixture({ skills: SKILLS });
    expect(await reindexed(fixture)).toMatchObject({
      indexed: 2,
      added: 2,
      updated: 0,
      removed: 0,
      unchanged: 0,
    });
    await fixture.matcher.feedback({ skill: "deploy-web", outcome: "success" });
    expect(await reindexed(fixture)).toMatchObject({ added: 0, updated: 0, removed: 0, unchanged: 2 });
    fixture.fs.unlink(`${SKILLS_DIR}/pdf-tables/SKILL.md`);
    fixture.fs.rmdir(`${SKILLS_DIR}/pdf-tables`);
    fixture.fs.unlink(`${SKILLS_DIR}/deploy-web/SKILL.md`);
    const text = "---\nname: deploy-web\ndescription: Deploy everything.\n---\nNew.\n";
    fixture.fs.writeNewFile(`${SKILLS_DIR}/deploy-web/SKILL.md`, new TextEncoder().encode(text));
    expect(await reindexed(fixture)).toMatchObject({ indexed: 1, updated: 1, removed: 1 });
    const [row] = await fixture.index.rows();
    expect(row?.effectiveness).toBeCloseTo(0.65, 10);
    expect(row).toMatchObject({
      name: "deploy-web",
      uses: 1,
      description: "Deploy everything.",
    });
  });

  test("a deleted index is made again, effectiveness included", async () => {
    const skills = SKILLS;
    const fixture = matcherFixture({ skills });
    await fixture.matcher.feedback({ skill: "pdf-tables", outcome: "failure" });
    const rows = await fixture.index.rows();
    await fixture.index.apply({ remove: rows.map(({ name }) => name), atUs: 0 });
    await reindexed(fixture);
    const facts = (row: (typeof rows)[number]) => ({ ...row, indexedAtUs: 0 });
    expect((await fixture.index.rows()).map(facts)).toEqual(rows.map(facts));
  });

  test("parts of skills and old versions are never indexed, flat skills only where they are asked for", async () => {
    const files = {
      ".metis/skills/deploy-web/references/api.md": "# API\n\nDetails.",
      ".metis/skills/.versions/old/SKILL.md": "---\nname: old\ndescription: Old.\n---\n",
      "notes/knitting.md": "---\ndescription: Knit socks from wool.\n---\nKnit.",
      "notes/references/yarn.md": "---\ndescription: Kinds of yarn.\n---\nYarn.",
      "notes/.versions/knitting.md": "---\ndescription: Knit as before.\n---\nYarn.",
      "notes/plain.md": "# Tying knots\n\nHow to tie a bowline.",
    };
    const names = async (flat: readonly string[]) => {
      const fixture = matcherFixture({ skills: SKILLS, files, matching: { flat_skills: flat } });
      await reindexed(fixture);
      return (await fixture.index.rows()).map(({ name }) => name);
    };
    expect(await names([])).toEqual(["deploy-web", "pdf-tables"]);
    expect(await names(["notes/**/*.md", "notes/.versions/*.md"])).toEqual([
      "deploy-web",
      "knitting",
      "pdf-tables",
      "plain",
    ]);
  });

  test("vectors are made once, and anew for another model", async () => {
    const first = letterEmbedder("letters");
    const fixture = matcherFixture({ skills: SKILLS, embedder: { kind: "embedder", embedder: first } });
    expect(await reindexed(fixture)).toMatchObject({
      embedded: 2,
      method: { embedder: "letters", hint: null },
    });
    expect(await reindexed(fixture)).toMatchObject({ embedded: 0 });
    const match = await fixture.matcher.match({ task: "deploy the web application" });
    expect(match.ok ? match.value.method : null).toEqual({ embedder: "letters", hint: null });
    expect(await fixture.index.info()).toMatchObject({ model: "letters", dimension: 26, embedded: 2 });
  });

  test.each([
    ["says that it is not installed", (): EmbedAnswer => ({ kind: "unavailable", message: "not installed" })],
    ["gives too few vectors", (): EmbedAnswer => ({ kind: "vectors", vectors: [] })],
    [
      "gives what is no number",
      (): EmbedAnswer => ({
        kind: "vectors",
        vectors: [Float32Array.of(1, Number.NaN), Float32Array.of(1, 2)],
      }),
    ],
  ])("an embedder that %s leaves matching by words, with a hint", async (_, answer) => {
    const embedder = letterEmbedder("broken", answer);
    const fixture = matcherFixture({ skills: SKILLS, embedder: { kind: "embedder", embedder } });
    const report = await reindexed(fixture);
    expect(report.method.embedder).toBe("lexical");
    expect(report.method.hint).toBeString();
    const match = await fixture.matcher.match({ task: "deploy the web application" });
    expect(match.ok ? match.value.best_skill : null).toBe("deploy-web");
    expect(match.ok ? match.value.method.embedder : null).toBe("lexical");
  });

  test("a cancelled run keeps what it did", async () => {
    const embedder = letterEmbedder("letters");
    const fixture = matcherFixture({ skills: SKILLS, embedder: { kind: "embedder", embedder } });
    const outcome = await fixture.matcher.reindex({ signal: AbortSignal.abort() });
    expect(outcome).toMatchObject({ ok: false, refusal: { kind: "cancelled" } });
    expect(await reindexed(fixture)).toMatchObject({ indexed: 2 });
  });

  test("an index that turns out damaged is filled again, never fatal; one that cannot be used is a refusal", async () => {
    const fixture = matcherFixture({ skills: SKILLS });
    fixture.index.breakWith(new SkillIndexError("io", "skill index cannot be used"));
    const refused = await fixture.matcher.match({ task: "deploy" });
    expect(refused).toMatchObject({ ok: false, refusal: { kind: "unwritable", exitCode: 3 } });
    const health = await fixture.matcher.health();
    expect(health.ok && health.value.ok).toBe(false);
    fixture.index.breakWith(null);
    expect((await fixture.matcher.match({ task: "deploy the web application" })).ok).toBe(true);
    const later = await fixture.matcher.health();
    expect(later.ok && later.value.ok && later.value.roots[0]?.index?.fresh).toBe(true);
  });
});

describe("a .usage.json", () => {
  const usage = {
    "deploy-web": {
      use_count: 9,
      last_used_at: "2026-05-30T10:00:00+00:00",
      created_by: "agent",
      pinned: false,
    },
    "pdf-tables": { last_used_at: null, last_viewed_at: "2026-05-01T00:00:00" },
    "no-such-skill": { last_used_at: "2026-05-01T00:00:00Z" },
    "from-the-future": { last_used_at: "2099-01-01T00:00:00Z" },
  };
  const files = { ".metis/skills/.usage.json": JSON.stringify(usage) };

  test("becomes loads once, and gives neither origin nor effectiveness", async () => {
    const fixture = matcherFixture({ skills: SKILLS, files });
    expect(await reindexed(fixture)).toMatchObject({ migrated: 2 });
    expect(await reindexed(fixture)).toMatchObject({ migrated: 0 });
    const loads = fixture.trace.events.filter(({ sessionId }) => sessionId.startsWith("usage-"));
    expect(loads.map(({ payload }) => payload["skill_id"])).toEqual(["deploy-web", "pdf-tables"]);
    const rows = await fixture.index.rows();
    expect(rows.map(({ uses, effectiveness }) => [uses, effectiveness])).toEqual([
      [0, 0.5],
      [0, 0.5],
    ]);
    expect(rows[1]?.lastUsedAtUs).toBe(Date.parse("2026-05-01T00:00:00Z") * 1_000);
  });

  test.each(["", "[]", "null", "{", '"x"'])("%j is left out with a notice", async (text) => {
    const fixture = matcherFixture({ skills: SKILLS, files: { ".metis/skills/.usage.json": text } });
    expect((await reindexed(fixture)).notices.join()).toContain(".usage.json");
  });
});
