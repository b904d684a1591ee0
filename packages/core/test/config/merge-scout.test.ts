import { describe, expect, test } from "bun:test";
import { type ConfigLayer, type ConfigLayerKind, DEFAULT_SCOUT, mergeScoutConfig } from "../../src/index.ts";

function layer(kind: ConfigLayerKind, text: string): ConfigLayer {
  return { kind, path: `/${kind}.yaml`, content: { text } };
}

describe("the configuration of the scout", () => {
  test("without one the public addresses apply", () => {
    expect(mergeScoutConfig([layer("global", "curator: {}\n")])).toEqual({ ok: true, config: DEFAULT_SCOUT });
  });

  test("--config is above the global file", () => {
    const merged = mergeScoutConfig([
      layer("explicit", "scout:\n  timeout_seconds: 0.5\n"),
      layer("global", "scout:\n  timeout_seconds: 3\n  github_url: https://ghe.example/api/v3\n"),
    ]);
    expect(merged).toEqual({
      ok: true,
      config: { skills_sh_url: null, github_url: "https://ghe.example/api/v3", timeout_seconds: 0.5 },
    });
  });

  test.each([
    [
      "a workspace's file",
      "workspace",
      "scout:\n  timeout_seconds: 1\n",
      "scout: is not allowed in a workspace",
    ],
    ["no mapping", "global", "scout: [1]\n", "allowed: a mapping"],
    ["an unknown key", "global", "scout:\n  github_ur: x\n", "did you mean github_url?"],
    ["no URL", "global", "scout:\n  github_url: github.com\n", "scout.github_url"],
    [
      "a URL with a name in it",
      "global",
      "scout:\n  github_url: https://me@evil.example\n",
      "scout.github_url",
    ],
    ["a file", "global", "scout:\n  skills_sh_url: file:///etc/passwd\n", "scout.skills_sh_url"],
    ["no time", "global", "scout:\n  timeout_seconds: 0\n", "scout.timeout_seconds"],
    ["a quoted time", "global", 'scout:\n  timeout_seconds: "5"\n', "scout.timeout_seconds"],
  ] as const)("%s is an error of one line", (_, kind, text, named) => {
    const merged = mergeScoutConfig([layer(kind, text)]);
    if (merged.ok) throw new Error("accepted");
    expect(merged.errors).toHaveLength(1);
    expect(merged.errors[0]?.message).toContain(named);
    expect(merged.errors[0]?.message).not.toContain("\n");
  });
});
