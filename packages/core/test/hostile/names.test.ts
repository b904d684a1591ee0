import { describe, expect, test } from "bun:test";
import { createCurator, isSafeDirectoryName, loadRootSkills } from "@metis-curate/core";
import {
  agentSkill,
  countingFileSystem,
  curatorFixture,
  memoryFileSystem,
  metisRoot,
  seedTree,
  type TreeSeed,
} from "@metis-curate/testkit";

const ROOT = metisRoot("/ws/a");
const skill = (name: string) => `---\nname: ${name}\ndescription: d\n---\nbody of ${name}\n`;

function load(seed: TreeSeed) {
  const fs = memoryFileSystem();
  fs.mkdir("/ws");
  seedTree(fs, ROOT.skillsDir, seed);
  const { skills, skipped } = loadRootSkills(fs, ROOT);
  return {
    loaded: skills.map(({ name }) => name),
    skipped: Object.fromEntries(skipped.map(({ path, diagnostic }) => [path, diagnostic.kind])),
  };
}

describe("names of directories", () => {
  test.each([
    ["a right-to-left override", "invoice\u202egnp"],
    ["an isolate", "a\u2066b\u2069"],
    ["an escape sequence", "a\u001b[2Jb"],
    ["a newline", "a\nb"],
    ["a line separator", "a\u2028b"],
    ["a backslash", "a\\..\\b"],
    ["a drive", "c:"],
    ["bytes that are no UTF-8", "a\ufffd"],
    ["a lone surrogate", "a\ud800"],
  ])("%s is refused and said without being shown", (_, name) => {
    expect(isSafeDirectoryName(name)).toBe(false);
    const { loaded, skipped } = load({ [`${name}/SKILL.md`]: skill("x"), "good/SKILL.md": skill("good") });
    expect(loaded).toEqual(["good"]);
    expect(Object.values(skipped)).toEqual(["bad-name"]);
  });

  test.each([
    "..a",
    "a..",
    "...",
    "--",
    "-rf",
    "$(touch x)",
    "a;b",
    "a b",
    "con",
    "a.lock",
    "~",
    "*",
    "%2e%2e",
  ])("%j is a name like any other", (name) => {
    expect(load({ [`${name}/SKILL.md`]: skill("x") })).toEqual(
      name.startsWith(".") ? { loaded: [], skipped: {} } : { loaded: [name], skipped: {} },
    );
  });

  test.each(["constructor", "__proto__", "toString", "hasOwnProperty"])(
    "%s is a name like any other, archived and restored",
    async (name) => {
      const { deps, fs } = curatorFixture({ skills: [agentSkill(name.toLowerCase(), { path: name })] });
      const curator = createCurator(deps);
      const before = fs.dump(deps.root.skillsDir);
      expect(await curator.archive(name, { force: true })).toMatchObject({ ok: true });
      expect(await curator.restore(name)).toMatchObject({ ok: true });
      expect(fs.dump(deps.root.skillsDir)).toEqual(before);
    },
  );

  test("a name of 255 bytes loads; its archive would be too long and leaves it as it is", async () => {
    const name = "n".repeat(255);
    expect(load({ [`${name}/SKILL.md`]: skill(name) })).toEqual({ loaded: [name], skipped: {} });
  });

  test("names that differ in case or Unicode form alone are two skills here, and one elsewhere: both stay", async () => {
    const { loaded } = load({ "Deploy/SKILL.md": skill("Deploy"), "deploy/SKILL.md": skill("deploy") });
    expect(loaded).toEqual(["Deploy", "deploy"]);
    const composed = load({ "caf\u00e9/SKILL.md": skill("x"), "cafe\u0301/SKILL.md": skill("x") });
    expect(composed.loaded).toEqual(["caf\u00e9"]);
    expect(Object.values(composed.skipped)).toEqual(["shadowed"]);
  });

  test("two archives whose names differ in case alone get ids of their own", async () => {
    const skills = [agentSkill("deploy"), agentSkill("deploy-x", { path: "Deploy" })];
    const { deps, fs } = curatorFixture({ skills });
    const curator = createCurator(deps);
    for (const name of ["deploy", "Deploy"]) {
      expect(await curator.archive(name, { force: true })).toMatchObject({ ok: true });
    }
    const ids = fs.readdir(deps.root.archiveDir).map(({ name }) => name.toLowerCase());
    expect(new Set(ids).size).toBe(2);
  });
});

/** A CI-sized number; `bun run torture` takes what a real library never has. */
const MANY = process.env["METIS_TORTURE"] === "1" ? 100_000 : 5_000;

describe("many files", () => {
  test("files beside the skills cost one listing, files inside of a skill nothing", () => {
    const disk = memoryFileSystem();
    disk.mkdir("/ws");
    const litter = Object.fromEntries(Array.from({ length: MANY }, (_, at) => [`f${at}`, ""]));
    seedTree(disk, ROOT.skillsDir, { "a/SKILL.md": skill("a"), ...litter });
    seedTree(disk, `${ROOT.skillsDir}/a/venv/lib`, litter);
    seedTree(disk, `${ROOT.skillsDir}/node_modules`, litter);
    const fs = countingFileSystem(disk);
    expect(loadRootSkills(fs, ROOT).skills).toHaveLength(1);
    expect(fs.count("readdir")).toBe(2);
    expect(fs.count()).toBeLessThan(10);
  });

  test("directories without skills are searched up to a limit, and the rest is said to be left", () => {
    const disk = memoryFileSystem();
    disk.mkdir("/ws");
    seedTree(
      disk,
      ROOT.skillsDir,
      Object.fromEntries(Array.from({ length: MANY }, (_, at) => [`d${at}/e/x`, ""])),
    );
    const fs = countingFileSystem(disk);
    const { skipped } = loadRootSkills(fs, ROOT);
    expect(skipped.filter(({ diagnostic }) => diagnostic.kind === "scan-limit")).toHaveLength(1);
    expect(fs.count("readdir")).toBeLessThanOrEqual(2 + MANY + 2_000);
  });
});
