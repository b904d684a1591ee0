import { describe, expect, test } from "bun:test";
import { skillFileHash } from "@metis-curate/core";
import {
  agentSkill,
  curatorFixture,
  type FixtureEvent,
  type FixtureSkill,
  manualSkill,
} from "@metis-curate/testkit";
import { answerOf, curatorOf } from "./report-case.ts";

/** The hash of a fixture's SKILL.md as it lies on the disk. */
function hashOf({ files }: FixtureSkill): string {
  const file = files["SKILL.md"];
  if (!(file instanceof Uint8Array)) throw new Error("no bytes");
  return skillFileHash(file);
}

function seen(skill: FixtureSkill, payload: Record<string, unknown> = {}, daysAgo = 3): FixtureEvent {
  return {
    type: "skill.observed",
    daysAgo,
    payload: {
      skill_id: skill.name,
      skill_version: "unknown",
      path: `${skill.path}/SKILL.md`,
      operation: "create",
      runtime: "claude-code",
      evidence: "tool",
      file_hash: hashOf(skill),
      ...payload,
    },
  };
}

function world(skills: readonly FixtureSkill[], events: readonly FixtureEvent[]) {
  return curatorOf(curatorFixture({ skills, events }));
}

async function proposedBy(skills: readonly FixtureSkill[], events: readonly FixtureEvent[]) {
  const { proposed } = await answerOf(world(skills, events).proposals());
  return proposed.map(({ skill, written, caution }) => [skill, written, caution]);
}

const HAND = manualSkill("by-hand");

describe("what is proposed", () => {
  test("says who wrote what and when", async () => {
    expect(await answerOf(world([HAND], [seen(HAND)]).proposals())).toEqual({
      proposed: [
        {
          skill: "by-hand",
          path: "by-hand/SKILL.md",
          observed_at: "2026-05-29T00:00:00Z",
          runtime: "claude-code",
          written: "created",
          reason: "manual",
          caution: null,
        },
      ],
    });
  });

  test("is what an agent wrote, not every skill of a person", async () => {
    const other = manualSkill("other");
    expect(await proposedBy([HAND, other], [seen(HAND)])).toEqual([["by-hand", "created", null]]);
  });

  test("with a word of caution where a person may have had a hand in it", async () => {
    const edited = seen(HAND, { operation: "edit" });
    const unsaid = seen(HAND, { operation: undefined });
    const changed = seen(HAND, { file_hash: "0".repeat(64) });
    expect(await proposedBy([HAND], [edited])).toEqual([["by-hand", "edited", "only-edited"]]);
    expect(await proposedBy([HAND], [unsaid])).toEqual([["by-hand", "edited", "only-edited"]]);
    expect(await proposedBy([HAND], [changed])).toEqual([["by-hand", "created", "changed-since"]]);
    expect(await proposedBy([HAND], [changed, seen(HAND, { operation: "edit" }, 2)])).toEqual([
      ["by-hand", "created", null],
    ]);
  });

  test("is nothing where a runtime only says that a file changed", async () => {
    expect(await proposedBy([HAND], [seen(HAND, { operation: "changed" })])).toEqual([]);
  });

  test("is nothing where somebody has said whose it is", async () => {
    for (const source of ["manual", "imported", "auto_generated"] as const) {
      const skill = agentSkill("by-hand", { source });
      expect(await proposedBy([skill], [seen(skill)])).toEqual([]);
    }
    const disowned = {
      type: "skill.disowned",
      daysAgo: 9,
      payload: { skill_id: "by-hand", skill_version: null },
    };
    expect(await proposedBy([HAND], [disowned, seen(HAND)])).toEqual([]);
  });

  test("is ours again when the agent wrote to it after its adoption, and only then", async () => {
    const skill = agentSkill("deploy", { editedBody: "# Better now" });
    expect(await proposedBy([skill], [])).toEqual([]);
    expect(await proposedBy([skill], [seen(skill, { operation: "edit" })])).toEqual([
      ["deploy", "edited", null],
    ]);
    expect(
      await proposedBy([skill], [seen(skill, { operation: "edit", file_hash: "1".repeat(64) })]),
    ).toEqual([["deploy", "edited", "changed-since"]]);
  });
});

describe("being seen gives nothing by itself", () => {
  test("an old skill that only an agent was seen writing is left alone", async () => {
    const curator = world([HAND], [seen(HAND, {}, 300)]);
    const plan = await answerOf(curator.plan());
    expect(plan.candidates).toEqual([]);
    expect(plan.left_alone).toMatchObject([{ skill: "by-hand", reason: "manual" }]);
  });

  test("adopting ends the proposal and starts the curator's care", async () => {
    const curator = world([HAND], [seen(HAND)]);
    await answerOf(curator.adopt("by-hand"));
    expect(await answerOf(curator.proposals())).toEqual({ proposed: [] });
    const [skill] = (await answerOf(curator.list())).skills;
    expect(skill).toMatchObject({ name: "by-hand", touchable: true });
  });

  test("disowning ends it for good", async () => {
    const curator = world([HAND], [seen(HAND)]);
    await answerOf(curator.disown("by-hand"));
    expect(await answerOf(curator.proposals())).toEqual({ proposed: [] });
  });

  test("status and explain tell of it", async () => {
    const curator = world([HAND], [seen(HAND)]);
    const { notices } = await answerOf(curator.status());
    expect(notices.join("\n")).toContain("adopt --proposed --dry-run");
    const { lines } = await answerOf(curator.explain("by-hand"));
    expect(lines.join("\n")).toContain("seen: claude-code made it");
  });
});
