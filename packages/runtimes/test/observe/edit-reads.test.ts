import { expect, test } from "bun:test";
import { type Observation, withoutEditReads } from "../../src/index.ts";

const COMMON = { atUs: 1, turnId: null, workspace: "/w" };

function read(
  sessionId: string,
  path: string,
  evidence: "inferred-read" | "tool" = "inferred-read",
): Observation {
  return {
    ...COMMON,
    sessionId,
    key: `read ${path}`,
    kind: "skill-loaded",
    skill: { name: null, path },
    evidence,
    toolUseId: "r",
  };
}

function write(sessionId: string, path: string): Observation {
  return {
    ...COMMON,
    sessionId,
    key: `write ${path}`,
    kind: "skill-written",
    path,
    operation: "edit",
    toolUseId: "w",
  };
}

test("a read before a write of the same file by the same session is none", () => {
  const [edited, used, other] = [
    read("s", "/a/SKILL.md"),
    read("s", "/b/SKILL.md"),
    read("t", "/a/SKILL.md"),
  ];
  const written = write("s", "/a/SKILL.md");
  expect(withoutEditReads([edited, used, other, written])).toEqual([used, other, written]);
});

test("a read after the write is a load, and so is what the agent's own tool loaded before", () => {
  const all = [read("s", "/a/SKILL.md", "tool"), write("s", "/a/SKILL.md"), read("s", "/a/SKILL.md")];
  expect(withoutEditReads(all)).toEqual(all);
});
