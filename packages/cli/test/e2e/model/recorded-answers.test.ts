import { afterEach, beforeEach, expect, test } from "bun:test";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { secretlintFinder } from "@metis-curate/adapters";
import { createCurator, type RunReport } from "@metis-curate/core";
import { createModel } from "@metis-curate/models";
import {
  carefulAnswers,
  curatorFixture,
  type FetchLike,
  type FixtureSkill,
  type ModelServer,
  modelServer,
  recordingFetch,
  replayingFetch,
} from "@metis-curate/testkit";
import { decayed, twins } from "./support/libraries.ts";

const KEY = "sk-ant-recorded-answers-0123456789";

let directory: string;
let server: ModelServer;

beforeEach(async () => {
  directory = mkdtempSync(join(tmpdir(), "metis-"));
  server = await modelServer({ script: carefulAnswers() });
});

afterEach(async () => {
  await server.close();
  rmSync(directory, { recursive: true });
});

async function runWith(
  fetch: FetchLike,
  baseUrl: string,
  skills: readonly FixtureSkill[],
): Promise<RunReport> {
  const env = { ANTHROPIC_API_KEY: KEY };
  const { deps } = curatorFixture({
    skills,
    model: createModel("anthropic:claude-haiku-4-5", env, { baseUrl, fetch }),
  });
  const run = await createCurator(deps).run({ trigger: "explicit_cli", yes: true });
  if (!run.ok) throw new Error(run.refusal.message);
  return run.value;
}

const outcomeOf = ({ actions, skips, spend_usd: spend }: RunReport) => ({
  actions: actions.map((one) => `${one["action"]} ${one["skill_id"]}`),
  skips: skips.map(({ kind }) => kind),
  spend,
});

test("a recorded run is the same run again, without the network and without a key on disk", async () => {
  const skills = [...twins(), decayed()];
  const record = recordingFetch({ directory, secrets: secretlintFinder(), env: { ANTHROPIC_API_KEY: KEY } });
  const first = await runWith(record, server.url, skills);
  expect(outcomeOf(first).actions).toEqual([
    "consolidate review-python-code",
    "archive python-code-review",
    "edit page-reader",
  ]);
  const files = readdirSync(directory);
  expect(files).toHaveLength(server.requests.length);
  for (const file of files) expect(readFileSync(join(directory, file), "utf8")).not.toContain(KEY);
  const asked = server.requests.length;
  const again = await runWith(replayingFetch(directory), "http://127.0.0.1:9", skills);
  expect(outcomeOf(again)).toEqual(outcomeOf(first));
  expect(server.requests).toHaveLength(asked);
});

test("a skill that changed since has no recording: the run says so and changes nothing", async () => {
  const record = recordingFetch({ directory, secrets: secretlintFinder(), env: {} });
  await runWith(record, server.url, [decayed()]);
  const run = await runWith(replayingFetch(directory), server.url, [
    decayed("page-reader", "Keep the address."),
  ]);
  expect(outcomeOf(run)).toMatchObject({ actions: [], skips: ["error"] });
  expect(server.requests).toHaveLength(1);
});
