import { describe, expect, test } from "bun:test";
import { agentSkill, manualSkill, matcherFixture } from "@metis-curate/testkit";
import { createCurator, createMatcher, type Embedder } from "../../src/index.ts";

const PDF = manualSkill("pdf-tables", {
  description: "Extract tables and text from PDF files. Use when the user asks to read a PDF.",
});
const DEPLOY = agentSkill("deploy-web", {
  description:
    "Deploy the web application to production with a canary. Use when asked to deploy or roll back.",
  loadedDaysAgo: [1],
});
const CHINESE = manualSkill("data-migration", { description: "数据库迁移：在生产环境迁移表结构。" });
const FRENCH = manualSkill("resume-writer", { description: "Rédige un résumé de réunion en français." });
const LIBRARY = [PDF, DEPLOY, CHINESE, FRENCH];

async function match(fixture: ReturnType<typeof matcherFixture>, task: string, more = {}) {
  const outcome = await fixture.matcher.match({ task, ...more });
  if (!outcome.ok) throw new Error(outcome.refusal.message);
  return outcome.value;
}

describe("matching", () => {
  test("a task finds its skill with the path of the file, and says why", async () => {
    const fixture = matcherFixture({ skills: LIBRARY });
    const report = await match(fixture, "deploy the web application to production");
    expect(report.best_skill).toBe("deploy-web");
    expect(report.gap).toBeNull();
    const [best] = report.matches;
    expect(best?.path).toBe("/home/ada/project/.metis/skills/deploy-web/SKILL.md");
    expect(best?.score).toBeGreaterThanOrEqual(0.5);
    expect(best?.profile_match).toBeNull();
    expect(best?.state).toBe("active");
    expect(best?.why).toContain("deploy");
  });

  test("an unrelated task reads as unrelated and is a gap", async () => {
    const fixture = matcherFixture({ skills: LIBRARY });
    const report = await match(fixture, "bake a sourdough bread with rye flour");
    expect(report.best_skill).toBeNull();
    expect(report.gap?.suggested_action).toBe("create_new");
    for (const { similarity } of report.matches) expect(similarity).toBeLessThan(0.2);
  });

  test("Chinese, accents, other forms of a word and typos are found", async () => {
    const fixture = matcherFixture({ skills: LIBRARY });
    expect((await match(fixture, "迁移数据库")).matches[0]?.name).toBe("data-migration");
    expect((await match(fixture, "resume d'une reunion en francais")).matches[0]?.name).toBe("resume-writer");
    expect((await match(fixture, "deploying to productions")).matches[0]?.name).toBe("deploy-web");
    expect((await match(fixture, "extrct tabels")).matches[0]?.name).toBe("pdf-tables");
  });

  test("every match is an event with the task, and a hash in its place when so configured", async () => {
    const plain = matcherFixture({ skills: LIBRARY });
    await match(plain, "  read a PDF  ", { sessionId: "s-1" });
    const [event] = plain.trace.events.filter(({ type }) => type === "skill.matched");
    expect(event?.payload).toMatchObject({ task: "read a PDF", best_skill: "pdf-tables", profile: null });
    expect(event?.sessionId).toBe("s-1");
    expect(event?.sensitivity).toBe("private");
    const hashed = matcherFixture({ skills: LIBRARY, matching: { store_task: "hash" } });
    await match(hashed, "read a PDF");
    const task = hashed.trace.events.find(({ type }) => type === "skill.matched")?.payload["task"];
    expect(task).toMatch(/^sha256:[0-9a-f]{32}$/);
  });

  test("an empty library logs the gap", async () => {
    const fixture = matcherFixture();
    const report = await match(fixture, "deploy it");
    expect(report).toMatchObject({ matches: [], best_skill: null });
    expect(report.gap).toMatchObject({ best_score: 0, suggested_action: "create_new", skill: null });
    expect(fixture.trace.events.at(-1)?.payload).toMatchObject({ best_skill: null, best_score: 0, top: [] });
  });

  test("an empty task, a bad top_k, an unknown profile and a bad session are refused in one line", async () => {
    const { matcher, trace } = matcherFixture({
      skills: LIBRARY,
      matching: { profiles: { web: ["deploy-web"] } },
    });
    const requests = [
      [{ task: " \n\t" }, "empty-task"],
      [{ task: "x", topK: 0 }, "invalid-top-k"],
      [{ task: "x", topK: -1 }, "invalid-top-k"],
      [{ task: "x", topK: 1.5 }, "invalid-top-k"],
      [{ task: "x", topK: Number.NaN }, "invalid-top-k"],
      [{ task: "x", profile: "nobody" }, "unknown-profile"],
      [{ task: "x", sessionId: "a b" }, "invalid-session"],
    ] as const;
    const before = trace.events.length;
    for (const [request, kind] of requests) {
      const outcome = await matcher.match(request);
      expect(outcome.ok ? "" : outcome.refusal.kind).toBe(kind);
      expect(outcome.ok ? "" : outcome.refusal.message).not.toContain("\n");
      expect(outcome.ok ? 0 : outcome.refusal.exitCode).toBe(2);
    }
    expect(trace.events).toHaveLength(before);
  });

  test("a huge top_k is clamped and says so, a task of a megabyte is answered", async () => {
    const fixture = matcherFixture({ skills: LIBRARY });
    const report = await match(fixture, "deploy the web application", { topK: 1e9 });
    expect(report.notices.join()).toContain("top_k");
    const huge = `deploy the web application ${"lorem ipsum ".repeat(90_000)}`;
    expect((await match(fixture, huge)).matches.map(({ name }) => name)).toContain("deploy-web");
    const stored = fixture.trace.events.at(-1)?.payload["task"];
    expect(String(stored).length).toBeLessThanOrEqual(2_000);
  });

  test("an archived skill never matches; the gap says that it would", async () => {
    const fixture = matcherFixture({ skills: LIBRARY });
    await match(fixture, "deploy the web application to production");
    await createCurator(fixture.deps).archive("deploy-web");
    const report = await match(fixture, "deploy the web application to production");
    expect(report.matches.map(({ name }) => name)).not.toContain("deploy-web");
    expect(report.gap).toMatchObject({ suggested_action: "restore_archived", skill: "deploy-web" });
    await createCurator(fixture.deps).restore("deploy-web");
    expect((await match(fixture, "deploy the web application to production")).best_skill).toBe("deploy-web");
  });

  test("a skill removed, added or changed on disk is noticed without reindexing", async () => {
    const fixture = matcherFixture({ skills: LIBRARY });
    await match(fixture, "read a PDF");
    const { fs } = fixture;
    fs.unlink("/home/ada/project/.metis/skills/pdf-tables/SKILL.md");
    fs.rmdir("/home/ada/project/.metis/skills/pdf-tables");
    fs.mkdir("/home/ada/project/.metis/skills/knitting");
    const text = "---\nname: knitting\ndescription: Knit socks and scarves from wool yarn.\n---\nKnit.\n";
    fs.writeNewFile("/home/ada/project/.metis/skills/knitting/SKILL.md", new TextEncoder().encode(text));
    expect((await match(fixture, "read a PDF file")).matches.map(({ name }) => name)).not.toContain(
      "pdf-tables",
    );
    expect((await match(fixture, "knit socks from wool")).best_skill).toBe("knitting");
  });

  test("stale and draft skills match, marked", async () => {
    const skills = [
      agentSkill("old-deploy", { description: "Deploy the legacy billing service.", createdDaysAgo: 60 }),
      agentSkill("new-audit", {
        description: "Audit cloud spending per team.",
        draft: true,
        createdDaysAgo: 1,
      }),
    ];
    const fixture = matcherFixture({ skills });
    expect((await match(fixture, "deploy the legacy billing service")).matches[0]?.state).toBe("stale");
    expect((await match(fixture, "audit cloud spending per team")).matches[0]?.state).toBe("draft");
  });

  test("a profile counts for what it expects, by list, by name and from an agent file", async () => {
    const files = { ".kiro/agents/reviewer.json": JSON.stringify({ expected_skills: ["pdf-tables"] }) };
    const matching = { profiles: { web: ["deploy-web"] } };
    const fixture = matcherFixture({ skills: LIBRARY, files, matching });
    for (const profile of ["web", ["deploy-web"]]) {
      const report = await match(fixture, "deploy the web application", { profile });
      expect(report.matches[0]?.profile_match).toBe(1);
    }
    const other = await match(fixture, "deploy the web application", { profile: "reviewer" });
    expect(other.matches[0]).toMatchObject({ name: "deploy-web", profile_match: 0 });
    expect(other.profile?.skills).toEqual(["pdf-tables"]);
  });

  test("credentials in a task do not reach the trace", async () => {
    const secret = "fixture-secret-0123456789";
    const fixture = matcherFixture({ skills: LIBRARY });
    await match(fixture, `deploy with ${secret} now`);
    expect(JSON.stringify(fixture.trace.events)).not.toContain(secret);
  });

  test("a trace that cannot be written costs the record, not the answer", async () => {
    const fixture = matcherFixture({ skills: LIBRARY, trace: { readOnly: true } });
    const report = await match(fixture, "read a PDF file");
    expect(report.matches[0]?.name).toBe("pdf-tables");
    expect(report.notices.join()).toContain("not recorded");
  });
});

