import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { readdirSync, readFileSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { makeTree, type Tree } from "../../../../runtimes/test/support/tree.ts";
import { type Ran, runInProcess } from "../support/real-cli.ts";

let tree: Tree;
beforeEach(() => {
  tree = makeTree();
  tree.directory("home");
});
afterEach(() => tree.remove());

function init(...words: readonly string[]): Promise<Ran> {
  return runInProcess({ home: tree.at("home") }, ["init", ...words, "--yes"]);
}

/** Every name below the home directory, and the text of its files, but for our own. */
function listHome(): readonly string[] {
  return readdirSync(tree.at("home"), { recursive: true, withFileTypes: true })
    .map((entry) => [join(entry.parentPath, entry.name), entry.isFile()] as const)
    .filter(([path]) => !path.startsWith(tree.at("home/.metis")))
    .map(([path, isFile]) => (isFile ? `${path} ${readFileSync(path, "utf8")}` : path))
    .sort();
}

describe("directories that were made for several agents", () => {
  test.each([["opencode,goose"], ["goose,opencode"]])("go with the last of %s", async (order) => {
    const before = listHome();
    await init("--runtime", "opencode,goose", "--mcp");
    for (const runtime of order.split(",")) await init("--uninstall", "--runtime", runtime);
    expect(listHome()).toEqual(before);
  });

  test("stay where a person has put something", async () => {
    await init("--runtime", "opencode,goose", "--mcp");
    tree.file("home/.config/mine.txt", "mine");
    await init("--uninstall", "--runtime", "opencode,goose");
    expect(listHome()).toEqual([tree.at("home/.config"), `${tree.at("home/.config/mine.txt")} mine`]);
  });
});

test("what a killed init left of a write goes", async () => {
  const before = listHome();
  await init("--runtime", "goose");
  await init("--uninstall", "--runtime", "goose");
  const gone = Bun.spawnSync(["true"]).pid;
  tree.file(`home/.gemini/.settings.json.metis-${gone}.tmp`, "{");
  tree.file(`home/.gemini/.settings.json.metis-${process.ppid}.tmp`, "of one that lives");
  await init("--runtime", "gemini");
  await init("--uninstall", "--runtime", "gemini");
  expect(listHome().slice(before.length)).toEqual([
    tree.at("home/.gemini"),
    `${tree.at("home/.gemini")}/.settings.json.metis-${process.ppid}.tmp of one that lives`,
  ]);
});

describe("a file that was broken since and has nothing of ours", () => {
  test.each([
    ["is no hindrance", () => tree.file("home/.claude.json", '{"a": }')],
    ["nor one that is no text", () => tree.file("home/.claude.json", "{\u0000}")],
    ["nor a link to nothing", () => symlinkSync("nowhere", tree.at("home/.claude.json"))],
  ])("%s", async (_, breakIt) => {
    await init("--runtime", "claude-code");
    breakIt();
    expect(await init("--uninstall", "--runtime", "claude-code")).toMatchObject({ exitCode: 0, stderr: "" });
    expect(listHome().filter((line) => line.includes("settings.json"))).toEqual([]);
  });

  test("but one with something of ours is", async () => {
    await init("--runtime", "claude-code");
    const path = tree.at("home/.claude/settings.json");
    tree.file("home/.claude/settings.json", `${readFileSync(path, "utf8")}}`);
    const ran = await init("--uninstall", "--runtime", "claude-code");
    expect(ran.exitCode).toBe(2);
    expect(ran.stderr).toMatch(/^error: cannot change [^\n]*settings\.json: [^\n]*\n$/);
  });
});

test("a workspace that is not there is refused in one line", async () => {
  const ran = await runInProcess({ home: tree.at("home") }, ["init", "nowhere", "--runtime", "claude-code"]);
  expect(ran.exitCode).toBe(2);
  expect(ran.stderr).toMatch(/^error: [^\n]*nowhere[^\n]*\n$/);
});
