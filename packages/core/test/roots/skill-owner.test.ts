import { describe, expect, test } from "bun:test";
import {
  findOwningRoot,
  foreignLayout,
  type Layout,
  loadRootSkills,
  METIS_LAYOUT,
  openRoot,
  type Root,
} from "@metis-curate/core";
import { memoryFileSystem, seedTree, type TreeSeed } from "@metis-curate/testkit";

const HOME = "/home/u";
const SKILL = "---\nname: x\ndescription: Does x.\n---\n\nbody\n";
const CLAWS: Layout = { ...foreignLayout("claws", [".claws", "skills"]), scan: { depthMax: 1 } };
const PAWS: Layout = {
  ...foreignLayout("paws", [".paws", "skills"]),
  home: { skills: [".config", "paws", "skills"], scan: { reserved: ["kept"] } },
};
const FINS: Layout = { ...foreignLayout("fins", [".fins", "skills"]), homeOnly: true };
const LAYOUTS = [METIS_LAYOUT, CLAWS, PAWS, FINS];

interface Place {
  readonly target: "global" | { workspace: string };
  readonly layout: string;
}

const GLOBAL = (layout: string): Place => ({ target: "global", layout });
const IN = (workspace: string, layout: string): Place => ({ target: { workspace }, layout });

function disk(seed: TreeSeed) {
  const fs = memoryFileSystem();
  seedTree(fs, "", { "home/u/.keep": "", ...seed });
  return fs;
}

function open(seed: TreeSeed, { target, layout }: Place) {
  return openRoot(disk(seed), { target, home: HOME, layoutName: layout, layouts: LAYOUTS });
}

/** The skills that a root loads: `x` its own, `x!` only read. */
function loadedBy(seed: TreeSeed, place: Place): readonly string[] | string {
  const opened = open(seed, place);
  if (opened.kind !== "root") return opened.kind;
  return loadRootSkills(disk(seed), opened.root).skills.map(({ path, linked }) => path + (linked ? "!" : ""));
}

interface Case {
  readonly title: string;
  readonly seed: TreeSeed;
  readonly loads: readonly (readonly [Place, readonly string[] | string])[];
}

const CASES: readonly Case[] = [
  {
    title: "a skill that is a link is its own root's alone",
    seed: {
      "home/u/.paws/skills/x/SKILL.md": SKILL,
      "home/u/.config/paws/skills/x/SKILL.md": SKILL,
      "home/u/.claws/skills/x": { link: "/home/u/.config/paws/skills/x" },
    },
    loads: [
      [GLOBAL("claws"), ["x!"]],
      [GLOBAL("paws"), ["x"]],
    ],
  },
  {
    title: "a skills directory that is a link to another row's",
    seed: {
      "ws/.paws/skills/x/SKILL.md": SKILL,
      "ws/.claws/skills": { link: "../.paws/skills" },
    },
    loads: [
      [IN("/ws", "claws"), ["x!"]],
      [IN("/ws", "paws"), ["x"]],
    ],
  },
  {
    title: "the agent's directory as a whole is a link",
    seed: { "ws/.paws/skills/x/SKILL.md": SKILL, "ws/.claws": { link: ".paws" } },
    loads: [
      [IN("/ws", "claws"), ["x!"]],
      [IN("/ws", "paws"), ["x"]],
    ],
  },
  {
    title: "a link to the directory around another row's skills",
    seed: { "ws/.claws/skills/x/SKILL.md": SKILL, "ws/.paws/skills": { link: "../.claws" } },
    loads: [
      [IN("/ws", "paws"), ["skills/x!"]],
      [IN("/ws", "claws"), ["x"]],
    ],
  },
  {
    title: "a link into a category of another row's",
    seed: { "ws/.paws/skills/ops/x/SKILL.md": SKILL, "ws/.claws/skills": { link: "../.paws/skills/ops" } },
    loads: [
      [IN("/ws", "claws"), ["x!"]],
      [IN("/ws", "paws"), ["ops/x"]],
    ],
  },
  {
    title: "the home's is a link to a workspace's",
    seed: {
      "home/u/dots/.claws/skills/x/SKILL.md": SKILL,
      "home/u/.claws/skills": { link: "/home/u/dots/.claws/skills" },
    },
    loads: [
      [GLOBAL("claws"), ["x!"]],
      [IN("/home/u/dots", "claws"), ["x"]],
    ],
  },
  {
    title: "a directory of no row's, with one link to it, is that row's",
    seed: {
      "home/u/dots/lib/x/SKILL.md": SKILL,
      "home/u/.paws-no": "",
      "home/u/.claws/skills": { link: "/home/u/dots/lib" },
    },
    loads: [[GLOBAL("claws"), ["x"]]],
  },
  {
    title: "a directory of no row's, with several links to it, is the first row's",
    seed: {
      "ws/lib/x/SKILL.md": SKILL,
      "ws/.claws/skills": { link: "../lib" },
      "ws/.paws/skills": { link: "../lib" },
      "ws/.metis/skills": { link: "../lib" },
    },
    loads: [
      [IN("/ws", "metis"), ["x"]],
      [IN("/ws", "claws"), ["x!"]],
      [IN("/ws", "paws"), ["x!"]],
    ],
  },
  {
    title: "the home directory comes before a workspace",
    seed: {
      "home/u/proj/lib/x/SKILL.md": SKILL,
      "home/u/proj/.claws/skills": { link: "../lib" },
      "home/u/.config/paws/skills": { link: "/home/u/proj/lib" },
    },
    loads: [
      [GLOBAL("paws"), ["x"]],
      [IN("/home/u/proj", "claws"), ["x!"]],
    ],
  },
  {
    title: "a workspace's link that leads out of it is refused",
    seed: {
      "else/x/SKILL.md": SKILL,
      "ws/.claws/skills": { link: "/else" },
      "ws/.paws/skills/y": { link: "/else/x" },
    },
    loads: [
      [IN("/ws", "claws"), "escapes-root"],
      [IN("/ws", "paws"), []],
    ],
  },
  {
    title: "depth and reserved names are the row's",
    seed: {
      "ws/.claws/skills/x/SKILL.md": SKILL,
      "ws/.claws/skills/group/x/SKILL.md": SKILL,
      "home/u/.config/paws/skills/kept/SKILL.md": SKILL,
      "home/u/.config/paws/skills/ops/kept/SKILL.md": SKILL,
      "ws/.paws/skills/kept/SKILL.md": SKILL,
    },
    loads: [
      [IN("/ws", "claws"), ["x"]],
      [IN("/ws", "paws"), ["kept"]],
      [GLOBAL("paws"), ["ops/kept"]],
    ],
  },
  {
    title: "a row without workspaces has none",
    seed: { "ws/.fins/skills/x/SKILL.md": SKILL, "home/u/.fins/skills/x/SKILL.md": SKILL },
    loads: [
      [IN("/ws", "fins"), "no-skills-directory"],
      [IN(HOME, "fins"), ["x"]],
      [GLOBAL("fins"), ["x"]],
    ],
  },
  {
    title: "a file in the place of a skills directory is none",
    seed: { "ws/.claws": "a file", "ws/.paws/skills": "a file" },
    loads: [
      [IN("/ws", "claws"), "no-skills-directory"],
      [IN("/ws", "paws"), "no-skills-directory"],
    ],
  },
];

