import { describe, expect, test } from "bun:test";
import {
  EMPTY_SIDECAR,
  type Facts,
  FileSystemError,
  foreignLayout,
  readFacts,
  readSidecar,
  type SidecarState,
  setAsideCorrupt,
  workspaceRoot,
  writeFacts,
  writeSidecar,
} from "@metis-curate/core";
import { dumpTree, memoryFileSystem, metisRoot, seedTree, type TreeSeed } from "@metis-curate/testkit";

const ROOT = metisRoot("/ws/a");
const STATE: SidecarState = { ...EMPTY_SIDECAR, last_curation_at_iso: "2026-05-12T18:30:00Z" };

function disk(seed: TreeSeed = {}) {
  const fs = memoryFileSystem();
  seedTree(fs, "/ws/a", { ".metis/skills/x/SKILL.md": "x", ...seed });
  return fs;
}

describe("the sidecar on disk", () => {
  test("what is written is read back, with nothing beside it", () => {
    const fs = disk();
    expect(readSidecar(fs, ROOT)).toEqual({ kind: "missing" });
    writeSidecar(fs, ROOT, STATE);
    expect(readSidecar(fs, ROOT)).toEqual({ kind: "state", state: STATE });
    expect(fs.readdir("/ws/a/.metis/curator").map(({ name }) => name)).toEqual(["state.json"]);
  });

  test("an empty state makes no file and removes the old one", () => {
    const fs = disk();
    const before = dumpTree(fs, "/ws/a");
    writeSidecar(fs, ROOT, EMPTY_SIDECAR);
    expect(dumpTree(fs, "/ws/a")).toEqual(before);
    writeSidecar(fs, ROOT, STATE);
    writeSidecar(fs, ROOT, EMPTY_SIDECAR);
    expect(readSidecar(fs, ROOT)).toEqual({ kind: "missing" });
  });

  test("corrupt bytes are told and kept aside under a free name", () => {
    const fs = disk({
      ".metis/curator/state.json": new Uint8Array([0, 123, 125]),
      ".metis/curator/state.json.corrupt-T": "older",
    });
    expect(readSidecar(fs, ROOT).kind).toBe("corrupt");
    expect(setAsideCorrupt(fs, ROOT, "T")).toBe("/ws/a/.metis/curator/state.json.corrupt-T-2");
    expect([...fs.readFile("/ws/a/.metis/curator/state.json.corrupt-T-2")]).toEqual([0, 123, 125]);
    expect(readSidecar(fs, ROOT).kind).toBe("missing");
  });

  test("bytes that are not UTF-8, a link and a directory are corrupt", () => {
    const kinds = [
      disk({ ".metis/curator/state.json": new Uint8Array([0xff, 0xfe]) }),
      disk({ ".metis/curator/state.json": { link: "/etc/passwd" } }),
      disk({ ".metis/curator/state.json": { directory: true } }),
    ].map((fs) => readSidecar(fs, ROOT).kind);
    expect(kinds).toEqual(["corrupt", "corrupt", "corrupt"]);
  });

  test("another version is never written over", () => {
    const text = '{"schema_version":"9","skills":{}}';
    const fs = disk({ ".metis/curator/state.json": text });
    expect(readSidecar(fs, ROOT)).toEqual({ kind: "other-version", version: "9" });
    expect(() => writeSidecar(fs, ROOT, STATE)).toThrow(FileSystemError);
    expect(new TextDecoder().decode(fs.readFile(ROOT.sidecarPath))).toBe(text);
  });

  test("a directory that leads outside the workspace is neither read nor written", () => {
    const fs = disk({ ".metis/curator": { link: "/srv/else" } });
    seedTree(fs, "/srv/else", { "state.json": "{}" });
    expect(readSidecar(fs, ROOT).kind).toBe("unreadable");
    expect(() => writeSidecar(fs, ROOT, STATE)).toThrow(FileSystemError);
  });

  test("no directory is made through a link that leads outside", () => {
    const fs = memoryFileSystem();
    seedTree(fs, "/ws/a", { ".claws/skills/x/SKILL.md": "x", ".metis": { link: "/srv/else" } });
    seedTree(fs, "/srv/else", { keep: "x" });
    const layout = foreignLayout("claws", [".claws", "skills"]);
    const root = workspaceRoot({ workspace: "/ws/a", home: "/home/u", layout });
    expect(() => writeSidecar(fs, root, STATE)).toThrow(FileSystemError);
    expect(fs.readdir("/srv/else").map(({ name }) => name)).toEqual(["keep"]);
  });
});

describe("the facts on disk", () => {
  const FACTS: Facts = {
    schema_version: "1",
    written_at_us: 5,
    oldest_event_us: 1,
    last_curation_at_us: null,
    skills: {
      x: {
        retag: null,
        sources: ["auto_generated"],
        consolidated: false,
        baseline: { kind: "body", hash: "v" },
        created_at_us: 1,
        last_touched_at_us: 1,
        last_loaded_at_us: null,
        last_consolidated_at_us: null,
        pinned: false,
        effectiveness: { score: 0.65, uses: 1 },
      },
    },
  };

  test("lie outside the repository and are read back", () => {
    const fs = disk();
    const before = dumpTree(fs, "/ws/a");
    seedTree(fs, "/home/u", {});
    expect(readFacts(fs, ROOT)).toEqual({ kind: "missing" });
    writeFacts(fs, ROOT, FACTS);
    expect(readFacts(fs, ROOT)).toEqual({ kind: "facts", facts: FACTS });
    expect(dumpTree(fs, "/ws/a")).toEqual(before);
  });

  test("that are broken are corrupt, not missing", () => {
    const fs = disk();
    seedTree(fs, ROOT.privateDir, { "facts.json": '{"schema_version":"1","skills":{"x":1}}' });
    expect(readFacts(fs, ROOT).kind).toBe("corrupt");
  });
});
