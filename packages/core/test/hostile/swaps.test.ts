import { expect, test } from "bun:test";
import { createCurator, FileSystemError, type SkillCurator } from "@metis-curate/core";
import {
  agentSkill,
  type CuratorFixture,
  curatorFixture,
  type MemoryFileSystem,
  memoryLock,
  observedFileSystem,
  seedTree,
} from "@metis-curate/testkit";

const BASE = "/home/ada/project";
const OUTSIDE = "/home/ada/private";
const SECRET = "---\nname: old-thing\ndescription: TOP-SECRET\n---\nTOP-SECRET skills/old-thing\n";

/** What a rival process puts a link in the place of, and where that leads. */
const SWAPS: Readonly<Record<string, readonly [path: string, target: string]>> = {
  "a category": [".metis/skills/cat", "skills"],
  "a skill": [".metis/skills/cat/old-thing", "skills/old-thing"],
  "a SKILL.md": [".metis/skills/cat/old-thing/SKILL.md", "skills/old-thing/SKILL.md"],
  "a support file": [".metis/skills/cat/old-thing/notes.md", "skills/old-thing/SKILL.md"],
  "the skills": [".metis/skills", "skills"],
  "the archive": [".metis/skills-archive", "archive"],
  "the state": [".metis/curator", "curator"],
  "everything of ours": [".metis", "everything"],
  "a reference file": ["AGENTS.md", "skills/old-thing/SKILL.md"],
};

const COMMANDS: Readonly<Record<string, (curator: SkillCurator) => Promise<unknown>>> = {
  list: (curator) => curator.list(),
  raw: async (curator) => curator.rawState(),
  plan: (curator) => curator.plan(),
  pin: (curator) => curator.pin("old-thing"),
  archive: (curator) => curator.archive("old-thing", { force: true }),
  run: (curator) => curator.run({ trigger: "explicit_cli", yes: true }),
};

/** Every call with `bun run torture`, every ninth otherwise. */
const STRIDE = process.env["METIS_TORTURE"] === "1" ? 1 : 9;
/** A directory made at the very moment may be made elsewhere; it stays empty. */
const MADE_ELSEWHERE = "everything/skills-archive";
let points = 0;

function makeWorld(before: (fs: MemoryFileSystem) => void): CuratorFixture {
  return curatorFixture({
    skills: [agentSkill("old-thing", { path: "cat/old-thing", files: { "notes.md": "notes\n" } })],
    files: { "AGENTS.md": "nothing\n" },
    wrapFileSystem: (fs) => {
      seedTree(fs, "/home/ada/.metis/curator", { "curator.log": "" });
      seedTree(fs, OUTSIDE, {
        "skills/old-thing/SKILL.md": SECRET,
        "skills/cat/old-thing/SKILL.md": SECRET,
        "everything/skills/cat/old-thing/SKILL.md": SECRET,
        "everything/curator/state.json": '{"TOP-SECRET":1}',
        "curator/state.json": '{"TOP-SECRET":1}',
        "archive/x": "TOP-SECRET",
      });
      return observedFileSystem(fs, () => before(fs));
    },
  });
}

function swap(fs: MemoryFileSystem, [path, target]: readonly [string, string]): void {
  const place = `${BASE}/${path}`;
  try {
    fs.rename(place, `${BASE}/moved-away`);
  } catch (error) {
    if (!(error instanceof FileSystemError)) throw error;
  }
  try {
    fs.symlink(`${OUTSIDE}/${target}`, place);
  } catch (error) {
    // Its parent has gone into the archive: nothing is left to swap.
    if (!(error instanceof FileSystemError)) throw error;
  }
}

async function countCalls(ask: (curator: SkillCurator) => Promise<unknown>): Promise<number> {
  let calls = 0;
  const { deps } = makeWorld(() => {
    calls += 1;
  });
  await ask(createCurator(deps));
  return calls;
}

for (const [command, ask] of Object.entries(COMMANDS)) {
  for (const [name, place] of Object.entries(SWAPS)) {
    test(`${command}: ${name} swapped for a link meanwhile gives nothing away and changes nothing outside`, async () => {
      const total = await countCalls(ask);
      for (let at = 1; at <= total; at += STRIDE) {
        let calls = 0;
        const { deps, fs, trace, runLog, logger } = makeWorld((disk) => {
          calls += 1;
          if (calls === at) swap(disk, place);
        });
        const outside = fs.dump(OUTSIDE);
        const answer = await ask(createCurator({ ...deps, lock: memoryLock() }));
        const told = JSON.stringify([answer, trace.events, runLog, logger, fs.dump(BASE)]);
        expect(told.includes("TOP-SECRET"), `told, swapped at call ${at} of ${total}`).toBe(false);
        const { [MADE_ELSEWHERE]: made = { kind: "directory" }, ...after } = fs.dump(OUTSIDE);
        expect(after, `swapped at call ${at} of ${total}`).toEqual(outside);
        expect(made.kind).toBe("directory");
        points += 1;
      }
    });
  }
}

test("the sweep has swapped at a good number of moments", () => {
  console.log(`link swaps: ${points} points`);
  expect(points).toBeGreaterThan(400);
});
