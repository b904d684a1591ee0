import { expect, test } from "bun:test";
import { performAction } from "@metis-curate/core";
import { agentSkill, curatorFixture } from "@metis-curate/testkit";

test("CONTRACTS 7.6: an action whose member is not as it was planned for begins nothing", async () => {
  const fixture = curatorFixture({ skills: [agentSkill("one"), agentSkill("two")] });
  const before = fixture.fs.dump("/");
  const result = await performAction(fixture.deps, {
    label: "merge one into two",
    guards: [{ skill: "one", place: { area: "skills", path: "one" }, hash: "0".repeat(64) }],
    steps: [],
    events: [],
  });
  expect(result.kind).toBe("changed");
  expect(fixture.fs.dump("/")).toEqual(before);
});
