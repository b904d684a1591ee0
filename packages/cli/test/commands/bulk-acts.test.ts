import { describe, expect, test } from "bun:test";
import { Readable } from "node:stream";
import type { ListedSkill, ListReport } from "@metis-curate/core";
import type { CliContext } from "../../src/index.ts";
import { LIST_REPORT } from "../support/reports.ts";
import { runCommandLine } from "../support/run-command-line.ts";

function row(name: string, more: Partial<ListedSkill> = {}): ListedSkill {
  const [sample] = LIST_REPORT.skills;
  if (sample === undefined) throw new Error("the sample list is empty");
  return { ...sample, name, touchable: false, reason: "manual", state: "active", ...more };
}

const LIST: ListReport = {
  ...LIST_REPORT,
  skills: [
    row("web-deploy"),
    row("web-test"),
    row("web-own", { touchable: true, reason: "active" }),
    row("web-link", { reason: "linked" }),
    row("web-old", { state: "archived" }),
    row("api-deploy"),
  ],
};

/** A terminal at which somebody types. */
function typing(text: string) {
  const stdin = Object.assign(Readable.from([text]), { isTTY: true as const });
  return { stdin, stderrIsTty: true };
}

async function bulk(words: readonly string[], context: Partial<CliContext> = {}) {
  const curator = { list: async () => ({ ok: true as const, value: LIST }) };
  const ran = await runCommandLine(["ws", ...words], { curator, context });
  const acts = ran.curator.calls.filter(([name]) => name === "adopt" || name === "disown");
  return { ...ran, acts: acts.map(([, skill]) => skill) };
}

describe("a pattern", () => {
  test("acts on the live skills it fits, but those that need nothing", async () => {
    const ran = await bulk(["adopt", "web-*", "--yes"]);
    expect(ran.acts).toEqual(["web-deploy", "web-test"]);
    expect(ran.exitCode).toBe(0);
  });

  test("with --dry-run shows and does nothing", async () => {
    const ran = await bulk(["adopt", "web-?*", "--dry-run", "--yes"]);
    expect(ran.acts).toEqual([]);
    expect(ran.stdout).toContain("web-deploy");
    expect(ran.stdout).toContain("curated already");
    expect(ran.stdout).not.toContain("web-old");
    const json = await bulk(["adopt", "web-*", "--dry-run", "--json"]);
    expect(JSON.parse(json.stdout)).toEqual({
      verb: "adopt",
      skills: [
        { skill: "web-deploy", about: "manual", note: null },
        { skill: "web-test", about: "manual", note: null },
        { skill: "web-own", about: "active", note: "curated already" },
        { skill: "web-link", about: "linked", note: "it is not maintained from here" },
      ],
    });
  });

  test.each([
    ["y\n", ["web-deploy", "web-test"]],
    ["YES\n", ["web-deploy", "web-test"]],
    ["\n", []],
    ["n\n", []],
    ["yesterday\n", []],
    ["", []],
  ])("asks at a terminal: %j", async (answer, acts) => {
    const ran = await bulk(["adopt", "web-*"], typing(answer));
    expect(ran.acts).toEqual(acts);
    expect(ran.exitCode).toBe(0);
    expect(ran.stderr).toContain("adopt 2 skills? [y/N]");
    expect(ran.stderr).toContain("web-deploy");
  });

  test("where nobody can be asked does nothing and says what to give", async () => {
    for (const words of [
      ["adopt", "web-*"],
      ["disown", "*"],
      ["adopt", "--proposed"],
    ]) {
      const ran = await bulk(words);
      expect(ran.acts).toEqual([]);
      expect(ran.exitCode).toBe(2);
      expect(ran.stderr).toContain("give --yes");
      const json = await bulk([...words, "--json"], typing("y\n"));
      expect(json.acts).toEqual([]);
      expect(JSON.parse(json.stdout)).toMatchObject({ error: { kind: "needs-yes" } });
    }
  });

  test("that fits nothing is a mistake, and so is one of several", async () => {
    for (const words of [
      ["adopt", "nothing-*", "--yes"],
      ["disown", "api-*", "nope-*", "--yes"],
    ]) {
      const ran = await bulk(words);
      expect(ran.acts).toEqual([]);
      expect(ran.exitCode).toBe(2);
      expect(ran.stderr).toContain("no skill fits the pattern");
    }
  });

  test("may stand beside names, which are taken as they are", async () => {
    const ran = await bulk(["adopt", "api-*", "web-own", "--yes"]);
    expect(ran.acts).toEqual(["web-own", "api-deploy"]);
  });

  test("of disown leaves links alone too", async () => {
    const ran = await bulk(["disown", "web-*", "--yes"]);
    expect(ran.acts).toEqual(["web-deploy", "web-test", "web-own"]);
  });
});

describe("names alone", () => {
  test("are acted on at once, as ever", async () => {
    const ran = await bulk(["adopt", "web-deploy", "web-deploy", "anything"]);
    expect(ran.acts).toEqual(["web-deploy", "anything"]);
  });

  test("with --dry-run are looked up and shown", async () => {
    const ran = await bulk(["disown", "web-own", "--dry-run"]);
    expect(ran.acts).toEqual([]);
    expect(ran.stdout).toContain("web-own");
    expect((await bulk(["disown", "nobody", "--dry-run"])).exitCode).toBe(2);
  });
});

describe("--proposed", () => {
  test("adopts what nothing speaks against", async () => {
    const ran = await bulk(["adopt", "--proposed", "--yes"]);
    expect(ran.acts).toEqual(["written"]);
  });

  test("shows when, by whom and where, and what is passed over", async () => {
    const ran = await bulk(["adopt", "--proposed", "--dry-run"]);
    expect(ran.stdout).toContain("created by claude-code on 2026-11-20 (written/SKILL.md)");
    expect(ran.stdout).toContain("adopt it by its name");
  });

  test("takes a name that it would pass over, and a pattern among them", async () => {
    expect((await bulk(["adopt", "--proposed", "touched", "--yes"])).acts).toEqual(["touched"]);
    expect((await bulk(["adopt", "--proposed", "w*", "--yes"])).acts).toEqual(["written"]);
    expect((await bulk(["adopt", "--proposed", "deploy", "--yes"])).exitCode).toBe(2);
  });

  test("with nothing to adopt is done", async () => {
    const ran = await bulk(["adopt", "--proposed", "t*", "--yes"]);
    expect([ran.acts, ran.exitCode]).toEqual([[], 0]);
  });
});
