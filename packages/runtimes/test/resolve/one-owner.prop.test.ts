import { expect, test } from "bun:test";
import { type FileSystem, loadRootSkills, openRoot } from "@metis-curate/core";
import { createSkillResolver, LAYOUT_ROWS, layoutsAt, type SkillFiles } from "@metis-curate/runtimes";
import { memoryFileSystem, seedTree } from "@metis-curate/testkit";
import * as fc from "fast-check";
import { attempt, memorySkillFiles } from "../support/memory-skill-files.ts";

const HOME = "/home/u";
const BASES = [HOME, `${HOME}/proj`, `${HOME}/proj/sub`];
const LAYOUTS = ["metis", ...LAYOUT_ROWS.map(({ layout }) => layout.name)];
const SKILL = "---\nname: x\ndescription: Does x.\n---\n\nbody\n";

/** Skills directories of a few agents in a home and in two workspaces, one within the other. */
const DIRECTORIES = BASES.flatMap((base) =>
  [".metis/skills", ".agents/skills", ".claude/skills", ".opencode/skills", ".config/goose/skills"].map(
    (path) => `${base}/${path}`,
  ),
);
/** What they may be links to. */
const PLACES = [
  ...DIRECTORIES,
  ...BASES.flatMap((base) => [`${base}/lib`, `${base}/lib/inner`, `${base}/.agents`, `${base}/.claude`]),
];

interface World {
  readonly links: readonly (readonly [string, string])[];
  readonly skills: readonly string[];
  readonly skillLinks: readonly (readonly [string, string])[];
}

const worlds: fc.Arbitrary<World> = fc.record({
  links: fc.array(fc.tuple(fc.constantFrom(...DIRECTORIES), fc.constantFrom(...PLACES)), { maxLength: 5 }),
  skills: fc.array(
    fc
      .tuple(fc.constantFrom(...PLACES), fc.constantFrom("x", "y", "ops/x"))
      .map(([at, name]) => `${at}/${name}`),
    { minLength: 1, maxLength: 8 },
  ),
  skillLinks: fc.array(
    fc
      .tuple(fc.constantFrom(...DIRECTORIES), fc.constantFrom(...PLACES), fc.constantFrom("x", "y"))
      .map(([from, to, name]) => [`${from}/${name}`, `${to}/${name}`] as const),
    { maxLength: 3 },
  ),
});

/** Makes what can be made: of two things at one place the first stays. */
function build({ links, skills, skillLinks }: World): FileSystem {
  const fs = memoryFileSystem();
  seedTree(fs, "", { "home/u/proj/sub/.git/HEAD": "x" });
  for (const [from, to] of links) attempt(() => seedTree(fs, "", { [from.slice(1)]: { link: to } }));
  for (const skill of skills) attempt(() => seedTree(fs, "", { [`${skill.slice(1)}/SKILL.md`]: SKILL }));
  for (const [from, to] of skillLinks) attempt(() => seedTree(fs, "", { [from.slice(1)]: { link: to } }));
  return fs;
}

interface Movable {
  readonly key: string;
  readonly real: string;
  readonly path: string;
  readonly skill: string;
}

/** What every root of the world would move, by real directory. */
function movableOf(fs: FileSystem, files: SkillFiles): readonly Movable[] {
  const layouts = layoutsAt({ home: HOME, env: {}, realpath: (path) => files.realpath(path) });
  return BASES.flatMap((workspace) =>
    LAYOUTS.flatMap((layoutName) => {
      const opened = openRoot(fs, { target: { workspace }, home: HOME, layoutName, layouts });
      if (opened.kind !== "root") return [];
      return loadRootSkills(fs, opened.root)
        .skills.filter(({ linked }) => !linked)
        .map(({ directory, path, name }) => ({
          key: opened.root.key,
          real: fs.realpath(directory),
          path,
          skill: name,
        }));
    }),
  );
}

test("whatever the links, a skill is moved by one root, and that is the one its records go to", () => {
  fc.assert(
    fc.property(worlds, (world) => {
      const fs = build(world);
      const files = memorySkillFiles(fs);
      const movable = movableOf(fs, files);
      const resolver = createSkillResolver({ home: HOME, env: {} }, files);
      for (const { key, real, path, skill } of movable) {
        expect(movable.filter((one) => one.real === real).map((one) => one.key)).toEqual([key]);
        const reference = { name: null, path: `${real}/SKILL.md` };
        const answer = resolver.resolve({ runtime: "codex", skill: reference, workspace: null });
        expect(answer).toMatchObject({ kind: "skill", rootKey: key, path, skill });
      }
    }),
    { numRuns: 150 },
  );
});
