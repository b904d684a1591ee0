import { describe, expect, test } from "bun:test";
import { agentSkill, curatorFixture, manualSkill } from "@metis-curate/testkit";
import { createCurator, createLibraryReader, type LibrarySize } from "../../../src/index.ts";

async function sizesOf(fixture: ReturnType<typeof curatorFixture>): Promise<readonly LibrarySize[]> {
  const health = await createLibraryReader(fixture.deps).health();
  if (!health.ok) throw new Error(health.refusal.message);
  return health.value.sizes;
}

describe("librarySizes", () => {
  test("counts a skill from the week it was made in, stale when idle, active again when loaded", async () => {
    // Monday 2026-06-01: the twelfth week has just begun, the eleventh ended with it.
    const fixture = curatorFixture({
      skills: [agentSkill("late", { createdDaysAgo: 50, loadedDaysAgo: [3] }), manualSkill("always")],
    });
    const sizes = await sizesOf(fixture);
    expect(sizes.map(({ week }) => week)).toEqual([
      "2026-03-16",
      "2026-03-23",
      "2026-03-30",
      "2026-04-06",
      "2026-04-13",
      "2026-04-20",
      "2026-04-27",
      "2026-05-04",
      "2026-05-11",
      "2026-05-18",
      "2026-05-25",
      "2026-06-01",
    ]);
    expect(sizes.map(({ active, stale, archived }) => `${active} ${stale} ${archived}`)).toEqual([
      ...Array(3).fill("1 0 0"),
      ...Array(5).fill("2 0 0"),
      // Made on 2026-04-12: thirty days later it is stale.
      ...Array(2).fill("1 1 0"),
      ...Array(2).fill("2 0 0"),
    ]);
  });

  test("a skill is in the archive from the week it was moved there until the week it came back", async () => {
    const fixture = curatorFixture({
      now: "2026-03-20T00:00:00Z",
      skills: [agentSkill("moved", { createdDaysAgo: 40 })],
    });
    const curator = createCurator(fixture.deps);
    await curator.archive("moved", { force: true });
    fixture.clock.advanceDays(30);
    await curator.restore("moved");
    fixture.clock.advanceDays(10);
    const states = (await sizesOf(fixture)).map(({ active, stale, archived }) => [active, stale, archived]);
    expect(states.map((counts) => ["active", "stale", "archived"][counts.indexOf(1)])).toEqual([
      // Made on 2026-02-08, stale from 2026-03-10, moved on 2026-03-20, back on 2026-04-19.
      ...Array(4).fill("active"),
      "stale",
      ...Array(4).fill("archived"),
      ...Array(3).fill("active"),
    ]);
  });
});
