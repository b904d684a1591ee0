import { createCurator, type Outcome } from "@metis-curate/core";
import {
  agentSkill,
  type CuratorFixture,
  type CuratorFixtureOptions,
  curatorFixture,
  manualSkill,
} from "@metis-curate/testkit";

/** A library with one skill of each interesting kind; now is 2026-06-01. */
export function mixedLibrary(options: CuratorFixtureOptions = {}): CuratorFixture {
  return curatorFixture({
    ...options,
    skills: [
      agentSkill("old-thing", { createdDaysAgo: 200 }),
      agentSkill("in-use", {
        description: "Cuts release notes.",
        createdDaysAgo: 100,
        loadedDaysAgo: [40, 10, 2],
      }),
      agentSkill("resting", { description: "Draws gantt charts.", createdDaysAgo: 60, loadedDaysAgo: [50] }),
      agentSkill("touched-up", { createdDaysAgo: 200, editedBody: "# Mine now" }),
      agentSkill("named-in-docs", { createdDaysAgo: 200 }),
      manualSkill("by-hand"),
      agentSkill("foreign", { source: "imported" }),
      ...(options.skills ?? []),
    ],
    files: {
      "AGENTS.md": "Before a release load `named-in-docs`.\n",
      ".metis/skills/broken/SKILL.md": "no frontmatter here\n",
      ...options.files,
    },
  });
}

/** The value of a report, or the test fails with the refusal. */
export async function answerOf<T>(outcome: Promise<Outcome<T>> | Outcome<T>): Promise<T> {
  const settled = await outcome;
  if (!settled.ok) throw new Error(`${settled.refusal.kind}: ${settled.refusal.message}`);
  return settled.value;
}

export function curatorOf(fixture: CuratorFixture) {
  return createCurator(fixture.deps);
}
