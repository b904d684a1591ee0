import { expect, test } from "bun:test";
import { createCurator } from "@metis-curate/core";
import { agentSkill, type CuratorFixture, curatorFixture, effectRecorder } from "@metis-curate/testkit";

const OLD = "old-thing";

const RIVALS: readonly (readonly [string, (fixture: CuratorFixture, skill: string) => void])[] = [
  [
    "adds a file",
    ({ fs }, skill) => fs.writeNewFile(`${skill}/notes.md`, new TextEncoder().encode("notes\n")),
  ],
  ["changes a mode", ({ fs }, skill) => fs.chmod(`${skill}/SKILL.md`, 0o600)],
  [
    "writes SKILL.md anew",
    ({ fs }, skill) => {
      fs.unlink(`${skill}/SKILL.md`);
      fs.writeNewFile(
        `${skill}/SKILL.md`,
        new TextEncoder().encode("---\nname: x\ndescription: New.\n---\n"),
      );
    },
  ],
];

/** A curator beside an agent that acts right before the skill's directory is renamed: the last look is over then. */
function beside(fixture: CuratorFixture, act: (skill: string) => void) {
  const skill = `${fixture.deps.root.skillsDir}/${OLD}`;
  let acted = false;
  const rename = (from: string, to: string) => {
    if (from === skill && !acted) {
      acted = true;
      act(skill);
    }
    fixture.fs.rename(from, to);
  };
  const fs = Object.create(fixture.fs, { rename: { value: rename } });
  const recorder = effectRecorder({ fs, trace: fixture.trace });
  return createCurator({ ...fixture.deps, fs: recorder.fs, trace: recorder.trace });
}

function expectLeft(fixture: CuratorFixture, agents: unknown): void {
  const { fs, deps, trace } = fixture;
  expect(fs.dump(deps.root.skillsDir)).toEqual(agents as ReturnType<typeof fs.dump>);
  expect(fs.readdir(deps.root.archiveDir)).toEqual([]);
  expect(fs.readdir(`${deps.root.privateDir}/intents`)).toEqual([]);
  expect(trace.events.filter(({ type }) => type === "skill.curated")).toEqual([]);
}

test.each(RIVALS)(
  "CONTRACTS 7.1: a skill that an agent, who %s, changes at the move is moved back",
  async (_, act) => {
    const fixture = curatorFixture({ skills: [agentSkill(OLD)] });
    let agents: unknown = null;
    const curator = beside(fixture, (skill) => {
      act(fixture, skill);
      agents = fixture.fs.dump(fixture.deps.root.skillsDir);
    });
    const archived = await curator.archive(OLD);
    expect(archived.ok ? null : archived.refusal).toMatchObject({ kind: "changed-meanwhile", exitCode: 1 });
    expect(archived.ok ? "" : archived.refusal.message).toContain(`${OLD} changed`);
    expectLeft(fixture, agents);
  },
);

test.each(RIVALS)("… and so it is in a run, when an agent %s", async (_, act) => {
  const fixture = curatorFixture({ skills: [agentSkill(OLD)] });
  let agents: unknown = null;
  const curator = beside(fixture, (skill) => {
    act(fixture, skill);
    agents = fixture.fs.dump(fixture.deps.root.skillsDir);
  });
  const run = await curator.run({ trigger: "explicit_cli", yes: true });
  expect(run.ok && run.value.skips).toMatchObject([{ skills: [OLD], kind: "changed-meanwhile" }]);
  expectLeft(fixture, agents);
});
