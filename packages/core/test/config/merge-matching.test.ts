import { describe, expect, test } from "bun:test";
import { type ConfigLayer, DEFAULT_MATCHING, mergeMatchingConfig } from "../../src/index.ts";

function layer(kind: ConfigLayer["kind"], text: string): ConfigLayer {
  return { kind, path: `/${kind}.yaml`, content: { text } };
}

function merged(...layers: readonly ConfigLayer[]) {
  const result = mergeMatchingConfig(layers);
  if (!result.ok) throw new Error(result.errors.map(({ message }) => message).join("\n"));
  return result.config;
}

function messages(...layers: readonly ConfigLayer[]): readonly string[] {
  const result = mergeMatchingConfig(layers);
  return result.ok ? [] : result.errors.map(({ message }) => message);
}

describe("matching and profiles", () => {
  test("without any file are the defaults", () => {
    expect(merged()).toEqual(DEFAULT_MATCHING);
    expect(merged(layer("global", "curator:\n  enabled: false\n"))).toEqual(DEFAULT_MATCHING);
    expect(merged(layer("global", "matching:\nprofiles:\n"))).toEqual(DEFAULT_MATCHING);
  });

  test("take each key from the last layer that sets it, each profile likewise", () => {
    const global = "matching:\n  threshold: 0.4\n  store_task: hash\nprofiles:\n  web: [a, b]\n  data: [c]\n";
    const explicit = "matching:\n  threshold: 0.6\n  weights: {similarity: 1}\nprofiles:\n  web: [d]\n";
    expect(merged(layer("explicit", explicit), layer("global", global))).toMatchObject({
      threshold: 0.6,
      store_task: "hash",
      weights: { similarity: 1, effectiveness: 0.2, profile: 0.2 },
      profiles: { web: ["d"], data: ["c"] },
    });
  });

  test.each([
    ["matching: {threshold: 1.5}", "matching.threshold"],
    ["matching: {threshold: '0.5'}", "matching.threshold"],
    ["matching: {top_k: 0}", "matching.top_k"],
    ["matching: {top_k: 2.5}", "matching.top_k"],
    ["matching: {weights: {similarity: 0}}", "matching.weights"],
    ["matching: {weights: {similarity: 1, speed: 1}}", "matching.weights"],
    ["matching: {embedder: gpt}", "matching.embedder"],
    ["matching: {embedder_base_url: localhost}", "matching.embedder_base_url"],
    ["matching: {store_task: maybe}", "matching.store_task"],
    ["matching: {flat_skills: ['../x/*.md']}", "matching.flat_skills"],
    ["matching: {agent_files: '/etc/*'}", "matching.agent_files"],
    ["matching: [1]", "matching"],
    ["matching: {treshold: 0.5}", "did you mean threshold?"],
    ["profiles: {web: a}", "profiles"],
    ["profiles: [a]", "profiles"],
    ["profiles: {web: [1]}", "profiles"],
  ])("%s is an error of one line that names the key", (text, named) => {
    const [message, ...more] = messages(layer("global", text));
    expect(more).toEqual([]);
    expect(message).toContain(named);
    expect(message).toContain("/global.yaml");
    expect(message).not.toContain("\n");
  });

  test("are not a workspace's to set, and the error says where they belong", () => {
    const found = messages(layer("workspace", "matching: {threshold: 0.9}\nprofiles: {web: [a]}\n"));
    expect(found).toHaveLength(2);
    for (const message of found) expect(message).toContain("~/.metis/config.yaml");
  });

  test("of a file that is no YAML are left to the curator's own error", () => {
    expect(merged(layer("global", "curator: [\n"))).toEqual(DEFAULT_MATCHING);
  });
});
