import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import {
  createSkillResolver,
  draftSkillWrite,
  hashSkillText,
  readClaim,
  type SkillWrite,
} from "@metis-curate/runtimes";
import { makeTree, type Tree } from "../support/tree.ts";

let tree: Tree;

beforeEach(() => {
  tree = makeTree();
  tree.skill("home/.claude/skills/deploy");
  tree.file("home/.claude/skills/deploy/scripts/run.sh", "true");
});
afterEach(() => tree.remove());

function write(more: Partial<SkillWrite> = {}, path = "~/.claude/skills/deploy/SKILL.md") {
  const skill = createSkillResolver({ home: tree.at("home"), env: {} }).resolve({
    runtime: "claude-code",
    skill: { name: null, path },
    workspace: null,
  });
  if (skill.kind !== "skill") throw new Error(skill.reason);
  const facts: SkillWrite = {
    runtime: "claude-code",
    skill,
    operation: "create",
    evidence: "tool",
    atUs: null,
    claim: "ask",
    ...more,
  };
  return { ...draftSkillWrite(facts), skill };
}

describe("a write of an agent's own tool", () => {
  test("is observed, with the place, the hashes and who wrote", () => {
    const { type, actor, payload, skill } = write();
    expect([type, actor]).toEqual(["skill.observed", "system"]);
    expect(payload).toEqual({
      root: "claude-code:global",
      skill_id: "deploy",
      skill_version: skill.version,
      file_hash: skill.fileHash,
      evidence: "tool",
      runtime: "claude-code",
      path: "deploy/SKILL.md",
      operation: "create",
    });
  });

  test("of another file of the skill is an edit of it", () => {
    const { payload } = write({ claim: "auto" }, "~/.claude/skills/deploy/scripts/run.sh");
    expect(payload).toMatchObject({ operation: "edit", path: "deploy/scripts/run.sh" });
  });

  test("gives provenance only where it made the skill and the person said so", () => {
    const created = write({ claim: "auto" });
    expect(created).toMatchObject({
      type: "skill.created",
      actor: "agent",
      payload: { source: "auto_generated", file_hash: created.skill.fileHash },
    });
    for (const operation of ["edit", "changed"] as const) {
      expect(write({ claim: "auto", operation }).type).toBe("skill.observed");
    }
  });

  test("from a history tells no hash when the file was written later", () => {
    const { skill } = write();
    const writtenUs = (skill.modifiedAtMs ?? 0) * 1_000;
    expect(write({ atUs: writtenUs }).payload["file_hash"]).toBe(skill.fileHash);
    const old = write({ atUs: writtenUs - 86_400e6, claim: "auto" }).payload;
    expect(old["skill_version"]).toBe("unknown");
    expect(old).not.toHaveProperty("file_hash");
  });

  test("from a history whose record holds the text tells the hashes of that text", () => {
    const written = hashSkillText("---\nname: deploy\ndescription: d\n---\n\nAs it was then.\n");
    expect(written).toMatchObject({ sizeTokens: 4 });
    const old = write({ atUs: 1, claim: "auto", written });
    expect(old.payload).toMatchObject({
      skill_version: written?.version,
      file_hash: written?.fileHash,
      size_tokens: 4,
    });
    const script = write({ atUs: 1, written }, "~/.claude/skills/deploy/scripts/run.sh").payload;
    expect(script["skill_version"]).toBe("unknown");
    expect(hashSkillText("no frontmatter")).toBeNull();
  });

  test("of which only the change is known tells no hash", () => {
    expect(write({ operation: "changed" }).payload).toMatchObject({
      operation: "changed",
      skill_version: "unknown",
    });
  });
});

describe("curator.claim", () => {
  const claim = () => readClaim(tree.at("home"));

  test.each([
    [null, "ask"],
    ["curator:\n  claim: auto\n", "auto"],
    ["curator: {claim: auto, model: rules}\n", "auto"],
    ['curator:\n  "claim": "auto"\n', "auto"],
    ["curator:\n  claim: ask # not auto\n", "ask"],
    ["# claim: auto\ncurator: {}\n", "ask"],
    ["claim: auto\n", "ask"],
    ["curator:\n  claim: automatic\n", "ask"],
    ["curator: [claim, auto\n", "ask"],
  ] as const)("%j says %s", async (text, expected) => {
    if (text !== null) tree.file("home/.metis/config.yaml", text);
    expect(await claim()).toBe(expected);
  });

  test("of a repository says nothing", async () => {
    tree.file("home/repo/.metis/config.yaml", "curator:\n  claim: auto\n");
    expect(await claim()).toBe("ask");
  });
});