test("a task its embedder cannot read is matched by words, and the answer says so", async () => {
  const blind: Embedder = {
    id: "blind",
    embed: async (texts) => ({
      kind: "vectors",
      vectors: texts.map((text) => Float32Array.of(/[a-z]/.test(text) ? 1 : 0, 0)),
    }),
  };
  const fixture = matcherFixture({ skills: LIBRARY, embedder: { kind: "embedder", embedder: blind } });
  const unrelated = await match(fixture, "明天的股票价格是多少");
  expect(unrelated.best_skill).toBeNull();
  for (const { similarity } of unrelated.matches) expect(similarity).toBeLessThan(0.2);
  expect(unrelated.method.embedder).toBe("lexical");
  expect(unrelated.method.hint).toContain("blind cannot read this task");
  expect((await match(fixture, "在生产环境迁移表结构")).best_skill).toBe("data-migration");
  expect((await match(fixture, "deploy the web application")).method.embedder).toBe("blind");
});

test.each([
  ["安排一个会议", "calendar"],
  ["请帮我安排会议", "calendar"],
  ["会議の予定を作成してください", "meeting-ja"],
  ["이미지를 압축해줘", "image-ko"],
  ["明天的股票价格是多少", null],
  ["りんごの皮をむいてください", null],
  ["사과를 깎아줘", null],
])("by words alone, %s gets %p", async (task, wanted) => {
  const fixture = matcherFixture({
    skills: [
      manualSkill("calendar", { description: "在日历中安排会议并发送邀请。当用户想要预约会议时使用。" }),
      manualSkill("meeting-ja", { description: "会議の予定を作成し、参加者に通知する。" }),
      manualSkill("image-ko", { description: "이미지를 압축하고 크기를 조정합니다." }),
      ...LIBRARY,
    ],
  });
  expect((await match(fixture, task)).best_skill).toBe(wanted);
});

