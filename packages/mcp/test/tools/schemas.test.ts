import { describe, expect, test } from "bun:test";
import { agentSkill } from "@metis-curate/testkit";
import * as v from "valibot";
import { MCP_TOOLS } from "../../src/index.ts";
import { inputJsonSchema, outputJsonSchema } from "../../src/schemas/json-schema.ts";
import { call, connect } from "../support/connect.ts";
import { fakeScout } from "../support/fake-scout.ts";
import { DEPLOY, mcpFixture, PDF } from "../support/mcp-fixture.ts";
import { findUndescribed } from "../support/undescribed.ts";

const READING = ["skill_gaps", "skill_lifecycle", "skill_health", "curator_plan"];
const TAKING = ["skill_archive", "skill_restore"];

test("the tools are those of the contract, with their parameters", () => {
  const parameters = MCP_TOOLS.map(({ name, input }) => [name, ...Object.keys(input.entries)]);
  expect(parameters).toEqual([
    ["skill_match", "task", "profile", "top_k", "session_id"],
    ["skill_feedback", "name", "outcome", "session_id", "task"],
    ["skill_gaps", "session_id", "profile"],
    ["skill_lifecycle"],
    ["skill_promote", "name"],
    ["skill_archive", "name", "reason"],
    ["skill_restore", "name", "before"],
    ["skill_reindex"],
    ["skill_scout", "query", "gaps_only"],
    ["skill_scout_adopt", "target", "content_hash"],
    ["skill_scout_dismiss", "target"],
    ["skill_health"],
    ["curator_plan", "scope"],
  ]);
  const defaults = MCP_TOOLS.flatMap((tool) =>
    Object.entries(Object(inputJsonSchema(tool)["properties"])).flatMap(([name, schema]) =>
      "default" in Object(schema) ? [[name, Object(schema).default]] : [],
    ),
  );
  expect(defaults).toEqual([
    ["top_k", 3],
    ["gaps_only", false],
  ]);
});

describe.each(MCP_TOOLS.map((tool) => [tool.name, tool] as const))("%s", (name, tool) => {
  test("describes itself, its arguments and its report", async () => {
    const client = await connect(mcpFixture().mcp);
    const listed = (await client.listTools()).tools.find((one) => one.name === name);
    expect(listed?.title).toBe(tool.title);
    expect(listed?.inputSchema as unknown).toEqual(inputJsonSchema(tool));
    expect(listed?.outputSchema as unknown).toEqual(outputJsonSchema(tool));
    expect(listed?.inputSchema["additionalProperties"]).toBe(false);
    for (const property of Object.values(Object(listed?.inputSchema.properties))) {
      expect(Object(property).description).toBeString();
    }
  });

  test("says honestly what it does", () => {
    const { readOnlyHint, destructiveHint, openWorldHint } = tool.hints;
    expect(readOnlyHint).toBe(READING.includes(name));
    expect(destructiveHint).toBe(TAKING.includes(name));
    expect(openWorldHint).toBe(["skill_scout", "skill_scout_adopt"].includes(name));
  });
});

test("a remote embedder opens the world of what embeds", async () => {
  const { mcp, place } = mcpFixture({ place: { embedsRemotely: true } });
  const client = await connect({ ...mcp, open: async () => ({ ok: true, value: place }) });
  const open = (await client.listTools()).tools.filter(
    ({ annotations }) => annotations?.openWorldHint === true,
  );
  expect(open.map(({ name }) => name)).toEqual([
    "skill_match",
    "skill_reindex",
    "skill_scout",
    "skill_scout_adopt",
  ]);
});

test("every report holds what its schema describes and nothing else", async () => {
  const draft = agentSkill("new-audit", { description: "Audit cloud spending per team.", draft: true });
  const old = agentSkill("old-thing", { description: "Something of old." });
  const fixture = mcpFixture({
    skills: [DEPLOY, PDF, draft, old],
    place: { scout: fakeScout() },
  });
  const client = await connect(fixture.mcp);
  for (let time = 0; time < 3; time += 1) {
    await call(client, "skill_match", { task: "bake a rye sourdough bread", session_id: "s" });
  }
  const calls: readonly (readonly [string, Record<string, unknown>])[] = [
    ["skill_match", { task: "deploy the web application", profile: ["deploy-web"] }],
    ["skill_match", { task: "knit a scarf" }],
    ["skill_feedback", { name: "new-audit", outcome: "partial" }],
    ["skill_gaps", { session_id: "s" }],
    ["skill_lifecycle", {}],
    ["curator_plan", {}],
    ["skill_promote", { name: "new-audit" }],
    ["skill_archive", { name: "old-thing" }],
    ["skill_restore", { name: "old-thing" }],
    ["skill_reindex", {}],
    ["skill_scout", { query: "pdf" }],
    ["skill_scout_adopt", { target: "pdf" }],
    ["skill_scout_dismiss", { target: "pdf" }],
    ["skill_health", {}],
  ];
  for (const [name, args] of calls) {
    const { isError, report } = await call(client, name, args);
    const tool = MCP_TOOLS.find((one) => one.name === name);
    if (tool === undefined) throw new Error(name);
    expect({ name, isError }).toEqual({ name, isError: false });
    expect(v.safeParse(tool.output, report).issues ?? []).toEqual([]);
    expect(findUndescribed(report, tool)).toEqual([]);
  }
  expect(new Set(calls.map(([name]) => name)).size).toBe(MCP_TOOLS.length);
});
