import { expect, test } from "bun:test";
import { createCurator } from "@metis-curate/core";
import { agentSkill, curatorFixture } from "@metis-curate/testkit";
import { acts, done, runNow } from "./curator-world.ts";

for (const source of ["manual", "imported"] as const) {
  test(`the adoption of a dead namesake does not open a later ${source} skill`, async () => {
    const fixture = curatorFixture({
      skills: [agentSkill("foo", { source, createdDaysAgo: 200 })],
      events: [
        { type: "skill.adopted", daysAgo: 400, payload: { skill_id: "foo", skill_version: "a".repeat(16) } },
      ],
    });
    await runNow(fixture);
    expect(acts(fixture)).toEqual([]);
    const curator = createCurator(fixture.deps);
    expect(done(await curator.list()).skills[0]).toMatchObject({ touchable: false, reason: source });
    done(await curator.adopt("foo"));
    expect(done(await curator.list()).skills[0]).toMatchObject({ touchable: true });
  });
}
