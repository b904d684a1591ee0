import { expect, test } from "bun:test";
import { createRootBackups, FileSystemError } from "@metis-curate/core";
import {
  agentSkill,
  type CuratorFixture,
  curatorFixture,
  type MemoryFileSystem,
  memoryTraceBackup,
  observedFileSystem,
  reportPoints,
  seedTree,
  spreadPoints,
} from "@metis-curate/testkit";
import { BACKUPS, backUp, writeText } from "./backup-world.ts";

const BASE = "/home/ada/project";
const OUTSIDE = "/home/ada/private";
const MOMENTS = 16;

/** What a rival process puts a link in the place of, and where that leads. */
const SWAPS: Readonly<Record<string, readonly [path: string, target: string]>> = {
  "a category": [".metis/skills/cat", "skills/cat"],
  "a skill": [".metis/skills/cat/old-thing", "skills/cat/old-thing"],
  "a SKILL.md": [".metis/skills/cat/old-thing/SKILL.md", "skills/cat/old-thing/SKILL.md"],
  "a directory of a skill": [".metis/skills/cat/old-thing/notes", "skills/cat/old-thing/notes"],
  "the skills": [".metis/skills", "skills"],
  "the archive": [".metis/skills-archive", "archive"],
  "the state": [".metis/curator", "curator"],
  "everything of ours": [".metis", "."],
};
let points = 0;
let of = 0;

interface SwapWorld {
  readonly fixture: CuratorFixture;
  readonly path: string;
}

/** A library that changed since its backup; its skill holds a link, so that it is restored file by file. */
async function makeWorld(): Promise<SwapWorld> {
  const fixture = curatorFixture({
    skills: [agentSkill("old-thing", { path: "cat/old-thing", files: { "notes/a.md": "a\n" } })],
  });
  const { fs, deps } = fixture;
  seedTree(fs, OUTSIDE, {
    "skills/cat/old-thing/SKILL.md": "TOP-SECRET",
    "skills/cat/old-thing/notes/a.md": "TOP-SECRET",
    "skills/cat/old-thing/notes/TOP-SECRET-name": "x",
    "curator/state.json": '{"TOP-SECRET":1}',
    "archive/old-20260101T000000Z/SKILL.md": "TOP-SECRET",
  });
  const { path } = await backUp(fixture);
  fs.symlink("notes", `${deps.root.skillsDir}/cat/old-thing/link`);
  writeText(fixture, `${deps.root.skillsDir}/cat/old-thing/notes/a.md`, "changed\n");
  writeText(fixture, `${deps.root.skillsDir}/cat/old-thing/notes/b.md`, "more\n");
  return { fixture, path };
}

function swap(fs: MemoryFileSystem, [path, target]: readonly [string, string]): void {
  for (const act of [
    () => fs.rename(`${BASE}/${path}`, `${BASE}/moved-away`),
    () => fs.symlink(`${OUTSIDE}/${target}`, `${BASE}/${path}`),
  ]) {
    try {
      act();
    } catch (error) {
      if (!(error instanceof FileSystemError)) throw error;
    }
  }
}

async function perform(
  { fixture, path }: SwapWorld,
  act: "backup" | "restore",
  before: (call: number) => void,
): Promise<number> {
  let calls = 0;
  const fs = observedFileSystem(fixture.fs, () => {
    calls += 1;
    before(calls);
  });
  const deps = {
    ...fixture.deps,
    fs,
    traceBackup: memoryTraceBackup(fs, fixture.trace),
    programVersion: "1",
  };
  const backups = createRootBackups(deps);
  await (act === "backup"
    ? backups.create({ withTrace: false })
    : backups.restore(path, { withTrace: false }));
  return calls;
}

/** Directories that were made at the very moment the link came may have been made elsewhere; they stay empty. */
function filesOf(fs: MemoryFileSystem): readonly string[] {
  return Object.entries(fs.dump(OUTSIDE)).flatMap(([path, { kind, content }]) =>
    kind === "directory" ? [] : [`${path} ${kind} ${content}`],
  );
}

for (const act of ["backup", "restore"] as const) {
  for (const [name, place] of Object.entries(SWAPS)) {
    test(`${act}: ${name} swapped for a link meanwhile gives nothing away and changes nothing outside`, async () => {
      const total = await perform(await makeWorld(), act, () => {});
      of += total;
      for (const at of spreadPoints(total, MOMENTS)) {
        points += 1;
        const world = await makeWorld();
        const { fs, deps } = world.fixture;
        const outside = filesOf(fs);
        await perform(world, act, (call) => {
          if (call === at) swap(fs, place);
        });
        const where = `swapped at call ${at} of ${total}`;
        expect(filesOf(fs), where).toEqual(outside);
        const kept = JSON.stringify([fs.dump(BACKUPS), fs.dump(deps.root.privateDir)]);
        expect(kept.includes("TOP-SECRET"), where).toBe(false);
      }
    });
  }
}

test("the sweep has swapped at a good number of moments", () => {
  reportPoints("links swapped in during backups and restores", points, of);
  expect(points).toBeGreaterThan(150);
});
