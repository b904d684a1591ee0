import { afterEach, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { agentSkill, carefulAnswers } from "@metis-curate/testkit";
import { idleSkills } from "../support/libraries.ts";
import { twins } from "./support/libraries.ts";
import { completedCalls, type ModelWorld, openModelWorld } from "./support/model-world.ts";

/** Put together here, so that no scanner takes this file for a leak. */
const SECRET = ["ghp", "1aB2cD3eF4gH5iJ6kL7mN8oP9qR0sT1uV2wX"].join("_");

let world: ModelWorld | undefined;

afterEach(async () => {
  await world?.close();
  world = undefined;
});

test("a secret in a skill never leaves the machine, and is back in what is written", async () => {
  world = await openModelWorld({ script: carefulAnswers() });
  const [first, second] = twins();
  if (first === undefined || second === undefined) throw new Error("twins are two");
  const leaky = agentSkill("python-code-review", {
    description: "Review Python code for correctness and its tests.",
    body: `# Python review\n\nName the risk in one sentence.\n\nAsk for a test of each branch.\n\n\`\`\`sh\ncurl -H 'Authorization: token ${SECRET}' https://example.test\n\`\`\`\n`,
    createdDaysAgo: 50,
    loadedDaysAgo: [5, 6],
  });
  await world.box.addLibrary({ skills: [first, leaky] });
  const { exitCode, document } = await world.json(["ws", "--yes"]);
  expect(exitCode).toBe(0);
  expect(document.actions.map((one: { action: string }) => one.action)).toEqual(["consolidate", "archive"]);
  const sent = world.server.requests.map(({ body }) => JSON.stringify(body)).join("\n");
  expect(sent).not.toContain(SECRET);
  expect(sent).toContain("⟦secret:");
  const merged = readFileSync(join(world.box.workspace, ".metis/skills/review-python-code/SKILL.md"), "utf8");
  expect(merged).toContain(`token ${SECRET}'`);
  expect(merged).not.toContain("⟦");
  expect(JSON.stringify(world.box.events())).not.toContain(SECRET);
});

test("the key leaves only as a credential, and is written nowhere", async () => {
  world = await openModelWorld({ script: carefulAnswers() });
  await world.box.addLibrary({ skills: idleSkills(1) });
  const { document } = await world.json(["ws", "--yes"]);
  expect(
    world.server.requests.map(({ headers }) => headers["authorization"] ?? headers["x-api-key"]),
  ).toEqual(["present"]);
  const names = Object.keys(world.server.requests[0]?.headers ?? {});
  expect(names.filter((name) => /stainless|os|arch|runtime/.test(name) && name !== "host")).toEqual([]);
  expect(document.spend_usd).toBe(world.server.bill());
});

test("what a provider's cache saved or cost is billed at its own price, to the last digit", async () => {
  world = await openModelWorld({ script: carefulAnswers(), cacheTokensMin: 1 });
  await world.box.addLibrary({ skills: idleSkills(4) });
  const { document } = await world.json(["ws", "--yes"]);
  const calls = completedCalls(world);
  expect(calls.map((call) => Number(call["cache_creation_input_tokens"]) > 0)).toEqual([
    true,
    false,
    false,
    false,
  ]);
  expect(calls.map((call) => Number(call["cached_input_tokens"]) > 0)).toEqual([false, true, true, true]);
  expect(document.spend_usd).toBe(world.server.bill());
});

test("two workspaces have a day's cap each", async () => {
  world = await openModelWorld({ script: carefulAnswers(), config: ['per_day_max_usd: "0.02"'] });
  await world.box.addLibrary({ skills: idleSkills(12) });
  await world.box.addLibrary({ skills: idleSkills(12), workspace: join(world.box.home, "other") });
  const first = await world.json(["ws", "--yes"]);
  const second = await world.json(["other", "--yes"]);
  expect(first.document).toMatchObject({ throttled_reason: "per_day_cap" });
  expect(second.document).toMatchObject({ throttled_reason: "per_day_cap" });
  expect(second.document.actions).toHaveLength(first.document.actions.length);
});
