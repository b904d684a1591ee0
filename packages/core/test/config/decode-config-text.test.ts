import { describe, expect, spyOn, test } from "bun:test";
import { type DecodedConfigText, decodeConfigText } from "../../src/config/index.ts";

const decode = (text: string): DecodedConfigText => decodeConfigText(text, "c.yaml");

function messageOf(text: string): string {
  const decoded = decode(text);
  return decoded.ok ? expect.unreachable("the text was accepted") : (decoded.errors[0]?.message ?? "");
}

test.each([
  "",
  "# nothing\n",
  "---\n",
  "~",
  "curator:\n",
  "curator: {}\n",
  "other: {a: 1}\n",
  "\uFEFFcurator: {}",
])("%j sets nothing", (text) => {
  expect(decode(text)).toMatchObject({ ok: true, section: {}, notices: [] });
});

test("other sections are handed on as plain values", () => {
  const decoded = decode("matching:\n  weights: [0.6, 0.2]\nprofiles: {web: [a]}\ncurator: {}\n");
  expect(decoded).toMatchObject({
    ok: true,
    others: { matching: { weights: [0.6, 0.2] }, profiles: { web: ["a"] } },
  });
});

test("a key of ours beside the section is a notice", () => {
  expect(decode("interval_hours: 3\n")).toMatchObject({
    ok: true,
    notices: ["c.yaml: interval_hours is ignored, because it is not under curator:"],
  });
});

describe("an error in one line", () => {
  test.each([
    ["curator: {a: 1\n", "c.yaml: "],
    ["curator:\n\tenabled: false\n", "c.yaml: "],
    ["curator: {enabled: false, enabled: true}", "unique"],
    ["curator: {}\ncurator: {}", "unique"],
    ["a: 1\n---\nb: 2\n", "multiple documents"],
    ["- curator\n", "must be a mapping"],
    ["just text", "must be a mapping"],
    ["3", "must be a mapping"],
    ["curator: [enabled]", "allowed: a mapping"],
    ["curator: 3", "allowed: a mapping"],
    ["curater: {}", "did you mean curator?"],
    ["Curator: {}", "did you mean curator?"],
    ["curator: *missing", "c.yaml: "],
    ["\0curator:", "did you mean curator?"],
  ])("%j", (text, part) => {
    const message = messageOf(text);
    expect(message).toContain(part);
    expect(message).not.toMatch(/\p{Cc}/u);
  });

  test("an alias bomb", () => {
    const levels = Array.from(
      { length: 9 },
      (_, level) => `l${level + 1}: &l${level + 1} [${Array(9).fill(`*l${level}`)}]`,
    );
    expect(messageOf(["l0: &l0 [x, x, x]", ...levels].join("\n"))).toContain("alias");
  });

  test("keys that are collections are said by nobody but us", () => {
    const warnings = spyOn(process, "emitWarning");
    decode("? [a]\n: b\n");
    expect(warnings).not.toHaveBeenCalled();
    warnings.mockRestore();
  });

  test("nesting that no file needs", () => {
    expect(messageOf(`a: ${"[".repeat(20_000)}`)).toStartWith("c.yaml: ");
  });
});
