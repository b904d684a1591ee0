import { describe, expect, test } from "bun:test";
import { call, connect, ERAS } from "../support/connect.ts";
import { mcpFixture } from "../support/mcp-fixture.ts";

describe.each(ERAS)("the loop over the %s protocol", (era) => {
  test("match, follow, feedback, and the next match knows it", async () => {
    const fixture = mcpFixture();
    const client = await connect(fixture.mcp, era);
    const task = "deploy the web application to production";
    const matched = await call(client, "skill_match", { task });
    expect(matched.report).toMatchObject({ best_skill: "deploy-web", gap: null });
    const fed = await call(client, "skill_feedback", { name: "deploy-web", outcome: "success", task });
    expect(fed.report).toMatchObject({ effectiveness_before: 0.5, effectiveness: 0.65, uses: 1 });
    expect(fed.report["session_id"]).toBe(matched.report["session_id"]);
    const again = await call(client, "skill_match", { task });
    expect(again.report["matches"]).toMatchObject([{ name: "deploy-web", effectiveness: 0.65 }]);
    expect(JSON.parse(again.text)).toEqual(again.report);
  });

  test("what no skill is there for becomes a gap", async () => {
    const client = await connect(mcpFixture().mcp, era);
    for (const bread of ["rye", "wheat", "spelt"]) {
      const task = `bake a sourdough bread with ${bread} flour`;
      const { report } = await call(client, "skill_match", { task, session_id: "kitchen" });
      expect(report).toMatchObject({ best_skill: null, gap: { suggested_action: "create_new" } });
    }
    const gaps = await call(client, "skill_gaps", { session_id: "kitchen" });
    expect(gaps.report).toMatchObject({ unmatched: 3, gaps: [{ occurrences: 3, sessions: 1 }] });
    expect(gaps.report["tasks"]).toHaveLength(3);
    const others = await call(client, "skill_gaps", { session_id: "garden" });
    expect(others.report).toMatchObject({ unmatched: 0, gaps: [], tasks: [] });
  });

  test("what a client sends null for was left out", async () => {
    const client = await connect(mcpFixture().mcp, era);
    const args = { task: "deploy the web application", profile: null, top_k: null, session_id: null };
    expect((await call(client, "skill_match", args)).report["best_skill"]).toBe("deploy-web");
  });

  test("top_k and profile do what they say", async () => {
    const client = await connect(mcpFixture().mcp, era);
    const task = "deploy the web application or read a PDF";
    const one = await call(client, "skill_match", { task, top_k: 1 });
    expect(one.report["matches"]).toHaveLength(1);
    const expected = await call(client, "skill_match", { task, profile: ["pdf-tables"] });
    expect(expected.report["profile"]).toEqual({ name: null, skills: ["pdf-tables"] });
    const huge = await call(client, "skill_match", { task, top_k: 1e9 });
    expect(String(huge.report["notices"])).toContain("top_k");
  });
});

test("a connection is one session, another is another", async () => {
  const { mcp, trace } = mcpFixture();
  for (let connection = 0; connection < 2; connection += 1) {
    const client = await connect(mcp);
    await call(client, "skill_match", { task: "deploy it" });
    await call(client, "skill_match", { task: "deploy it again" });
    await client.close();
  }
  const sessions = trace.events.filter(({ type }) => type === "skill.matched").map((one) => one.sessionId);
  expect(sessions).toEqual(["session-1", "session-1", "session-2", "session-2"]);
});
