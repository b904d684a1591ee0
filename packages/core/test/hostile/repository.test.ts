import { describe, expect, test } from "bun:test";
import { createCurator, type SkillCurator } from "@metis-curate/core";
import {
  agentSkill,
  type CuratorFixture,
  curatorFixture,
  type MemoryFileSystem,
  manualSkill,
  memoryLock,
  seedTree,
  type TreeSeed,
} from "@metis-curate/testkit";
import { fenceFileSystem } from "./fence.ts";

const BASE = "/home/ada/project";
const OUTSIDE = "/home/ada/private";
const SECRET = "---\nname: theirs\ndescription: TOP-SECRET\n---\nTOP-SECRET body\n";

/** Everything an operator can ask, the destructive last. */
const COMMANDS: Readonly<Record<string, (curator: SkillCurator) => Promise<unknown>>> = {
  list: (curator) => curator.list(),
  raw: async (curator) => curator.rawState(),
  status: (curator) => curator.status(),
  doctor: (curator) => curator.doctor(),
  history: (curator) => curator.history(),
  explain: (curator) => curator.explain("by-hand"),
  plan: (curator) => curator.plan(),
  "restore by name": (curator) => curator.restore("fake"),
  "restore by id": (curator) => curator.restore("fake-20260101T000000Z"),
  "restore an edit": (curator) => curator.restore("by-hand-edit-20260101T000000Z"),
  "restore before": (curator) => curator.restore("by-hand", { before: "2026-05-01" }),
  "restore a path": (curator) => curator.restore("../../private"),
  "apply a description": (curator) => curator.applyDescription("by-hand"),
  pin: (curator) => curator.pin("by-hand"),
  archive: (curator) => curator.archive("by-hand", { force: true }),
  undo: (curator) => curator.undo("01HZZZZZZZZZZZZZZZZZZZZZZZ"),
  run: (curator) => curator.run({ trigger: "explicit_cli", yes: true }),
  "session end": (curator) => curator.maybeRun("session"),
  "reset the state": (curator) => curator.doctor({ resetState: true }),
};

interface Repository {
  /** Files of the clone, relative to the workspace. */
  readonly files?: TreeSeed;
  readonly prepare?: (fs: MemoryFileSystem) => void;
}

function archives(ofFake: readonly object[], ofByHand: readonly object[] = []): string {
  return state({ fake: { archives: ofFake }, "by-hand": { archives: ofByHand } });
}

function state(skills: object, rest: object = {}): string {
  return JSON.stringify({ schema_version: "1", skills, ...rest });
}

const record = (id: string, kind = "archive", original_path = "fake") => ({
  id,
  kind,
  at: "2026-01-01T00:00:00Z",
  original_path,
});

const STATE = ".metis/curator/state.json";
const FAKE = ".metis/skills-archive/fake-20260101T000000Z";
const FAKE_EDIT = ".metis/skills-archive/by-hand-edit-20260101T000000Z";
const BOTH = archives([record("fake-20260101T000000Z")], [record("by-hand-edit-20260101T000000Z", "edit")]);

