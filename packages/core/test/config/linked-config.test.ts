import { expect, test } from "bun:test";
import { readConfigLayers } from "@metis-curate/core";
import { memoryFileSystem, seedTree } from "@metis-curate/testkit";

test("a workspace's config that leads out is an error, and nothing of it is quoted", () => {
  const fs = memoryFileSystem();
  seedTree(fs, "/home/ada", { secret: "root:x:0:0\n", ".metis": { directory: true } });
  seedTree(fs, "/ws", { ".metis/config.yaml": { link: "/home/ada/secret" } });
  const { layers, errors } = readConfigLayers(fs, { home: "/home/ada", workspace: "/ws" });
  expect(layers).toEqual([]);
  expect(errors.map(({ message }) => message)).toEqual([
    "/ws/.metis/config.yaml: leads out of the workspace; make it a file",
  ]);
});

test("a workspace's config may be a link inside it", () => {
  const fs = memoryFileSystem();
  seedTree(fs, "/home/ada", { ".metis": { directory: true } });
  seedTree(fs, "/ws", { "shared.yaml": "curator: {}\n", ".metis/config.yaml": { link: "../shared.yaml" } });
  expect(readConfigLayers(fs, { home: "/home/ada", workspace: "/ws" }).layers).toHaveLength(1);
});
