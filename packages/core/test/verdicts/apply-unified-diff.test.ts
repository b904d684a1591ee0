import { describe, expect, test } from "bun:test";
import { createTwoFilesPatch } from "diff";
import { applyUnifiedDiff } from "../../src/verdicts/index.ts";

const BODY = [
  "# Deploy",
  "",
  "Run the old tool:",
  "",
  "```bash",
  "deployctl push --all",
  "```",
  "",
  "Then check the logs.",
  "",
].join("\n");

const HUNK =
  "@@ -3,4 +3,4 @@\n Run the old tool:\n \n ```bash\n-deployctl push --all\n+deploy push --all\n ```";
const EXPECTED = BODY.replace("deployctl", "deploy");

function applied(body: string, diff: string): string {
  const result = applyUnifiedDiff(body, diff);
  return result.kind === "applied" ? result.body : expect.unreachable(result.message);
}

function refused(body: string, diff: string): string {
  const result = applyUnifiedDiff(body, diff);
  return result.kind === "refused" ? result.message : expect.unreachable(`applied: ${result.body}`);
}

describe("a diff applies", () => {
  test.each([
    ["bare", HUNK],
    ["with file headers", `--- a/SKILL.md\n+++ b/SKILL.md\n${HUNK}\n`],
    [
      "of git",
      `diff --git a/SKILL.md b/SKILL.md\nindex 1..2 100644\n--- a/SKILL.md\n+++ b/SKILL.md\n${HUNK}\n`,
    ],
    ["in a fence", `\`\`\`diff\n${HUNK}\n\`\`\`\n`],
    ["in a fence with prose around", `The tool was renamed:\n\n\`\`\`diff\n${HUNK}\n\`\`\`\nThat is all.`],
    ["with wrong line numbers", HUNK.replace("-3,4 +3,4", "-90,7 +1,1")],
    ["with no line numbers", HUNK.replace(" -3,4 +3,4 ", " ... ")],
    ["with blank context lines that lost their blank", HUNK.replace("\n \n", "\n\n")],
    ["with CRLF", HUNK.replaceAll("\n", "\r\n")],
    ["with trailing blanks in the context", HUNK.replace("tool:", "tool:  ")],
    ["with other indentation in the context", HUNK.replace(" Run the", "    Run  the")],
  ])("%s", (_, diff) => {
    expect(applied(BODY, diff)).toBe(EXPECTED);
  });

  test("to a CRLF body, whose line ends stay", () => {
    expect(applied(BODY.replaceAll("\n", "\r\n"), HUNK)).toBe(EXPECTED.replaceAll("\n", "\r\n"));
  });

  test("and lines that stay keep their own bytes", () => {
    const body = "one  \n\ttwo\nthree\nfour\n";
    expect(applied(body, "@@ @@\n one\n two\n-three\n+3")).toBe("one  \n\ttwo\n3\nfour\n");
  });

  test("literally when a tolerant match would be ambiguous", () => {
    expect(applied("- a\n  - a\n- b\n- c\n", "@@ @@\n-  - a\n+  - z")).toBe("- a\n  - z\n- b\n- c\n");
  });

  test.each([
    ["a\nb\nc\nd\n", "a\nb\nc\nd\ne"],
    ["a\nb\nc\nd", "a\nb\nc\nd\n"],
    ["a\nb\nc\nd", "a\nb\nc\nd\ne"],
    ["a\nb\nc\nd\n", "0\na\nb\nc\nd\n"],
  ])("to the ends of %j", (before, after) => {
    expect(applied(before, createTwoFilesPatch("a", "b", before, after))).toBe(after);
  });

  test("without a marker the final newline stays as it was", () => {
    expect(applied("a\nb\nc\nd", "@@ @@\n c\n-d\n+e")).toBe("a\nb\nc\ne");
    expect(applied("a\nb\nc\nd\n", "@@ @@\n c\n-d\n+e")).toBe("a\nb\nc\ne\n");
    expect(applied("a\nb\nc\nd", "@@ @@\n d\n+e")).toBe("a\nb\nc\nd\ne");
  });
});

describe("a diff is refused", () => {
  test.each<readonly [string, string, string, string?]>([
    ["no hunk", "deployctl → deploy", "no @@ hunk"],
    ["an empty text", "", "no @@ hunk"],
    ["two hunks", `${HUNK}\n@@ -9 +9 @@\n-Then check the logs.\n+Check.`, "more than one hunk"],
    ["two files", `${HUNK}\n--- a/x\n+++ b/x\n@@ -1 +1 @@\n-a\n+b`, "more than one hunk"],
    ["prose after the hunk", `${HUNK}\nThis renames the tool.`, "not a line of a diff"],
    ["an unmatched anchor", HUNK.replace("old tool", "new tool"), "not found"],
    ["an ambiguous anchor", "@@ @@\n ```\n+x", "found more than once", "```\n```\n```\na\nb\nc\n"],
    ["an insertion without context", "@@ -1,0 +2 @@\n+new", "no context"],
    ["only context", "@@ @@\n # Deploy", "changes nothing"],
    ["a replacement that equals its anchor", "@@ @@\n-# Deploy\n+# Deploy", "changes nothing"],
    ["more than 200 lines", `@@ @@\n # Deploy\n${"+x\n".repeat(200)}`, "more than 200"],
    ["a net loss above 30 %", "@@ @@\n-Run the old tool:\n-\n-```bash\n-deployctl push --all\n", "30 %"],
    [
      "text replaced by blank lines",
      `@@ @@\n-1\n-2\n-3\n-4\n+\n+\n+\n+`,
      "30 %",
      "1\n2\n3\n4\n5\n6\n7\n8\n9\n10\n",
    ],
    ["the frontmatter", "@@ -1,3 +1,3 @@\n ---\n-name: deploy\n+name: ship\n ---", "not found"],
    ["a leading frontmatter", "@@ @@\n+---\n+name: x\n+---\n # Deploy", "frontmatter"],
    ["a leading fence", "@@ @@\n+---\n # Deploy", "frontmatter"],
    ["a name: line", "@@ @@\n # Deploy\n+name: other", "frontmatter"],
  ])("for %s", (...[, diff, message, body]) => {
    expect(refused(body ?? BODY, diff)).toContain(message);
  });

  test("exactly 30 % may be lost", () => {
    const body = "1\n2\n3\n4\n5\n6\n7\n8\n9\n10\n";
    expect(applied(body, "@@ @@\n-1\n-2\n-3\n 4")).toBe("4\n5\n6\n7\n8\n9\n10\n");
    expect(refused(body, "@@ @@\n-1\n-2\n-3\n-4\n 5")).toContain("30 %");
  });

  test("unless what looks like a fault was there before", () => {
    expect(applied("---\n# A\nb\nc\nd\n", "@@ @@\n-b\n+B")).toBe("---\n# A\nB\nc\nd\n");
  });
});
