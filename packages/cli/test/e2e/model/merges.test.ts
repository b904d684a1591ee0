import { afterEach, expect, test } from "bun:test";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { carefulAnswers, replyWith } from "@metis-curate/testkit";
import { idleSkills } from "../support/libraries.ts";
import { decayed, twins } from "./support/libraries.ts";
import {
  completedCalls,
  type ModelWorld,
  type ModelWorldOptions,
  openModelWorld,
} from "./support/model-world.ts";

let world: ModelWorld | undefined;

afterEach(async () => {
  await world?.close();
  world = undefined;
});

async function open(options: Partial<ModelWorldOptions> = {}): Promise<ModelWorld> {
  world = await openModelWorld({ script: carefulAnswers(), ...options });
  await world.box.addLibrary({ skills: twins() });
  return world;
}

const read = ({ box }: ModelWorld, path: string) =>
  readFileSync(join(box.workspace, ".metis/skills", path), "utf8");

test("a merge into a member keeps everything, brings its files and leaves the frontmatter", async () => {
  const here = await open();
  const before = read(here, "review-python-code/SKILL.md");
  const { exitCode, document } = await here.json(["ws", "--yes"]);
  expect(exitCode).toBe(0);
  const after = read(here, "review-python-code/SKILL.md");
  expect(after.split("\n---\n")[0]).toBe(before.split("\n---\n")[0] ?? "");
  for (const kept of [
    "pytest -q --maxfail 1",
    "https://example.test/style",
    "ruff check --fix src",
    "Name the risk",
  ]) {
    expect(after).toContain(kept);
  }
  expect(read(here, "review-python-code/references/style.md")).toBe("Short names.\n");
  expect(existsSync(join(here.box.workspace, ".metis/skills/python-code-review"))).toBe(false);
  expect(
    document.actions.map((one: { action: string; skill_id: string }) => [one.action, one.skill_id]),
  ).toEqual([
    ["consolidate", "review-python-code"],
    ["archive", "python-code-review"],
  ]);
  expect(completedCalls(here).map((call) => [call["purpose"], call["verdict"]])).toEqual([
    ["consolidate", "confirmed"],
    ["rewrite", "confirmed"],
  ]);
  expect(document.spend_usd).toBe(here.server.bill());
});

test("the description that a merge suggested is taken by the operator's word alone", async () => {
  const here = await open();
  await here.json(["ws", "--yes"]);
  const { document: listed } = await here.json(["ws", "--list"]);
  const suggested = listed.skills.find(
    ({ name }: { name: string }) => name === "review-python-code",
  ).suggested_description;
  expect(suggested).toContain("correctness and its tests");
  const asked = here.server.requests.length;
  expect((await here.run(["ws", "apply-description", "review-python-code"])).exitCode).toBe(0);
  expect(read(here, "review-python-code/SKILL.md")).toContain(suggested);
  const { document: after } = await here.json(["ws", "--list"]);
  expect(after.skills.find(({ name }: { name: string }) => name === "review-python-code")).toMatchObject({
    description: suggested,
    suggested_description: null,
  });
  expect(here.server.requests).toHaveLength(asked);
});

test("a merge into a brand-new survivor creates it first, then archives all members", async () => {
  const here = await open({ script: carefulAnswers({ nameNewSkill: () => "code-reading" }) });
  const { exitCode, document } = await here.json(["ws", "--yes"]);
  expect(exitCode).toBe(0);
  const created = here.box.events("skill.created").at(-1);
  expect(created?.payload).toMatchObject({ skill_id: "code-reading", source: "curator_generated" });
  const made = read(here, "code-reading/SKILL.md");
  expect(made).toStartWith("---\nname: code-reading\n");
  for (const kept of ["pytest -q --maxfail 1", "ruff check --fix src"]) expect(made).toContain(kept);
  for (const name of ["review-python-code", "python-code-review"]) {
    expect(existsSync(join(here.box.workspace, ".metis/skills", name))).toBe(false);
  }
  const [merge] = document.actions;
  expect(merge).toMatchObject({
    action: "consolidate",
    skill_id: "code-reading",
    skill_version_before: null,
  });
  expect([...merge.consolidated_from].sort()).toEqual(["python-code-review", "review-python-code"]);
  expect(document.spend_usd).toBe(here.server.bill());
  const again = await here.json(["ws"]);
  expect(again.document.actions).toEqual([]);
});

