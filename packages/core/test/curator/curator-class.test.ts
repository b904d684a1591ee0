import { expect, test } from "bun:test";
import { createCurator, SkillCurator } from "@metis-curate/core";
import { curatorFixture } from "@metis-curate/testkit";
import { done, idle } from "./curator-world.ts";

test("new SkillCurator is a curator as createCurator makes one", async () => {
  const fixture = curatorFixture({ skills: [idle("old")] });
  const curator: SkillCurator = new SkillCurator(fixture.deps);
  expect(curator).toBeInstanceOf(SkillCurator);
  expect(Object.keys(curator)).toEqual(Object.keys(createCurator(fixture.deps)));
  expect(done(await curator.plan()).candidates).toEqual(
    done(await createCurator(fixture.deps).plan()).candidates,
  );
  expect(done(await curator.run({ trigger: "explicit_cli", yes: true })).actions).toHaveLength(1);
});
