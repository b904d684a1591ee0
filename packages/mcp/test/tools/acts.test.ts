import { expect, test } from "bun:test";
import { agentSkill } from "@metis-curate/testkit";
import { call, connect } from "../support/connect.ts";
import { DEPLOY, type McpFixture, mcpFixture, PDF } from "../support/mcp-fixture.ts";

const SKILLS = "/home/ada/project/.metis/skills";

function lastEvents({ trace }: McpFixture, count: number): readonly string[] {
  return trace.events.slice(-count).map(({ type, payload }) => `${type} ${payload["action"] ?? ""}`.trim());
}

test("archive and restore are acts of the curator: files, events and undo", async () => {
  const fixture = mcpFixture();
  const client = await connect(fixture.mcp);
  const archived = await call(client, "skill_archive", {
    name: "deploy-web",
    reason: "we moved to another host",
  });
  expect(archived).toMatchObject({ isError: false, report: { action: "archive", skill: "deploy-web" } });
  expect(() => fixture.fs.stat(`${SKILLS}/deploy-web`)).toThrow();
  expect(lastEvents(fixture, 1)).toEqual(["skill.curated archive"]);
  expect(JSON.stringify(fixture.trace.events.at(-1)?.payload)).toContain("another host");
  expect((await call(client, "skill_match", { task: "deploy the web application" })).report).toMatchObject({
    gap: { suggested_action: "restore_archived", skill: "deploy-web" },
  });
  const restored = await call(client, "skill_restore", { name: "deploy-web" });
  expect(restored.report).toMatchObject({ action: "restore", skill: "deploy-web" });
  expect(fixture.fs.stat(`${SKILLS}/deploy-web/SKILL.md`).kind).toBe("file");
});

test("a draft is promoted, and promoting an archived skill restores it", async () => {
  const draft = agentSkill("new-audit", { description: "Audit cloud spending.", draft: true });
  const fixture = mcpFixture({ skills: [draft, DEPLOY] });
  const client = await connect(fixture.mcp);
  expect((await call(client, "skill_promote", { name: "new-audit" })).report).toMatchObject({
    action: "promote",
  });
  expect(lastEvents(fixture, 1)).toEqual(["skill.promoted"]);
  expect((await call(client, "skill_promote", { name: "new-audit" })).isError).toBe(false);
  await call(client, "skill_archive", { name: "deploy-web" });
  expect((await call(client, "skill_promote", { name: "deploy-web" })).report).toMatchObject({
    action: "restore",
  });
});

test("what a person wrote, edited or pinned is not an agent's to move", async () => {
  const edited = agentSkill("edited", { description: "Edited by hand.", editedBody: "Other words." });
  const pinned = agentSkill("kept", {
    description: "Kept.",
    events: [{ type: "skill.curated", daysAgo: 3, payload: { action: "pin" } }],
  });
  const fixture = mcpFixture({ skills: [PDF, DEPLOY, edited, pinned] });
  const { acts } = fixture.place.libraries[0] ?? {};
  expect(acts).toBeDefined();
  const client = await connect(fixture.mcp);
  const before = fixture.trace.events.length;
  for (const name of ["pdf-tables", "edited"]) {
    const { isError, report } = await call(client, "skill_archive", { name });
    expect({ name, isError, kind: report["kind"] }).toEqual({ name, isError: true, kind: "not-touchable" });
  }
  expect(fixture.trace.events).toHaveLength(before);
  expect(fixture.fs.stat(`${SKILLS}/pdf-tables/SKILL.md`).kind).toBe("file");
});

test("unknown skills, taken names and bad times are refusals with a kind", async () => {
  const fixture = mcpFixture();
  const client = await connect(fixture.mcp);
  const kinds = [
    ["skill_archive", { name: "nothing" }, "unknown-skill"],
    ["skill_promote", { name: "nothing" }, "unknown-skill"],
    ["skill_restore", { name: "nothing" }, "unknown-skill"],
    ["skill_restore", { name: "deploy-web" }, "not-archived"],
    ["skill_restore", { name: "deploy-web", before: "yesterday" }, "bad-time"],
    ["skill_restore", { name: "deploy-web", before: "2020-01-01T00:00:00Z" }, "no-snapshot"],
  ] as const;
  for (const [tool, args, kind] of kinds) {
    const { isError, report, text } = await call(client, tool, args);
    expect({ tool, args, isError, kind: report["kind"] }).toEqual({ tool, args, isError: true, kind });
    expect(JSON.parse(text)).toEqual(report);
    expect(String(report["message"])).not.toContain("\n");
  }
});

test("the workspace is asked first, then the global library", async () => {
  const global = mcpFixture({
    scope: "global",
    skills: [agentSkill("everywhere", { description: "For all." })],
  });
  const here = mcpFixture();
  const libraries = [...here.place.libraries, ...global.place.libraries];
  const client = await connect({
    ...here.mcp,
    open: async () => ({ ok: true, value: { ...here.place, libraries } }),
  });
  expect((await call(client, "skill_archive", { name: "everywhere" })).report["skill"]).toBe("everywhere");
  expect(global.trace.events.at(-1)?.type).toBe("skill.curated");
  expect((await call(client, "skill_archive", { name: "deploy-web" })).isError).toBe(false);
  expect((await call(client, "skill_archive", { name: "nowhere" })).report["kind"]).toBe("unknown-skill");
});
