import { describe, expect, test } from "bun:test";
import { loadRootSkills, loadSkills, type Root, type RootScope, type SkillLibrary } from "@metis-curate/core";
import {
  countingFileSystem,
  type MemoryFileSystem,
  memoryFileSystem,
  memoryLogger,
  seedTree,
  type TreeSeed,
} from "@metis-curate/testkit";

function rootAt(base: string, scope: RootScope = "workspace"): Root {
  return {
    key: `metis:${base}`,
    layout: "metis",
    scope,
    base,
    skillsDir: `${base}/.metis/skills`,
    archiveDir: `${base}/.metis/skills-archive`,
    sidecarPath: `${base}/.metis/curator/state.json`,
    privateDir: `/home/.metis/curator/roots${base}`,
  };
}

const ROOT = rootAt("/ws");

function skill(name: string, description = "d"): string {
  return `---\nname: ${name}\ndescription: ${description}\n---\nbody of ${name}\n`;
}

function withSkills(seed: TreeSeed): MemoryFileSystem {
  const fs = memoryFileSystem();
  seedTree(fs, ROOT.skillsDir, seed);
  return fs;
}

const summary = ({ skills, skipped }: SkillLibrary) => ({
  loaded: skills.map(({ path, linked }) => (linked ? `${path} (linked)` : path)),
  skipped: skipped.map(({ path, diagnostic }) => `${path}: ${diagnostic.kind}`),
});

const load = (seed: TreeSeed) => summary(loadRootSkills(withSkills(seed), ROOT));

