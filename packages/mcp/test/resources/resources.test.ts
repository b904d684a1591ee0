import { describe, expect, test } from "bun:test";
import { createCurator } from "@metis-curate/core";
import { agentSkill } from "@metis-curate/testkit";
import type { Client } from "@modelcontextprotocol/client";
import { call, connect, ERAS } from "../support/connect.ts";
import { DEPLOY, mcpFixture, PDF } from "../support/mcp-fixture.ts";

const SECRET = "fixture-secret-0123456789";

async function read(client: Client, uri: string): Promise<string> {
  const { contents } = await client.readResource({ uri });
  const [content] = contents;
  return content !== undefined && "text" in content ? content.text : "";
}

describe.each(ERAS)("resources over %s", (era) => {
  test("each live skill is one, with its SKILL.md", async () => {
    const client = await connect(mcpFixture().mcp, era);
    const { resources } = await client.listResources();
    expect(resources.map(({ uri }) => uri)).toEqual([
      "metis://runs/last",
      "skill://workspace/deploy-web/SKILL.md",
      "skill://workspace/pdf-tables/SKILL.md",
    ]);
    expect(await read(client, "skill://workspace/pdf-tables/SKILL.md")).toStartWith(
      "---\nname: pdf-tables\n",
    );
    const [template] = (await client.listResourceTemplates()).resourceTemplates;
    expect(template?.uriTemplate).toBe("skill://{scope}/{name}/SKILL.md");
  });

  test("nothing outside the library can be named", async () => {
    const fixture = mcpFixture({ files: { "secret.txt": "not for you", "x/SKILL.md": "not for you" } });
    const client = await connect(fixture.mcp, era);
    const names = [
      "..",
      "../../x",
      "%2e%2e%2f%2e%2e%2fx",
      "..%2f..%2fx",
      "%",
      "%00",
      "x",
      "__proto__",
      "deploy-web%2f..",
    ];
    for (const name of names) {
      for (const scope of ["workspace", "global", "..", "constructor"]) {
        await expect(client.readResource({ uri: `skill://${scope}/${name}/SKILL.md` })).rejects.toThrow();
      }
    }
    for (const uri of [
      "file:///etc/passwd",
      "skill://workspace/deploy-web/../x",
      "metis://runs/first",
      "nonsense",
    ]) {
      await expect(client.readResource({ uri })).rejects.toThrow();
    }
  });
});

test("credentials are not shown, neither in texts nor in reports", async () => {
  const leaky = agentSkill("leaky", {
    description: `Deploys with ${SECRET} to production.`,
    body: `Use ${SECRET}.`,
  });
  const client = await connect(mcpFixture({ skills: [leaky] }).mcp);
  const answers = [
    JSON.stringify(await client.listResources()),
    await read(client, "skill://workspace/leaky/SKILL.md"),
    (await call(client, "skill_match", { task: "deploys to production" })).text,
    (await call(client, "skill_archive", { name: "leaky", reason: `because of ${SECRET}` })).text,
    (await call(client, "skill_feedback", { name: SECRET, outcome: "success" })).text,
  ];
  for (const answer of answers) {
    expect(answer).not.toContain(SECRET);
    expect(answer).toMatch(/redacted|REDACTED/);
  }
});

test("names of any language have a URI of their own", async () => {
  const fixture = mcpFixture({ skills: [agentSkill("数据-迁移", { description: "数据库迁移。" }), DEPLOY] });
  const client = await connect(fixture.mcp);
  const { resources } = await client.listResources();
  const found = resources.find(({ name }) => name === "数据-迁移");
  expect(found?.uri).toBe(`skill://workspace/${encodeURIComponent("数据-迁移")}/SKILL.md`);
  expect(await read(client, found?.uri ?? "")).toContain("数据库迁移");
});

test("the text of an archived skill can still be read", async () => {
  const client = await connect(mcpFixture().mcp);
  await call(client, "skill_archive", { name: "deploy-web" });
  expect((await client.listResources()).resources.map(({ name }) => name)).not.toContain("deploy-web");
  expect(await read(client, "skill://workspace/deploy-web/SKILL.md")).toContain("name: deploy-web");
});

test("the last run says how it ended and what it did", async () => {
  const fixture = mcpFixture({
    skills: [agentSkill("old-thing", { description: "Something of old." }), PDF],
  });
  const client = await connect(fixture.mcp);
  expect(JSON.parse(await read(client, "metis://runs/last"))).toMatchObject({
    libraries: [{ scope: "workspace", last_run: null, actions: [] }],
  });
  const run = await createCurator(fixture.deps).run({ trigger: "explicit_cli", yes: true });
  if (!run.ok) throw new Error(run.refusal.message);
  expect(JSON.parse(await read(client, "metis://runs/last"))).toMatchObject({
    libraries: [
      {
        last_run: { run_id: run.value.curator_run_id, throttled_reason: "completed" },
        actions: [{ action: "archive", skill: "old-thing" }],
      },
    ],
  });
});
