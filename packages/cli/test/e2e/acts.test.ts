import { afterEach, beforeEach, expect, test } from "bun:test";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { smallLibrary } from "./support/libraries.ts";
import { linesOf, type Ran, runInProcess } from "./support/real-cli.ts";
import { createSandbox, type Sandbox } from "./support/sandbox.ts";

let box: Sandbox;

beforeEach(async () => {
  box = createSandbox();
  await box.addLibrary({ skills: smallLibrary() });
});

afterEach(() => box.dispose());

const ws = (...argv: readonly string[]): Promise<Ran> => runInProcess(box, ["ws", ...argv]);
const live = (name: string): boolean => existsSync(join(box.workspace, ".metis/skills", name, "SKILL.md"));

async function reasonOf(name: string): Promise<string> {
  const { skills } = JSON.parse((await ws("--list", "--json")).stdout);
  return skills.find((skill: { name: string }) => skill.name === name)?.reason;
}

test("a pinned skill is left alone until it is unpinned, and then its idle time starts anew", async () => {
  expect((await ws("pin", "old-thing")).exitCode).toBe(0);
  expect(await reasonOf("old-thing")).toBe("pinned");
  expect((await ws("unpin", "old-thing")).exitCode).toBe(0);
  expect(await reasonOf("old-thing")).toBe("active");
});

test("a skill archived by hand comes back as it was", async () => {
  const before = box.dump();
  expect((await ws("archive", "fresh-thing")).exitCode).toBe(0);
  expect(live("fresh-thing")).toBe(false);
  expect((await ws("restore", "fresh-thing")).exitCode).toBe(0);
  const path = ".metis/skills/fresh-thing/SKILL.md";
  expect(box.dump()[path]).toEqual(before[path]);
});

test("a person's skill is archived only with --force", async () => {
  const refused = await ws("archive", "by-hand");
  expect(refused.exitCode).toBe(3);
  expect(refused.stderr).toContain("metis-curate ws archive --force by-hand");
  expect(live("by-hand")).toBe(true);
  expect((await ws("archive", "by-hand", "--force")).exitCode).toBe(0);
  expect(live("by-hand")).toBe(false);
});

test("an adopted skill is curated, a disowned one no more", async () => {
  expect((await ws("adopt", "by-hand")).exitCode).toBe(0);
  expect(await reasonOf("by-hand")).toBe("active");
  expect((await ws("disown", "by-hand")).exitCode).toBe(0);
  expect(await reasonOf("by-hand")).toBe("manual");
});

test("adopting several skills does what it can and tells the rest", async () => {
  const ran = await ws("adopt", "by-hand", "nope");
  expect(ran.exitCode).toBe(2);
  expect(ran.stdout).toContain("adopted by-hand");
  expect(linesOf(ran.stderr)).toHaveLength(1);
});

test("undo reverses a run with the command its report ends with", async () => {
  const ran = await ws("--model", "rules", "--yes");
  const command = linesOf(ran.stdout).at(-1)?.trim() ?? "";
  expect(command).toMatch(/^metis-curate ws undo [0-9A-Z]{26}$/);
  expect(live("old-thing")).toBe(false);
  const undone = await runInProcess(box, command.split(" ").slice(1));
  expect(undone.exitCode).toBe(0);
  expect(live("old-thing")).toBe(true);
  expect((await ws("undo", "01JUNKNOWN")).exitCode).toBe(2);
});

test("a paused root refuses runs with 3, records the pair, and goes on after resume", async () => {
  await ws("--dry-run");
  expect((await ws("pause")).exitCode).toBe(0);
  const paused = await ws("--model", "rules");
  expect(paused.exitCode).toBe(3);
  expect(paused.stderr).toContain("metis-curate ws resume");
  expect(box.events("curator.run_finished").map(({ payload }) => payload["throttled_reason"])).toEqual([
    "disabled",
  ]);
  expect(live("old-thing")).toBe(true);
  expect((await ws("resume")).exitCode).toBe(0);
  expect((await ws("--model", "rules")).exitCode).toBe(0);
  expect(live("old-thing")).toBe(false);
});

test("--force runs once although the root is paused", async () => {
  await ws("pause");
  expect((await ws("--model", "rules", "--yes", "--force")).exitCode).toBe(0);
  expect(live("old-thing")).toBe(false);
  expect(JSON.parse((await ws("status", "--json")).stdout).paused).toBe(true);
});

test("a skill that does not exist is wrong usage, one line, whatever the act", async () => {
  for (const verb of ["pin", "unpin", "archive", "restore", "adopt", "disown", "explain"]) {
    const ran = await ws(verb, "nope");
    expect(ran.exitCode, verb).toBe(2);
    expect(linesOf(ran.stderr), verb).toHaveLength(1);
    expect(ran.stderr, verb).toContain("nope");
  }
  expect(box.events().filter(({ type }) => type.startsWith("curator.") || type === "skill.curated")).toEqual(
    [],
  );
});

test("explain, status and history show times to the minute", async () => {
  await ws("--model", "rules", "--yes");
  for (const argv of [["explain", "fresh-thing"], ["explain", "old-thing"], ["history"], ["status"]]) {
    const ran = await ws(...argv);
    expect(ran.exitCode).toBe(0);
    expect(ran.stdout, argv.join(" ")).not.toMatch(/\d{2}:\d{2}:\d{2}/);
    expect(ran.stdout, argv.join(" ")).toMatch(/\d{4}-\d{2}-\d{2}/);
  }
});

test("history tells the acts newest first", async () => {
  await ws("pin", "fresh-thing");
  await ws("--model", "rules", "--yes");
  const entries = JSON.parse((await ws("history", "--json")).stdout);
  expect(entries.map(({ action, skill }: Record<string, string>) => `${action} ${skill}`)).toEqual([
    "archive old-thing",
    "pin fresh-thing",
  ]);
});

test("doctor passes on a sound library and exits 1 on a broken one, with the way out", async () => {
  expect((await ws("doctor")).exitCode).toBe(0);
  await ws("pin", "fresh-thing");
  box.write("ws/.metis/curator/state.json", "{");
  const ran = await ws("doctor");
  expect(ran.exitCode).toBe(1);
  expect(ran.stdout).toContain("FAIL");
  expect(ran.stdout).toContain("fix:");
});

test("an archive is listed by the word that restore takes, in one piece", async () => {
  const name = `long-${"name-".repeat(11)}end`;
  const save = (body: string): void =>
    box.write(`ws/.metis/skills/${name}/SKILL.md`, `---\nname: ${name}\ndescription: L.\n---\n\n${body}\n`);
  const listed = async (): Promise<readonly string[]> =>
    linesOf((await ws("--list")).stdout).filter((line) => /^\d{4}-.* archive +long-/.test(line));
  save("first");
  await ws("archive", name, "--force");
  expect((await listed()).map((line) => line.split(/ +/).at(-1))).toEqual([name]);
  save("second");
  await ws("archive", name, "--force");
  const [older = ""] = (await listed())
    .map((line) => line.split(/ +/).at(-1) ?? "")
    .filter((word) => word !== name);
  expect((await ws("restore", older)).exitCode).toBe(0);
  expect(box.dump()[`.metis/skills/${name}/SKILL.md`]?.content).toContain("first");
});