describe("loadRootSkills", () => {
  test("a skill carries its place, text and hashes", () => {
    const { skills } = loadRootSkills(withSkills({ "a/SKILL.md": skill("a") }), ROOT);
    expect(skills).toMatchObject([
      {
        name: "a",
        path: "a",
        directory: "/ws/.metis/skills/a",
        fields: { name: "a", description: "d" },
        body: "body of a\n",
        linked: false,
        diagnostics: [],
      },
    ]);
  });

  test("a missing directory is empty, one that cannot be read says so", () => {
    expect(summary(loadRootSkills(memoryFileSystem(), ROOT))).toEqual({ loaded: [], skipped: [] });
    const fs = withSkills({ "a/SKILL.md": skill("a") });
    fs.chmod(ROOT.skillsDir, 0);
    expect(summary(loadRootSkills(fs, ROOT))).toEqual({ loaded: [], skipped: [".: unreadable"] });
  });

  test("one bad skill never stops the rest", () => {
    const fs = withSkills({
      "good/SKILL.md": skill("good"),
      "broken/SKILL.md": "---\nname: [\n---\n",
      "reply/SKILL.md": "Here is your skill!\n",
      "latin/SKILL.md": new Uint8Array([0x2d, 0x2d, 0x2d, 0x0a, 0xe9]),
      "secret/SKILL.md": { content: skill("secret"), mode: 0 },
      "closed/SKILL.md": skill("closed"),
      "lower/skill.md": skill("lower"),
      "large/SKILL.md": skill("large") + "x".repeat(1_048_577),
      "directory/SKILL.md/x": "",
      "pipe/x": "",
      "bad\u202ename/SKILL.md": skill("x"),
      "bad\\path/SKILL.md": skill("x"),
      "bad\nline/SKILL.md": skill("x"),
    });
    fs.makeSpecial("/ws/.metis/skills/pipe/SKILL.md");
    fs.chmod("/ws/.metis/skills/closed", 0);
    expect(summary(loadRootSkills(fs, ROOT))).toEqual({
      loaded: ["good"],
      skipped: [
        "bad\nline: bad-name",
        "bad\\path: bad-name",
        "bad\u202ename: bad-name",
        "broken/SKILL.md: invalid-yaml",
        "closed: unreadable",
        "directory/SKILL.md: unreadable",
        "large/SKILL.md: too-large",
        "latin/SKILL.md: not-utf-8",
        "lower/skill.md: wrong-case",
        "pipe/SKILL.md: unreadable",
        "reply/SKILL.md: no-frontmatter",
        "secret/SKILL.md: unreadable",
      ],
    });
  });

  test("a library larger than memory should hold is read in part, and the rest is named", () => {
    const text = skill("x", "d".repeat(1_000));
    const fs = withSkills({ "a/SKILL.md": text, "b/SKILL.md": text, "c/SKILL.md": text });
    expect(summary(loadRootSkills(fs, ROOT, { bytesMax: text.length + 1 }))).toEqual({
      loaded: ["a", "b"],
      skipped: ["c/SKILL.md: scan-limit"],
    });
  });

  test("a read-only directory loads", () => {
    const fs = withSkills({ "a/SKILL.md": skill("a"), a: { directory: true, mode: 0o555 } });
    fs.chmod(ROOT.skillsDir, 0o555);
    expect(summary(loadRootSkills(fs, ROOT)).loaded).toEqual(["a"]);
  });

  test("categories are searched five levels down, a skill is a leaf", () => {
    expect(
      load({
        "1/2/3/4/five/SKILL.md": skill("five"),
        "1/2/3/4/5/six/SKILL.md": skill("six"),
        "leaf/SKILL.md": skill("leaf"),
        "leaf/inner/SKILL.md": skill("inner"),
        "lower/skill.md": skill("lower"),
        "lower/inner/SKILL.md": skill("inner"),
      }),
    ).toEqual({
      loaded: ["1/2/3/4/five", "leaf"],
      skipped: ["1/2/3/4/5: scan-limit", "lower/skill.md: wrong-case"],
    });
  });

  test("hidden, vendored and support directories are not looked into", () => {
    const inside = [".git", ".versions", "node_modules", "venv", "references", "assets", "scripts"];
    const seed = Object.fromEntries(
      inside.flatMap((name) => [
        [`cat/${name}/x/SKILL.md`, skill("x")],
        [`${name}/y/SKILL.md`, skill("y")],
      ]),
    );
    const fs = withSkills({ ...seed, "my-env/pyvenv.cfg": "", "my-env/lib/z/SKILL.md": skill("z") });
    const counted = countingFileSystem(fs);
    expect(summary(loadRootSkills(counted, ROOT))).toEqual({ loaded: [], skipped: [] });
    expect(counted.count("readdir")).toBe(3);
  });

  test("more than 2,000 directories without SKILL.md stop the search, skills do not count", () => {
    const fs = withSkills({});
    for (let i = 0; i < 2_100; i += 1) {
      fs.mkdir(`${ROOT.skillsDir}/s${i}`);
      fs.writeNewFile(`${ROOT.skillsDir}/s${i}/SKILL.md`, new TextEncoder().encode(skill(`s${i}`)));
    }
    expect(loadRootSkills(fs, ROOT).skills).toHaveLength(2_100);
    for (let i = 0; i < 2_100; i += 1) seedTree(fs, `${ROOT.skillsDir}/c${i}`, { "x/y": "" });
    const { skills, skipped } = loadRootSkills(fs, ROOT);
    expect(skills).toHaveLength(2_100);
    expect(skipped.map(({ diagnostic }) => diagnostic.kind)).toEqual(["scan-limit"]);
  });

  test("the shallower of two names wins, at equal depth the first by path", () => {
    expect(
      load({
        "z/same/SKILL.md": skill("same"),
        "a/b/same/SKILL.md": skill("same"),
        "b/twin/SKILL.md": skill("twin"),
        "a/twin/SKILL.md": skill("twin"),
        "cafe\u0301/SKILL.md": skill("cafe\u0301"),
        "x/caf\u00e9/SKILL.md": skill("caf\u00e9"),
      }),
    ).toEqual({
      loaded: ["cafe\u0301", "z/same", "a/twin"],
      skipped: ["a/b/same: shadowed", "b/twin: shadowed", "x/caf\u00e9: shadowed"],
    });
  });

  test("one readdir per directory, one read per skill and one look where it was read", () => {
    const counted = countingFileSystem(
      withSkills(
        Object.fromEntries(Array.from({ length: 50 }, (_, i) => [`s${i}/SKILL.md`, skill(`s${i}`)])),
      ),
    );
    loadRootSkills(counted, ROOT);
    expect({
      all: counted.count(),
      reads: counted.count("readFile"),
      lists: counted.count("readdir"),
    }).toEqual({
      all: 152,
      reads: 50,
      lists: 51,
    });
  });
});

