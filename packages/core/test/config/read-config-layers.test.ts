import { describe, expect, test } from "bun:test";
import { memoryFileSystem } from "@metis-curate/testkit";
import { CONFIG_BYTES_MAX, mergeConfig, readConfigLayers } from "../../src/config/index.ts";
import type { FileSystem } from "../../src/ports/file-system.ts";

const HOME_FILE = "/home/me/.metis/config.yaml";
const WS_FILE = "/ws/.metis/config.yaml";

function fileSystem(files: Readonly<Record<string, string | Uint8Array>>): FileSystem {
  const fs = memoryFileSystem();
  for (const directory of ["/home", "/home/me", "/home/me/.metis", "/ws", "/ws/.metis"]) fs.mkdir(directory);
  for (const [path, content] of Object.entries(files)) {
    fs.writeNewFile(path, typeof content === "string" ? new TextEncoder().encode(content) : content);
  }
  return fs;
}

const places = { home: "/home/me", workspace: "/ws" };

test("missing files are fine", () => {
  expect(readConfigLayers(fileSystem({}), places)).toEqual({ layers: [], errors: [] });
  expect(readConfigLayers(memoryFileSystem(), { home: "/none", workspace: null })).toEqual({
    layers: [],
    errors: [],
  });
});

test("each file becomes its layer", () => {
  const fs = fileSystem({
    [HOME_FILE]: "\uFEFFcurator: {interval_hours: 1}",
    [WS_FILE]: "curator: {enabled: false}",
    "/ws/x.yaml": "curator: {model: rules}",
  });
  const { layers, errors } = readConfigLayers(fs, { ...places, explicitPath: "/ws/x.yaml" });
  expect(errors).toEqual([]);
  expect(layers.map(({ kind, path }) => [kind, path])).toEqual([
    ["global", HOME_FILE],
    ["workspace", WS_FILE],
    ["explicit", "/ws/x.yaml"],
  ]);
  expect(mergeConfig(layers)).toMatchObject({
    ok: true,
    config: { interval_hours: 1, enabled: false, model: "rules" },
  });
});

test("the home directory as a workspace has only the trusted file", () => {
  const fs = fileSystem({ [HOME_FILE]: "curator: {model: rules}" });
  const { layers } = readConfigLayers(fs, { home: "/home/me", workspace: "/home/me" });
  expect(layers.map((layer) => layer.kind)).toEqual(["global"]);
});

describe("an error in one line", () => {
  test("for an explicit file that is missing", () => {
    const { errors } = readConfigLayers(fileSystem({}), { ...places, explicitPath: "/ws/none.yaml" });
    expect(errors.map((error) => error.message)).toEqual(["/ws/none.yaml: no such file; check --config"]);
  });

  test("for bytes that are not UTF-8", () => {
    const { errors } = readConfigLayers(fileSystem({ [HOME_FILE]: new Uint8Array([0x61, 0xe9]) }), places);
    expect(errors[0]?.message).toBe(`${HOME_FILE}: is not UTF-8; save it as UTF-8`);
  });

  test("for a directory in its place, and for one that is too large", () => {
    const fs = fileSystem({ [WS_FILE]: " ".repeat(CONFIG_BYTES_MAX + 1) });
    fs.mkdir(HOME_FILE);
    expect(readConfigLayers(fs, places).errors.map((error) => error.message)).toEqual([
      `${HOME_FILE}: cannot be read (is-a-directory)`,
      `${WS_FILE}: cannot be read (too-large)`,
    ]);
  });
});
