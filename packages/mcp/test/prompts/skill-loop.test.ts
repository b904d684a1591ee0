import { expect, test } from "bun:test";
import { INSTRUCTIONS, MCP_TOOLS } from "../../src/index.ts";
import { writeSkillLoop } from "../../src/prompts/skill-loop.ts";
import { connect, ERAS } from "../support/connect.ts";
import { mcpFixture } from "../support/mcp-fixture.ts";

test.each(ERAS)("the prompt teaches the loop over %s, with a task or without", async (era) => {
  const client = await connect(mcpFixture().mcp, era);
  const [prompt] = (await client.listPrompts()).prompts;
  expect(prompt).toMatchObject({ name: "skill_loop", arguments: [{ name: "task", required: false }] });
  const plain = await client.getPrompt({ name: "skill_loop" });
  expect(plain.messages).toEqual([{ role: "user", content: { type: "text", text: writeSkillLoop("") } }]);
  const told = await client.getPrompt({ name: "skill_loop", arguments: { task: "Ship it." } });
  expect(JSON.stringify(told.messages)).toContain("Ship it.");
});

test("every tool that the texts speak of exists", () => {
  const known = new Set(MCP_TOOLS.map(({ name }) => name));
  for (const text of [INSTRUCTIONS, writeSkillLoop(""), ...MCP_TOOLS.map(({ description }) => description)]) {
    for (const [word] of text.matchAll(/\b(?:skill|curator)_[a-z]+\b/g)) expect(known).toContain(word);
  }
  for (const step of ["skill_match", "skill_feedback", "skill_gaps"]) expect(INSTRUCTIONS).toContain(step);
});

test("a client is told the loop when it connects", async () => {
  const client = await connect(mcpFixture().mcp, "legacy");
  expect(client.getInstructions()).toBe(INSTRUCTIONS);
  expect(client.getServerVersion()).toMatchObject({ name: "metis-curate", version: "1.2.3" });
});
