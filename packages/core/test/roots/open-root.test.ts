import { describe, expect, test } from "bun:test";
import {
  archiveId,
  editSnapshotId,
  foreignLayout,
  globalRoot,
  METIS_LAYOUT,
  nearestRootTest,
  openRoot,
  workspaceRoot,
} from "@metis-curate/core";
import { memoryFileSystem, seedTree, type TreeSeed } from "@metis-curate/testkit";

const HOME = "/home/u";

function disk(seed: TreeSeed) {
  const fs = memoryFileSystem();
  seedTree(fs, "/", {});
  seedTree(fs, "", seed);
  return fs;
}

function open(seed: TreeSeed, target: "global" | { workspace: string }, layoutName = "metis") {
  const layouts = [METIS_LAYOUT, foreignLayout("claws", [".claws", "skills"])];
  return openRoot(disk(seed), { target, home: HOME, layoutName, layouts });
}

describe("the paths of a root", () => {
  test("of a workspace lie below it, and its private directory below the home", () => {
    const root = workspaceRoot({ workspace: "/ws/a", home: HOME, layout: METIS_LAYOUT });
    expect(root).toEqual({
      key: "metis:d539059ee2ab6898e6c10c7ba3872e51",
      layout: "metis",
      scope: "workspace",
      base: "/ws/a",
      skillsDir: "/ws/a/.metis/skills",
      archiveDir: "/ws/a/.metis/skills-archive",
      sidecarPath: "/ws/a/.metis/curator/state.json",
      privateDir: "/home/u/.metis/curator/roots/metis-d539059ee2ab6898e6c10c7ba3872e51",
    });
  });

  test("of the global root lie below the home", () => {
    expect(globalRoot({ home: HOME, layout: METIS_LAYOUT })).toEqual({
      key: "metis:global",
      layout: "metis",
      scope: "global",
      base: HOME,
      skillsDir: "/home/u/.metis/skills",
      archiveDir: "/home/u/.metis/skills-archive",
      sidecarPath: "/home/u/.metis/curator/state.json",
      privateDir: "/home/u/.metis/curator/roots/metis-global",
    });
  });

  test("another runtime's archive and state lie outside what that runtime scans", () => {
    const layout = foreignLayout("claws", [".claws", "skills"]);
    const root = workspaceRoot({ workspace: "/ws/a", home: HOME, layout });
    expect(root.skillsDir).toBe("/ws/a/.claws/skills");
    expect(root.archiveDir).toBe("/ws/a/.metis/skills-archive/claws");
    expect(root.sidecarPath).toBe("/ws/a/.metis/curator/claws/state.json");
  });
});

describe("openRoot", () => {
  test("follows a link to the workspace, so that both paths are one root", () => {
    const seed = { "ws/a/.metis/skills/x/SKILL.md": "x", "ws/link": { link: "/ws/a" } };
    const direct = open(seed, { workspace: "/ws/a" });
    expect(direct.kind).toBe("root");
    expect(open(seed, { workspace: "/ws/link" })).toEqual(direct);
  });

  test("the home directory, and a workspace whose .metis is the home's, are the global root", () => {
    const seed = { "home/u/.metis/skills/x/SKILL.md": "x", "ws/b/.metis": { link: "/home/u/.metis" } };
    const root = globalRoot({ home: HOME, layout: METIS_LAYOUT });
    expect(open(seed, { workspace: HOME })).toEqual({ kind: "root", root });
    expect(open(seed, { workspace: "/ws/b" })).toEqual({ kind: "root", root });
    expect(open(seed, "global")).toEqual({ kind: "root", root });
  });

  test("refuses what is not there", () => {
    const seed = { "ws/file": "x", "ws/empty/readme": "x", "ws/odd/.metis/skills": "a file" };
    expect(open(seed, { workspace: "/ws/none" }).kind).toBe("no-such-workspace");
    expect(open(seed, { workspace: "/ws/file" }).kind).toBe("no-such-workspace");
    expect(open(seed, { workspace: "/ws/empty" }).kind).toBe("no-skills-directory");
    expect(open(seed, { workspace: "/ws/odd" }).kind).toBe("no-skills-directory");
    expect(open(seed, "global").kind).toBe("no-skills-directory");
    expect(open(seed, { workspace: "/ws/empty" }, "nobody").kind).toBe("unknown-layout");
  });

  test("refuses skills that lie outside the workspace", () => {
    const seed = { "etc/skills/x/SKILL.md": "x", "ws/a/.metis/skills": { link: "/etc/skills" } };
    expect(open(seed, { workspace: "/ws/a" }).kind).toBe("escapes-root");
  });
});

describe("nearestRootTest", () => {
  test("a root is nearest unless a directory on the way holds skills of its own", () => {
    const fs = disk({
      "ws/a/.metis/skills/x/SKILL.md": "x",
      "ws/a/plain/deep/file": "x",
      "ws/a/nested/.metis/skills/x/SKILL.md": "x",
    });
    const root = workspaceRoot({ workspace: "/ws/a", home: HOME, layout: METIS_LAYOUT });
    const isNearest = nearestRootTest(fs, root, METIS_LAYOUT);
    const paths = ["/ws/a", "/ws/a/plain/deep", "/ws/a/gone", "/ws/a/nested", "/ws/a/nested/deep", "/ws/b"];
    expect(paths.map(isNearest)).toEqual([true, true, true, false, false, false]);
  });
});

describe("archive ids", () => {
  const AT_US = Date.UTC(2026, 4, 14, 18, 30) * 1000;

  test("carry name and second, and a number when taken", () => {
    const taken = new Set<string>();
    const next = () => {
      const id = archiveId("x", AT_US, (candidate) => taken.has(candidate));
      taken.add(id);
      return id;
    };
    expect([next(), next(), next()]).toEqual([
      "x-20260514T183000Z",
      "x-20260514T183000Z-2",
      "x-20260514T183000Z-3",
    ]);
    expect(editSnapshotId("x", AT_US, () => false)).toBe("x-edit-20260514T183000Z");
  });
});

test("an archive or a state directory that leads out of the workspace is refused", () => {
  for (const stray of ["skills-archive", "curator"]) {
    for (const target of ["/elsewhere", "/nowhere"]) {
      const fs = memoryFileSystem();
      seedTree(fs, "/home/ada/project/.metis", { skills: { directory: true }, [stray]: { link: target } });
      seedTree(fs, "/elsewhere", { kept: "" });
      const request = { target: { workspace: "/home/ada/project" }, home: "/home/ada", layoutName: "metis" };
      expect(openRoot(fs, request)).toMatchObject({ kind: "escapes-root" });
    }
  }
});
