import { describe, expect, test } from "bun:test";
import { secretlintFinder } from "../../src/index.ts";

const LENGTH = 200_000;
/** Of processor time, which a busy machine does not lengthen. Far above what any of them takes, far below what a pattern that looks at a run again and again would take. */
const PATIENCE_US = 15_000_000;
const many = (text: string): string => text.repeat(Math.floor(LENGTH / text.length));

/** Beginnings of secrets that never end, and ends without a beginning. */
const TEXTS: Readonly<Record<string, string>> = {
  "one long word": many("a"),
  "one long number": many("1"),
  base64: many("aB3/"),
  "beginnings of tokens": many("eyJ"),
  "beginnings of keys": many("-----BEGIN PRIVATE KEY-----\n"),
  "access key ids": many("AKIA"),
  "addresses with half a password": many("a://b:"),
  "assignments of nothing": many("token="),
  "open quotes": many('token="'),
  options: many("--secret "),
  blanks: many(" "),
  webhooks: many("https://hooks.slack.com/services/"),
  "npm tokens": many("//registry.npmjs.org/:_authToken="),
  "comments that would switch the search off": many("<!-- secretlint-disable -->"),
};

describe("a stranger's text does not stall the search for secrets", () => {
  for (const [name, text] of Object.entries(TEXTS)) {
    test(name, async () => {
      const finder = secretlintFinder();
      await finder.findSecrets("warm");
      const before = process.cpuUsage();
      const spans = await finder.findSecrets(text);
      expect(process.cpuUsage(before).user).toBeLessThan(PATIENCE_US);
      expect(spans.every(({ start, end }) => start >= 0 && start < end && end <= text.length)).toBe(true);
    });
  }
});
