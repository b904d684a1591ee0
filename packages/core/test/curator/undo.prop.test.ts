import { expect, test } from "bun:test";
import {
  createCurator,
  type ModelRequest,
  readSidecar,
  type SidecarSkill,
  type SidecarState,
  type UndoReport,
} from "@metis-curate/core";
import {
  agentSkill,
  type CuratorFixture,
  confirmArchive,
  curatorFixture,
  editWith,
  type FixtureSkill,
  isTorture,
  mergeInto,
  rewriteAs,
  scriptedModel,
} from "@metis-curate/testkit";
import fc from "fast-check";
import { done, eventsOf, expectSound, runNow, skillsDump, writeText } from "./curator-world.ts";

type Style = "rules" | "merges" | "creates";

/** Confirms everything; a merge keeps every distinct body, and so every file the bodies refer to. */
function obliging(style: Style) {
  return scriptedModel({
    answers: ({ dossier }: ModelRequest) => {
      switch (dossier.purpose) {
        case "archive":
          return confirmArchive();
        case "edit":
          return editWith("@@ @@\n-Run deployctl push.\n+Run deploy push.");
        case "rewrite":
          return rewriteAs([...new Set(dossier.members.map(({ body }) => body))].join("\n\n"));
        case "consolidate": {
          const names = dossier.members.map(({ name }) => name);
          const [survivor = "", ...rest] = names;
          return style === "creates"
            ? mergeInto(`${survivor}-all`, names, { newSkill: true })
            : mergeInto(survivor, rest);
        }
      }
    },
  });
}

const NAMES = ["deploy-web-app", "deploy-web-site", "deploy-web-api", "parse-log-json", "solo", "lone"];

const skillArbitrary = (name: string): fc.Arbitrary<FixtureSkill> =>
  fc
    .record({
      text: fc.constantFrom("Build the app.", "Run deployctl push.", "Read each line with `grep -c x`."),
      refers: fc.boolean(),
      twin: fc.boolean(),
      created: fc.constantFrom(1, 80, 200),
      loaded: fc.subarray([1, 2, 3, 40, 100]),
      failed: fc.constantFrom(0, 3),
      readOnly: fc.boolean(),
    })
    .map(({ text, refers, twin, created, loaded, failed, readOnly }) => {
      const file = `references/${name}.md`;
      const body = `# Steps\n\n${twin ? "Run deployctl push." : text}\n\nWatch.${refers ? `\n\nSee ${file} first.` : ""}`;
      return agentSkill(name, {
        body,
        description: `Knows how to ${name.split("-").slice(0, 2).join(" ")}.`,
        createdDaysAgo: created,
        loadedDaysAgo: loaded,
        failedLoads: failed,
        files: {
          ...(refers ? { [file]: { content: `about ${name}\n`, mode: readOnly ? 0o444 : 0o640 } } : {}),
          "scripts/run.sh": { content: "#!/bin/sh\n", mode: 0o755 },
        },
      });
    });

const libraryArbitrary = fc
  .uniqueArray(fc.constantFrom(...NAMES), { minLength: 2, maxLength: 6 })
  .chain((names) => fc.tuple(...names.map(skillArbitrary)));

const worldArbitrary = fc.record({
  skills: libraryArbitrary,
  style: fc.constantFrom<Style>("rules", "merges", "creates"),
  pins: fc.boolean(),
  otherDisk: fc.boolean(),
});
type WorldSeed = typeof worldArbitrary extends fc.Arbitrary<infer T> ? T : never;

async function makeWorld({ skills, style, pins, otherDisk }: WorldSeed): Promise<CuratorFixture> {
  const fixture = curatorFixture({
    skills,
    ...(style === "rules" ? {} : { model: obliging(style) }),
    ...(otherDisk ? { mounts: ["/home/ada/project/.metis/skills-archive"] } : {}),
  });
  const [first] = skills;
  if (pins && first !== undefined) done(await createCurator(fixture.deps).pin(first.name));
  return fixture;
}

const RUNS = isTorture() ? 1_000 : 100;
const MARK = "changed since\n";
const seen = { undone: 0, withSupportFiles: 0, newSkills: 0, left: 0 };

test("undo of a run brings the skills back byte for byte, and the sidecar but for what stays in the archive", async () => {
  await fc.assert(
    fc.asyncProperty(worldArbitrary, async (seed) => {
      const fixture = await makeWorld(seed);
      const before = { skills: skillsDump(fixture), state: stateOf(fixture) };
      const report = await runNow(fixture);
      if (report.actions.length === 0) return;
      count(fixture);
      const undone = await undo(fixture, report.curator_run_id);
      expect(undone.left).toEqual([]);
      expect(skillsDump(fixture)).toEqual(before.skills);
      expectSameButArchives(before.state, stateOf(fixture));
      expectSound(fixture);
      const again = await undo(fixture, report.curator_run_id);
      expect(again).toMatchObject({ undone: [], left: [] });
    }),
    { numRuns: RUNS },
  );
});

