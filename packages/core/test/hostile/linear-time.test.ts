import { describe, expect, test } from "bun:test";
import {
  applyUnifiedDiff,
  checkRetention,
  decodeSidecar,
  decodeVerdict,
  findReferences,
  mergeConfig,
  parseSkillDocument,
  replaceSkillBody,
  validateSkillBody,
} from "@metis-curate/core";
import { findBodyFault } from "../../src/verdicts/body-fault.ts";

/** Long enough for a pattern that looks at every blank again to need minutes, short enough for others. */
const LENGTH = 200_000;
/** What a whole frontmatter may hold. */
const FRONTMATTER = 120_000;
/** How much longer than a plain text of that length anything may take. */
const SLOWER_MAX = 400;
const NOISE_MS = 2_000;

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const skill = (frontmatter: string, body = "b\n") =>
  parseSkillDocument(bytes(`---\n${frontmatter}\n---\n${body}`), "a");
const many = (text: string, length = LENGTH): string => text.repeat(Math.floor(length / text.length));
const member = (body: string) => ({ name: "m", body, files: [] });
const retain = (body: string) => checkRetention([member(body), member("x")], `${body} `, [], 0.9);
const config = (text: string) => mergeConfig([{ kind: "workspace", path: "config.yaml", content: { text } }]);
const lines = (count: number, line: (at: number) => string): string =>
  Array.from({ length: count }, (_, at) => line(at)).join("\n");

/** Milliseconds of processor time: a busy machine does not lengthen them. */
function timed(work: () => unknown): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}

/** The same machine at the same moment, on a text of which nothing is odd. */
const floorMs = (): number => timed(() => skill("description: d", many("plain words and\n")));

/** Texts made by a stranger for which some obvious pattern or loop takes the square of their length. */
const PUMPS: Readonly<Record<string, () => unknown>> = {
  "blanks before a comment": () => skill(`description: a${many(" ")}# x`),
  "blanks before a colon": () => skill(`description: a${many(" ", FRONTMATTER)}: x`),
  "blanks in a value to recover": () => skill(`description: @a${many(" ", FRONTMATTER)}b: c`),
  "flow sequences inside each other": () => skill(`description: d\nx: ${many("[", FRONTMATTER)}`),
  "flow mappings inside each other": () => skill(`description: d\nx: ${many("{a: ", FRONTMATTER)}`),
  "sequences inside each other": () => skill(`description: d\nx:\n ${many("- ", FRONTMATTER)}`),
  "keys inside each other": () => skill(`description: d\n${many("? ", FRONTMATTER)}`),
  "many keys": () => skill(`description: d\nx: [1]\n${lines(10_000, (at) => `k${at}: v`)}`),
  "many aliases": () => skill(`description: &a d\nx: [${many("*a, ", FRONTMATTER)}]`),
  "many merge keys": () => skill(`description: d\na: &a {x: 1}\n${lines(8_000, (at) => `k${at}: {<<: *a}`)}`),
  "newlines inside of a new body": () =>
    replaceSkillBody(bytes("---\ndescription: d\n---\nb\n"), `a${many("\n")}x`),
  "fences without an end": () => validateSkillBody(many("```\n")),
  "a fence line with blanks": () => findBodyFault(`\`\`\`${many(" ")}x y\nz\n\`\`\``),
  "a fence before an answer": () =>
    decodeVerdict(`\`\`\`${many(" ")}!{"action":"keep","reason":"x"}\n\`\`\``, ARCHIVE),
  "braces without an end": () => decodeVerdict(many('{"'), ARCHIVE),
  "a tilde fence with a backtick": () => retain(`~~~${many(" ")}\`x`),
  "a prompt and a line separator": () => retain(`$${many(" ")}\u2028x`),
  backticks: () => retain(many("`a ")),
  "open links": () => retain(many("](")),
  schemes: () => retain(many("a-b.c+")),
  "underscores after skills/": () => findReferences(["a-b", "a_"], `skills/${many("_")}a_`),
  "skill_load and blanks": () => findReferences(["a-b"], `skill_load(${many(" ")}`),
  "blank lines under a diff": () => applyUnifiedDiff(many("\n"), `@@\n${" \n".repeat(190)}-x\n+y`),
  "many keys of a config": () => config(`x:\n${lines(25_000, (at) => ` k${at}: v`)}`),
  "many anchors of a config": () => config(`x: [${lines(10_000, (at) => `&a${at} v, *a${at},`)}]`),
  "levels of a state": () => decodeSidecar(`{"skills":{},"x":${many("[")}${many("]")}}`),
};

const ARCHIVE = {
  purpose: "archive",
  skill: { ...member("b"), description: "d", loads: 0, lastLoadedAtIso: null, effectiveness: null },
  signals: {},
} as unknown as Parameters<typeof decodeVerdict>[1];

describe("a stranger's text takes a time that grows with its length alone", () => {
  for (const [name, work] of Object.entries(PUMPS)) {
    test(name, () => {
      const limitMs = NOISE_MS + SLOWER_MAX * floorMs();
      expect(timed(work)).toBeLessThan(limitMs);
    });
  }
});

test("a state.json that is nested beyond any use is corrupt, not expanded", () => {
  const nested = (levels: number) => `{"skills":{},"x":${"[".repeat(levels)}${"]".repeat(levels)}}`;
  expect(decodeSidecar(nested(20)).kind).toBe("state");
  expect(decodeSidecar(nested(40))).toEqual({ kind: "corrupt", message: "it is nested too deeply" });
});

test("YAML that is nested beyond any use is said to be so", () => {
  const nested = (levels: number) => `x: ${"[".repeat(levels)}${"]".repeat(levels)}`;
  expect(skill(`description: d\n${nested(150)}`).kind).toBe("skill");
  expect(skill(`description: d\n${nested(250)}`)).toMatchObject({ diagnostic: { kind: "invalid-yaml" } });
  expect(config(nested(150)).ok).toBe(true);
  expect(config(nested(250)).ok).toBe(false);
});

test("a config with more aliases than a person writes is refused", () => {
  const aliases = (count: number) => `x: &x 1\ny: [${"*x, ".repeat(count)}]`;
  expect(config(aliases(90)).ok).toBe(true);
  expect(config(aliases(101)).ok).toBe(false);
});