describe("whose a skill is", () => {
  test.each(CASES.map((one) => [one.title, one] as const))("%s", (_, { seed, loads }) => {
    for (const [place, expected] of loads)
      expect(loadedBy(seed, place), JSON.stringify(place)).toEqual(expected);
  });

  test("no directory is moved from by two roots", () => {
    for (const { seed, loads } of CASES) {
      const movable = loads.flatMap(([place]) => {
        const opened = open(seed, place);
        if (opened.kind !== "root") return [];
        const fs = disk(seed);
        return loadRootSkills(fs, opened.root)
          .skills.filter(({ linked }) => !linked)
          .map(({ directory }) => ({ key: opened.root.key, real: fs.realpath(directory) }));
      });
      for (const { real } of movable) {
        expect(new Set(movable.filter((one) => one.real === real).map(({ key }) => key)).size).toBe(1);
      }
    }
  });

  test("a root that only reads says whose the skills are", () => {
    const seed = { "ws/.paws/skills/x/SKILL.md": SKILL, "ws/.claws/skills": { link: "../.paws/skills" } };
    const opened = open(seed, IN("/ws", "claws"));
    expect(opened.kind === "root" && opened.root.skillsOf).toMatchObject({
      layout: "paws",
      scope: "workspace",
      base: "/ws",
    });
  });
});

describe("findOwningRoot", () => {
  const owner = (path: string): Root | null => findOwningRoot({ home: HOME, layouts: LAYOUTS }, path);

  test.each([
    ["/ws/.claws/skills/x", "claws", "/ws"],
    ["/.claws/skills/x", "claws", "/"],
    ["/ws/.claws/skills/x/deep/.paws/skills/y", "paws", "/ws/.claws/skills/x/deep"],
    ["/home/u/.config/paws/skills/x", "paws", HOME],
    ["/home/u/.fins/skills/x", "fins", HOME],
  ])("%s is %s of %s", (path, layout, base) => {
    expect(owner(path)).toMatchObject({ layout, base });
  });

  test.each([
    "/ws/.claws/skills",
    "/ws/.claws/skillset/x",
    "/ws/a.claws/skills/x",
    "/ws/.fins/skills/x",
    "/ws/.config/paws/skills/x",
    "/home/u/.paws/skills/x",
    "/",
  ])("%s is nobody's", (path) => {
    expect(owner(path)).toBeNull();
  });
});
