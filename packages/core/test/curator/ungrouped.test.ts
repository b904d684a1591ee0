import { expect, test } from "bun:test";
import { createCurator } from "@metis-curate/core";
import { agentSkill, curatorFixture } from "@metis-curate/testkit";

test("a member without an equal is declined, not left unreached", async () => {
  const member = (name: string, body: string) =>
    agentSkill(name, { body, description: "Deploy the web app.", createdDaysAgo: 30, loadedDaysAgo: [1] });
  const fixture = curatorFixture({
    skills: [member("deploy-a", "# Same"), member("deploy-b", "# Same"), member("deploy-c", "# Other")],
  });
  const run = await createCurator(fixture.deps).run({ trigger: "explicit_cli", yes: true });
  if (!run.ok) throw new Error(run.refusal.message);
  expect(run.value.actions.map(({ action, skill_id }) => [action, skill_id])).toEqual([
    ["consolidate", "deploy-a"],
    ["archive", "deploy-b"],
  ]);
  expect(run.value.left_alone).toMatchObject([{ skill: "deploy-c", reason: "declined" }]);
});