const REPOSITORIES: Readonly<Record<string, Repository>> = {
  "an archive path that climbs": {
    files: { [STATE]: state({ fake: { archive_path: "../../../private/" } }) },
  },
  "an archive path that is absolute": {
    files: { [STATE]: state({ fake: { archive_path: `${OUTSIDE}/` } }) },
  },
  "an archive id that climbs": {
    files: { [STATE]: archives([record("../../../private"), record(".."), record("."), record("")]) },
  },
  "an archive id with a NUL": { files: { [STATE]: archives([record("a\0b"), record("fake\n")]) } },
  "a place to restore to that climbs": {
    files: {
      [STATE]: archives([record("fake-20260101T000000Z", "archive", "../../../private/skill")]),
      [`${FAKE}/SKILL.md`]: SECRET,
    },
  },
  "an archive that is a link": {
    files: { [STATE]: BOTH },
    prepare: (fs) => {
      fs.mkdir(`${BASE}/.metis/skills-archive`);
      fs.symlink(OUTSIDE, `${BASE}/${FAKE}`);
      fs.symlink(OUTSIDE, `${BASE}/${FAKE_EDIT}`);
    },
  },
  "archives whose SKILL.md is a link": {
    files: { [STATE]: BOTH, [`${FAKE}/x.md`]: "x", [`${FAKE_EDIT}/x.md`]: "x" },
    prepare: (fs) => {
      fs.symlink(`${OUTSIDE}/SKILL.md`, `${BASE}/${FAKE}/SKILL.md`);
      fs.symlink(`${OUTSIDE}/SKILL.md`, `${BASE}/${FAKE_EDIT}/SKILL.md`);
    },
  },
  "a state that is a link": {
    prepare: (fs) => {
      fs.mkdir(`${BASE}/.metis/curator`);
      fs.symlink(`${OUTSIDE}/state.json`, `${BASE}/${STATE}`);
    },
  },
  "a skill that is a link": {
    prepare: (fs) => {
      fs.symlink(OUTSIDE, `${BASE}/.metis/skills/linked`);
      fs.symlink(`${OUTSIDE}/SKILL.md`, `${BASE}/.metis/skills/SKILL.md`);
      fs.mkdir(`${BASE}/.metis/skills/half`);
      fs.symlink(`${OUTSIDE}/SKILL.md`, `${BASE}/.metis/skills/half/SKILL.md`);
    },
  },
  "reference files that are links": {
    prepare: (fs) => {
      fs.symlink(`${OUTSIDE}/SKILL.md`, `${BASE}/AGENTS.md`);
      fs.mkdir(`${BASE}/.github`);
      fs.symlink(OUTSIDE, `${BASE}/.github/workflows`);
    },
  },
  "a support file that is a link": {
    prepare: (fs) => fs.symlink(`${OUTSIDE}/SKILL.md`, `${BASE}/.metis/skills/old-thing/leak.md`),
  },
  "intents of its own": {
    files: {
      ".metis/curator/roots/x/intents/01/intent.json": "{}",
      ".metis/curator/intents/01/intent.json": "{}",
      ".metis/curator/facts.json": "{}",
      ".metis/curator/previewed": "",
    },
  },
};

function clone({ files = {}, prepare }: Repository): {
  fixture: CuratorFixture;
  crossings: readonly string[];
} {
  let crossings: readonly string[] = [];
  const fixture = curatorFixture({
    skills: [agentSkill("old-thing"), manualSkill("by-hand")],
    files,
    wrapFileSystem: (fs) => {
      seedTree(fs, OUTSIDE, { "SKILL.md": SECRET, "state.json": state({ "by-hand": { pinned: true } }) });
      seedTree(fs, "/home/ada/.metis/curator", { "curator.log": "" });
      prepare?.(fs);
      const fence = fenceFileSystem(fs, [BASE, "/home/ada/.metis/curator"]);
      crossings = fence.crossings;
      return fence.fs;
    },
  });
  return { fixture, crossings };
}

describe("a clone reads and changes nothing outside of itself", () => {
  for (const [name, repository] of Object.entries(REPOSITORIES)) {
    for (const [command, ask] of Object.entries(COMMANDS)) {
      test(`${name}: ${command}`, async () => {
        const { fixture, crossings } = clone(repository);
        const before = fixture.fs.dump(OUTSIDE);
        const answer = await ask(createCurator({ ...fixture.deps, lock: memoryLock() }));
        expect(crossings).toEqual([]);
        expect(fixture.fs.dump(OUTSIDE)).toEqual(before);
        const told = JSON.stringify([answer, fixture.trace.events, fixture.runLog, fixture.fs.dump(BASE)]);
        expect(told.split("TOP-SECRET")).toHaveLength(1 + (repository.files?.[`${FAKE}/SKILL.md`] ? 2 : 0));
      });
    }
  }
});
