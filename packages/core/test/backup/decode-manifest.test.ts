import { expect, test } from "bun:test";
import {
  type BackupEntry,
  BackupFault,
  type BackupFaultKind,
  type BackupManifest,
  decodeManifest,
  formatManifest,
} from "@metis-curate/core";
import fc from "fast-check";

const SHA = "0".repeat(64);
const directory = (path: string): BackupEntry => ({ kind: "directory", path, mode: 0o755 });
const file = (path: string): BackupEntry => ({ kind: "file", path, mode: 0o644, size: 1, sha256: SHA });

function manifestOf(entries: readonly BackupEntry[]): BackupManifest {
  return {
    schema_version: "1",
    id: "01KBB3M8Q5T5V0Z1N9XKQ2H7RD",
    created_at: "2026-11-30T14:00:00Z",
    program_version: "1.2.3",
    root: { key: "metis:abc", layout: "metis", scope: "workspace" },
    complete: true,
    trace: { sha256: SHA, size: 1, schema_version: 1, newest_event_id: null },
    entries,
    left_out: [{ path: "skills/x/.git", kind: "excluded" }],
  };
}

function faultOf(text: string): BackupFaultKind | null {
  try {
    decodeManifest(text);
    return null;
  } catch (error) {
    if (!(error instanceof BackupFault)) throw error;
    expect(error.message).not.toContain("\n");
    return error.kind;
  }
}

const sound = [
  directory("skills/a"),
  file("skills/a/SKILL.md"),
  directory("archive/b-1"),
  file("curator/state.json"),
];

test("a manifest reads back as it was written", () => {
  const manifest = manifestOf(sound);
  expect(decodeManifest(formatManifest(manifest))).toEqual(manifest);
});

const HOSTILE: readonly (readonly [string, readonly BackupEntry[]])[] = [
  ["a path upwards", [file("skills/../../../.bashrc")]],
  ["an absolute path", [file("/etc/passwd")]],
  ["a path that only looks like an area", [file("skillsX/a")]],
  ["an area itself", [directory("skills")]],
  ["another area", [file("intents/x.json")]],
  ["a file beside state.json", [file("curator/lock.db")]],
  ["a file beside facts.json", [file("home/previewed")]],
  ["state.json as a directory", [directory("curator/state.json")]],
  ["a dot segment", [directory("skills/a"), file("skills/a/./SKILL.md")]],
  ["an empty name", [directory("skills/a"), file("skills/a//SKILL.md")]],
  ["a trailing slash", [directory("skills/a/")]],
  ["a NUL", [file("skills/a\0b")]],
  ["the same name twice", [file("skills/a"), file("skills/a")]],
  ["names that differ by case", [directory("skills/a"), directory("skills/A")]],
  ["names that differ by Unicode form", [file("skills/\u00e9"), file("skills/e\u0301")]],
  ["a file that has children", [file("skills/a"), file("skills/a/SKILL.md")]],
  ["a directory that is not listed", [file("skills/a/SKILL.md")]],
  ["a child before its directory", [file("skills/a/SKILL.md"), directory("skills/a")]],
  ["a git hook", [directory("skills/.git"), file("skills/.git/config")]],
  ["a git hook in other letters", [directory("skills/.GIT")]],
  ["a submodule's file", [directory("skills/a"), file("skills/a/.git")]],
  ["packages", [directory("skills/node_modules")]],
  ["a temporary name of ours", [directory("skills/.metis-tmp-x")]],
  ["a name nobody can write", [file("skills/\ud800")]],
  ["a path too deep", nested(80)],
];

function nested(depth: number): readonly BackupEntry[] {
  return Array.from({ length: depth }, (_, at) => directory(`skills/${"d/".repeat(at)}d`));
}

test.each(HOSTILE)("%s is refused in one line", (_, entries) => {
  expect(faultOf(formatManifest(manifestOf(entries)))).toBe("hostile");
});

test("a digit that changed is found by the checksum", () => {
  const text = formatManifest(manifestOf(sound)).replace('"mode": 493', '"mode": 511');
  expect(faultOf(text)).toBe("damaged");
  expect(faultOf(formatManifest(manifestOf(sound)).replace(/"checksum": "[^"]*",/, ""))).toBe("damaged");
});

test("what is no manifest is none", () => {
  for (const text of ["", "{", "null", "[]", "{}", '{"schema_version":"2"}', "[".repeat(200_000)]) {
    expect(faultOf(text)).toBe("not-a-backup");
  }
  const manifest = { ...manifestOf([]), entries: Array.from({ length: 200_001 }, () => 1) };
  expect(faultOf(JSON.stringify(manifest))).toBe("not-a-backup");
});

test("any text is a manifest or one known fault", () => {
  const mangled = fc
    .tuple(fc.constant(formatManifest(manifestOf(sound))), fc.nat(900), fc.string({ maxLength: 5 }))
    .map(([text, at, piece]) => text.slice(0, at) + piece + text.slice(at + piece.length));
  fc.assert(
    fc.property(fc.oneof(mangled, fc.json(), fc.string()), (text) => {
      const fault = faultOf(text);
      expect(fault === null || ["not-a-backup", "damaged", "hostile"].includes(fault)).toBe(true);
    }),
    { numRuns: 500 },
  );
});

test("whatever paths a manifest lists, those accepted stay inside their area", () => {
  const name = fc.oneof(
    fc.constantFrom("..", ".", "", "a", "A", ".git", "skills", "/", "a\0", "\\", "SKILL.md"),
    fc.string({ maxLength: 4 }),
  );
  const path = fc.array(name, { minLength: 1, maxLength: 5 }).map((names) => names.join("/"));
  fc.assert(
    fc.property(
      fc.array(path, { maxLength: 4 }),
      fc.constantFrom("skills/", "archive/", ""),
      (paths, area) => {
        const entries = paths.map((one) => directory(`${area}${one}`));
        if (faultOf(formatManifest(manifestOf(entries))) !== null) return;
        for (const { path: accepted } of entries) {
          const names = accepted.split("/");
          expect(["skills", "archive"]).toContain(names[0] ?? "");
          expect(names.some((one) => one === "" || one === "." || one === "..")).toBe(false);
        }
      },
    ),
    { numRuns: 500 },
  );
});