test("a new survivor with a name that is taken is refused by code, paid for, and changes nothing", async () => {
  const here = await open({ script: carefulAnswers({ nameNewSkill: () => "by-hand" }) });
  await here.box.addLibrary({
    skills: idleSkills(0),
    files: { ".metis/skills/by-hand/SKILL.md": "---\nname: by-hand\ndescription: Mine.\n---\nMine.\n" },
  });
  const before = here.box.dump();
  const { document } = await here.json(["ws", "--yes"]);
  expect(document.actions).toEqual([]);
  expect(document.skips.map(({ cost_usd: cost }: { cost_usd: string }) => cost)).toEqual([
    here.server.bill(),
  ]);
  const { ".metis/skills/by-hand/SKILL.md": kept } = here.box.dump();
  expect(kept).toEqual(before[".metis/skills/by-hand/SKILL.md"]);
});

test("a patch replaces the renamed tool and nothing else", async () => {
  world = await openModelWorld({ script: carefulAnswers() });
  await world.box.addLibrary({ skills: [decayed()] });
  const before = read(world, "page-reader/SKILL.md");
  const { exitCode } = await world.json(["ws", "--yes"]);
  expect(exitCode).toBe(0);
  expect(read(world, "page-reader/SKILL.md")).toBe(before.replace("fetch_page", "fetch_url"));
});

test("a merged body that loses a command is refused with the ledger, paid for and not asked again", async () => {
  const careful = carefulAnswers();
  const here = await open({
    script: async (request) => {
      const reply = await careful(request);
      const isRewrite = JSON.stringify(request.schema).includes('"dropped"');
      return isRewrite
        ? replyWith({ verdict: { body: "# Review\n\nRead the change.\n", dropped: [] } })
        : reply;
    },
  });
  const before = here.box.dump();
  const { exitCode, document } = await here.json(["ws", "--yes"]);
  expect(exitCode).toBe(0);
  expect(document.skips).toHaveLength(1);
  expect(document.skips[0]).toMatchObject({ kind: "retention", cost_usd: here.server.bill() });
  expect(document.skips[0].message).toContain("pytest -q --maxfail 1");
  const skills = Object.entries(before).filter(([path]) => path.startsWith(".metis/skills/"));
  expect(Object.entries(here.box.dump()).filter(([path]) => path.startsWith(".metis/skills/"))).toEqual(
    skills,
  );
  const asked = here.server.requests.length;
  const again = await here.json(["ws"]);
  expect(here.server.requests).toHaveLength(asked);
  expect(again.document.left_alone).toContainEqual(expect.objectContaining({ reason: "answered" }));
});

test("a local model through the chat-completions API costs what the overlay says, to the last digit", async () => {
  const price = { input: "0.123456", output: "0.7", cacheRead: "0.000001", cacheWrite: "0.3" };
  const here = await open({
    api: "openai",
    prices: { "qwen3:8b": price },
    cacheTokensMin: 1,
    config: [
      "model: openai-compatible:qwen3:8b",
      "prices:",
      '  "openai-compatible:qwen3:8b":',
      ...Object.entries({
        input: price.input,
        output: price.output,
        cache_read: price.cacheRead,
        cache_write: price.cacheWrite,
      }).map(([key, value]) => `    ${key}: "${value}"`),
    ],
  });
  await here.box.addLibrary({ skills: [decayed(), ...idleSkills(2)] });
  const { exitCode, document } = await here.json(["ws", "--yes"]);
  expect(exitCode).toBe(0);
  expect(document.actions.map((one: { action: string }) => one.action).sort()).toEqual([
    "archive",
    "archive",
    "archive",
    "consolidate",
    "edit",
  ]);
  expect(
    here.server.requests.every(
      ({ api, headers }) => api === "openai" && headers["authorization"] === undefined,
    ),
  ).toBe(true);
  const bill = here.server.bill();
  expect(document.spend_usd).toBe(bill);
  expect(here.server.ledger.some(({ tokens }) => tokens.cacheRead > 0)).toBe(true);
  expect(bill).toMatch(/^0\.\d{9,}$/);
  expect(new Set(completedCalls(here).map((call) => call["pricing_version"]))).toEqual(
    new Set(["2026-05-08+overlay"]),
  );
  const { document: status } = await here.json(["ws", "status"]);
  expect(status.spend_today_usd).toBe(bill);
});

test("a model of one's own at price 0 costs nothing, and its calls are on record all the same", async () => {
  const here = await open({
    api: "openai",
    config: [
      "model: openai-compatible:local",
      "prices:",
      '  "openai-compatible:local":',
      '    input: "0"',
      '    output: "0"',
    ],
  });
  const { exitCode, document } = await here.json(["ws", "--yes"]);
  expect(exitCode).toBe(0);
  expect(document.spend_usd).toBe("0");
  expect(completedCalls(here).map((call) => call["cost_usd"])).toEqual(["0", "0"]);
});
