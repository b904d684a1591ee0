import { describe, expect, test } from "bun:test";
import { loadRootSkills, type Root, type SkillCreatedBySave, saveSkill } from "@metis-curate/core";
import { countingFileSystem, faultyFileSystem, memoryFileSystem, seedTree } from "@metis-curate/testkit";

const ROOT: Root = {
  key: "metis:0123",
  layout: "metis",
  scope: "workspace",
  base: "/ws",
  skillsDir: "/ws/.metis/skills",
  archiveDir: "/ws/.metis/skills-archive",
  sidecarPath: "/ws/.metis/curator/state.json",
  privateDir: "/home/.metis/curator/roots/metis-0123",
};
const INPUT = { name: "new-skill", description: "Use when: needed", body: "# Steps\n\n1. Do it\n" };

function workspace() {
  const fs = memoryFileSystem();
  fs.mkdir("/ws");
  return fs;
}

function recorder() {
  const published: SkillCreatedBySave[] = [];
  return { published, publishCreated: async (payload: SkillCreatedBySave) => void published.push(payload) };
}

describe("saveSkill", () => {
  test("writes a skill that loads without a diagnostic and publishes one event about it", async () => {
    const fs = workspace();
    const { published, publishCreated } = recorder();
    const result = await saveSkill({ fs, root: ROOT, publishCreated }, INPUT);
    const { skills, skipped } = loadRootSkills(fs, ROOT);
    expect({ skills, skipped }).toMatchObject({
      skills: [{ name: "new-skill", body: INPUT.body, diagnostics: [] }],
      skipped: [],
    });
    const created = {
      skill_id: "new-skill",
      skill_version: skills[0]?.version,
      source: "auto_generated",
      size_tokens: skills[0]?.sizeTokens,
      file_hash: skills[0]?.fileHash,
      root: "metis:0123",
    };
    expect(published as unknown[]).toEqual([created]);
    expect(result as unknown).toEqual({ kind: "saved", directory: "/ws/.metis/skills/new-skill", created });
    expect(fs.readdir(ROOT.skillsDir)).toHaveLength(1);
  });

  test("a draft is marked in the event", async () => {
    const { published, publishCreated } = recorder();
    await saveSkill({ fs: workspace(), root: ROOT, publishCreated }, { ...INPUT, draft: true });
    expect(published).toMatchObject([{ draft: true }]);
  });

  test.each([
    ["name", { name: "" }],
    ["name", { name: "Upper" }],
    ["name", { name: "a--b" }],
    ["name", { name: "-a" }],
    ["name", { name: "a-" }],
    ["name", { name: "../a" }],
    ["name", { name: "a b" }],
    ["name", { name: "a".repeat(65) }],
    ["name", { name: "cafe\u0301" }],
    ["name", { name: "scripts" }],
    ["description", { description: " \n" }],
    ["description", { description: "x".repeat(1025) }],
    ["body", { body: "" }],
    ["body", { body: "---\nname: a\n---\nx" }],
    ["compatibility", { compatibility: "x".repeat(501) }],
  ])("an invalid %s is refused before anything is written: %j", async (field, change) => {
    const fs = workspace();
    const { published, publishCreated } = recorder();
    const result = await saveSkill({ fs, root: ROOT, publishCreated }, { ...INPUT, ...change });
    expect(result).toMatchObject({ kind: "invalid", field });
    expect({ dump: fs.dump("/ws"), published }).toEqual({ dump: {}, published: [] });
  });

  test.each([
    ["the same name", "new-skill/SKILL.md"],
    ["another case", "New-Skill/SKILL.md"],
    ["a name in a category", "cat/new-skill/SKILL.md"],
    ["a directory without SKILL.md", "new-skill/notes.txt"],
    ["a skill that does not load", "cat/new-skill/skill.md"],
    ["a plain file", "NEW-SKILL"],
  ])("a taken name is refused: %s", async (_, path) => {
    const fs = workspace();
    seedTree(fs, ROOT.skillsDir, { [path]: "x" });
    const before = fs.dump();
    const { published, publishCreated } = recorder();
    expect(await saveSkill({ fs, root: ROOT, publishCreated }, INPUT)).toMatchObject({ kind: "exists" });
    expect({ dump: fs.dump(), published }).toEqual({ dump: before, published: [] });
  });

  test("names that differ in Unicode form alone are the same name", async () => {
    const fs = workspace();
    seedTree(fs, ROOT.skillsDir, { "cafe\u0301/SKILL.md": "x" });
    const { publishCreated } = recorder();
    const result = await saveSkill({ fs, root: ROOT, publishCreated }, { ...INPUT, name: "caf\u00e9" });
    expect(result.kind).toBe("exists");
  });

  test("nothing is saved to the global root or through a link out of the workspace", async () => {
    const fs = workspace();
    const { publishCreated } = recorder();
    const global: Root = { ...ROOT, scope: "global" };
    expect((await saveSkill({ fs, root: global, publishCreated }, INPUT)).kind).toBe("refused");
    fs.mkdir("/elsewhere");
    fs.symlink("/elsewhere", "/ws/.metis");
    expect((await saveSkill({ fs, root: ROOT, publishCreated }, INPUT)).kind).toBe("refused");
    expect(fs.dump("/elsewhere")).toEqual({});
  });

  test("a failure at any call leaves a whole skill or none", async () => {
    const { publishCreated } = recorder();
    const counted = countingFileSystem(workspace());
    await saveSkill({ fs: counted, root: ROOT, publishCreated }, INPUT);
    for (let failAt = 1; failAt <= counted.count(); failAt += 1) {
      const inner = workspace();
      const fs = faultyFileSystem(inner, { failAt, kind: "no-space", mode: "from-then-on" });
      const result = await saveSkill({ fs, root: ROOT, publishCreated }, INPUT);
      expect(["failed", "refused"]).toContain(result.kind);
      const { skills, skipped } = loadRootSkills(inner, ROOT);
      expect({ count: skills.length <= 1, skipped }).toEqual({ count: true, skipped: [] });
    }
  });

  test("an event that cannot be published takes the skill back", async () => {
    const fs = workspace();
    const publishCreated = () => Promise.reject(new Error("no trace"));
    await expect(saveSkill({ fs, root: ROOT, publishCreated }, INPUT)).rejects.toThrow("no trace");
    expect(fs.readdir(ROOT.skillsDir)).toEqual([]);
  });
});
