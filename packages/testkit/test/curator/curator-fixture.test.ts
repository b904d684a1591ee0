import { describe, expect, test } from "bun:test";
import { loadRootSkills, validateEvent } from "@metis-curate/core";
import { agentSkill, curatorFixture, manualSkill } from "@metis-curate/testkit";

describe("curatorFixture", () => {
  test("puts skills on the disk and their past into the trace, oldest first", () => {
    const { deps, trace } = curatorFixture({
      skills: [
        agentSkill("deploy-app", { createdDaysAgo: 100, loadedDaysAgo: [40, 2], failedLoads: 1 }),
        manualSkill("notes"),
      ],
    });
    expect(loadRootSkills(deps.fs, deps.root).skills.map(({ name }) => name)).toEqual([
      "deploy-app",
      "notes",
    ]);
    expect(trace.events.map(({ type }) => type)).toEqual([
      "skill.created",
      "skill.loaded",
      "tool.called",
      "tool.failed",
      "skill.loaded",
    ]);
    expect(new Set(trace.events.map(({ payload }) => payload["root"]))).toEqual(new Set([deps.root.key]));
  });

  test("every past event is one the bus would have let through", () => {
    const { trace } = curatorFixture({
      skills: [agentSkill("deploy-app", { loadedDaysAgo: [40, 2], failedLoads: 2, draft: true })],
    });
    expect(trace.events.map(validateEvent)).toEqual(trace.events.map(() => ({ ok: true })));
  });

  test("a created event carries the hash of the file, unless a person changed it since", () => {
    const { deps, trace } = curatorFixture({
      skills: [agentSkill("kept"), agentSkill("changed", { editedBody: "Another body." })],
    });
    const hashes = new Map(
      trace.events.map(({ payload }) => [payload["skill_id"], payload["file_hash"]] as const),
    );
    const same = loadRootSkills(deps.fs, deps.root).skills.map(({ name, fileHash }) => [
      name,
      hashes.get(name) === fileHash,
    ]);
    expect(same).toEqual([
      ["changed", false],
      ["kept", true],
    ]);
  });
});
