import { type AgentSkillOptions, agentSkill, type FixtureSkill } from "@metis-curate/testkit";
import fc from "fast-check";

const NAMES = [
  "deploy-web-app",
  "deploy-web-site",
  "deploy-web-api",
  "parse-log-json",
  "parse-log-text",
  "solo",
];
const BODIES = [
  "# One\n\nBuild the app and send it away.",
  "# Two\n\nRead each line, then count `grep -c x`.",
  "# Three\n\nRun deployctl push.\n\nLogs.",
];

const optionsArbitrary: fc.Arbitrary<AgentSkillOptions> = fc.record({
  body: fc.constantFrom(...BODIES),
  createdDaysAgo: fc.constantFrom(1, 80, 200),
  loadedDaysAgo: fc.subarray([1, 2, 3, 40, 100]),
  failedLoads: fc.constantFrom(0, 3),
  files: fc.constantFrom<AgentSkillOptions["files"]>(
    {},
    { "notes.md": "n\n" },
    { "scripts/run.sh": { content: "#!/bin/sh\n", mode: 0o755 } },
  ) as fc.Arbitrary<NonNullable<AgentSkillOptions["files"]>>,
});

/** A few skills an agent wrote, some idle, some alike, some failing. */
export const libraryArbitrary: fc.Arbitrary<readonly FixtureSkill[]> = fc
  .uniqueArray(fc.constantFrom(...NAMES), { minLength: 1, maxLength: 5 })
  .chain((names) =>
    fc.tuple(...names.map((name) => optionsArbitrary.map((options) => agentSkill(name, options)))),
  );