test("undo leaves exactly what was changed since, names it, and brings the rest back", async () => {
  await fc.assert(
    fc.asyncProperty(worldArbitrary, fc.nat(), fc.nat(), async (seed, which, how) => {
      const fixture = await makeWorld(seed);
      const before = skillsDump(fixture);
      const report = await runNow(fixture);
      const action = report.actions[which % Math.max(1, report.actions.length)];
      if (action === undefined) return;
      const skill = String(action["skill_id"]);
      const touched = tamper(fixture, action, how);
      const undone = await undo(fixture, report.curator_run_id);
      seen.left += 1;
      expect(undone.left.map((one) => one.skill)).toEqual([skill]);
      expect(undone.left[0]?.message).toContain(touched.named);
      expect(fixture.fs.dump("/")[touched.path.slice(1)]?.content).toEndWith(MARK);
      const others = (dump: typeof before) =>
        Object.entries(dump).filter(([path]) => path.split("/")[0] !== skill);
      expect(others(skillsDump(fixture))).toEqual(others(before));
      expectSound(fixture);
    }),
    { numRuns: RUNS },
  );
});

test("the laws of undo have seen merges with files, new skills and leftovers", () => {
  expect(seen.undone).toBeGreaterThan(20);
  expect(seen.withSupportFiles).toBeGreaterThan(0);
  expect(seen.newSkills).toBeGreaterThan(0);
  expect(seen.left).toBeGreaterThan(10);
});

/** Changes one thing an action left behind; returns the changed file and what the report must name. */
function tamper(fixture: CuratorFixture, action: Readonly<Record<string, unknown>>, how: number) {
  const { root } = fixture.deps;
  const skill = String(action["skill_id"]);
  const live = `${root.skillsDir}/${skill}`;
  if (action["action"] !== "archive") {
    const path = livingFile(action, how, live);
    // A skill that still loads, and one that does not.
    const isEdited = path.endsWith("/SKILL.md") && how % 5 > 0;
    const text = isEdited ? `${readText(fixture, path)}\n${MARK}` : MARK;
    writeText(fixture, path, text);
    return { path, named: skill };
  }
  const archived = `${root.base}/${action["archive_path"]}`.replace(/\/$/, "");
  if (how % 3 === 0) {
    fixture.fs.mkdir(live);
    writeText(fixture, `${live}/SKILL.md`, MARK);
    return { path: `${live}/SKILL.md`, named: skill };
  }
  const path = how % 3 === 1 ? `${archived}/mine.md` : `${archived}/SKILL.md`;
  writeText(fixture, path, MARK);
  return { path, named: archived };
}

/** A file that a merge or an edit left: SKILL.md, one it copied along, or one that a person adds to a new skill. */
function livingFile(action: Readonly<Record<string, unknown>>, how: number, live: string): string {
  const signals = action["signals"] as Readonly<Record<string, unknown>>;
  const copied = (signals["support_files"] ?? []) as readonly { readonly path: string }[];
  const [first] = copied;
  if (how % 3 === 0 && first !== undefined) return `${live}/${first.path}`;
  const isNew = action["skill_version_before"] === null;
  return isNew && how % 3 === 1 ? `${live}/mine.md` : `${live}/SKILL.md`;
}

function readText({ fs }: CuratorFixture, path: string): string {
  return new TextDecoder().decode(fs.readFile(path));
}

async function undo(fixture: CuratorFixture, runId: string): Promise<UndoReport> {
  return done(await createCurator(fixture.deps).undo(runId));
}

function stateOf({ fs, deps }: CuratorFixture): SidecarState {
  const found = readSidecar(fs, deps.root);
  return found.kind === "state"
    ? found.state
    : { schema_version: "1", last_curation_at_iso: null, skills: {} };
}

/** A run and its undo leave: when it was, snapshots, and skills that were made and taken away. Nothing else. */
function expectSameButArchives(before: SidecarState, after: SidecarState): void {
  const plain = ({ archives: _, origin: __, archive_path: ___, ...rest }: SidecarSkill) => rest;
  for (const [skill, entry] of Object.entries(after.skills)) {
    const earlier = before.skills[skill];
    const records = entry.archives ?? [];
    expect(records.slice(0, earlier?.archives?.length ?? 0)).toEqual([...(earlier?.archives ?? [])]);
    if (earlier === undefined) expect(records.length).toBeGreaterThan(0);
    else expect(plain(entry)).toEqual(plain(earlier));
  }
  for (const skill of Object.keys(before.skills)) expect(Object.keys(after.skills)).toContain(skill);
}

function count(fixture: CuratorFixture): void {
  seen.undone += 1;
  for (const { payload } of eventsOf(fixture, "skill.curated")) {
    const signals = payload["signals"] as Readonly<Record<string, unknown>>;
    const files = signals["support_files"];
    if (Array.isArray(files) && files.length > 0) seen.withSupportFiles += 1;
    if (payload["action"] === "consolidate" && payload["skill_version_before"] === null) seen.newSkills += 1;
  }
}