describe("links", () => {
  test("inside the workspace they are read once and marked, outside never", () => {
    const fs = withSkills({
      "real/SKILL.md": skill("real"),
      alias: { link: "real" },
      shared: { link: "../../shared/skill" },
      again: { link: "../../shared/skill" },
      family: { link: "../../shared/family" },
      file: { link: "real/SKILL.md" },
      outside: { link: "/etc/skills" },
      dangling: { link: "nowhere" },
      loop: { link: "loop" },
      "cat/up": { link: ".." },
      "linked-file/SKILL.md": { link: "../../../shared/skill/SKILL.md" },
      "stolen/SKILL.md": { link: "/etc/passwd" },
      "gone/SKILL.md": { link: "none" },
    });
    seedTree(fs, "/ws/shared", {
      "skill/SKILL.md": skill("skill"),
      "family/member/SKILL.md": skill("member"),
    });
    seedTree(fs, "/etc", { passwd: "root", "skills/SKILL.md": skill("outside") });
    expect(summary(loadRootSkills(fs, ROOT))).toEqual({
      loaded: ["again (linked)", "linked-file (linked)", "family/member (linked)", "real"],
      skipped: [
        "alias: shadowed",
        "cat/up: link-cycle",
        "dangling: dangling-link",
        "gone/SKILL.md: dangling-link",
        "loop: link-cycle",
        "outside: escapes-root",
        "shared: shadowed",
        "stolen/SKILL.md: escapes-root",
      ],
    });
  });

  test("two linked categories that lead to each other end", () => {
    const fs = withSkills({ a: { link: "../../x" } });
    seedTree(fs, "/ws/x", { y: { link: "../z" }, "s/SKILL.md": skill("s") });
    seedTree(fs, "/ws/z", { x: { link: "../x" } });
    expect(summary(loadRootSkills(fs, ROOT))).toEqual({
      loaded: ["a/s (linked)"],
      skipped: ["a/y/x: shadowed"],
    });
  });

  test("a skills directory that leads out of the workspace is not read", () => {
    const fs = memoryFileSystem();
    seedTree(fs, "/home/me/skills", { "a/SKILL.md": skill("a") });
    seedTree(fs, "/ws/.metis", { skills: { link: "/home/me/skills" } });
    expect(summary(loadRootSkills(fs, ROOT))).toEqual({ loaded: [], skipped: [".: escapes-root"] });
  });

  test("one that leads to another place in the workspace is read, its skills are not links", () => {
    const fs = memoryFileSystem();
    seedTree(fs, "/ws/tools", { "a/SKILL.md": skill("a") });
    seedTree(fs, "/ws/.metis", { skills: { link: "../tools" } });
    expect(summary(loadRootSkills(fs, ROOT))).toEqual({ loaded: ["a"], skipped: [] });
  });
});

describe("loadSkills", () => {
  test("the workspace wins over the global root, and the log says so", () => {
    const fs = withSkills({ "a/SKILL.md": skill("a", "mine"), "bad/SKILL.md": "x" });
    const global = rootAt("/home", "global");
    seedTree(fs, global.skillsDir, { "a/SKILL.md": skill("a", "theirs"), "b/SKILL.md": skill("b") });
    const logger = memoryLogger();
    const { skills, skipped } = loadSkills(fs, { global, workspace: ROOT, logger });
    expect(skills.map(({ name, scope, fields }) => [name, scope, fields.description])).toEqual([
      ["a", "workspace", "mine"],
      ["b", "global", "d"],
    ]);
    expect(skipped).toMatchObject([{ path: "bad/SKILL.md", scope: "workspace" }]);
    expect(logger.entries).toEqual([
      { level: "info", message: "skill a: the workspace's wins over the global one" },
    ]);
  });

  test("a workspace that is the global root is loaded once", () => {
    const fs = withSkills({ "a/SKILL.md": skill("a") });
    const logger = memoryLogger();
    expect(loadSkills(fs, { global: ROOT, workspace: ROOT, logger }).skills).toHaveLength(1);
    expect(logger.entries).toEqual([]);
  });
});

describe("one skill alone", () => {
  const FILES = {
    "one/SKILL.md": skill("one"),
    "two/SKILL.md": skill("two"),
    "deep/two/SKILL.md": skill("two", "the other"),
  };

  test("is the one that the whole library has under the name, and no other file is read", () => {
    const fs = withSkills(FILES);
    const whole = loadRootSkills(fs, ROOT);
    const counted = countingFileSystem(fs);
    const { skills } = loadRootSkills(counted, ROOT, { only: "two" });
    expect(skills).toEqual(whole.skills.filter(({ name }) => name === "two"));
    expect(skills.map(({ path }) => path)).toEqual(["two"]);
    expect(counted.count("readFile")).toBe(1);
  });

  test("is absent where no skill has the name", () => {
    expect(loadRootSkills(withSkills(FILES), ROOT, { only: "three" }).skills).toEqual([]);
  });
});