test("an index that was made anew is said once", async () => {
  const { matcherDeps, index } = matcherFixture({ skills: LIBRARY });
  const info = async () => ({ ...(await index.info()), notices: ["index.db was damaged; made anew"] });
  const main = { ...matcherDeps.main, index: { ...index, info } };
  const matcher = createMatcher({ ...matcherDeps, main });
  const first = await matcher.match({ task: "read a PDF" });
  expect(first.ok && first.value.notices).toEqual(["index.db was damaged; made anew"]);
  const second = await matcher.match({ task: "read a PDF" });
  expect(second.ok && second.value.notices).toEqual([]);
});

test("only the files of skills that are named are looked at", async () => {
  const skills = Array.from({ length: 40 }, (_, n) =>
    manualSkill(`deploy-${n}`, { description: `Deploy the web application number ${n}.` }),
  );
  const fixture = matcherFixture({ skills });
  await match(fixture, "deploy the web application");
  const { fs } = fixture.deps;
  const looked: string[] = [];
  const stat = fs.stat.bind(fs);
  fs.stat = (path) => {
    looked.push(path);
    return stat(path);
  };
  await match(fixture, "deploy the web application", { topK: 7 });
  expect(looked.filter((path) => path.endsWith("SKILL.md"))).toHaveLength(7);
});
