import { expect, test } from "bun:test";
import { dirname } from "node:path";
import { countingFileSystem, memoryFileSystem } from "@metis-curate/testkit";
import fc from "fast-check";
import { METIS_LAYOUT, workspaceRoot } from "../../src/index.ts";
import { holdSidecar } from "../../src/roots/hold-sidecar.ts";
import { formatSidecar } from "../../src/roots/sidecar-codec.ts";
import { readSidecar } from "../../src/roots/sidecar-store.ts";
import { ensureDirectory } from "../../src/roots/tree/index.ts";

const root = workspaceRoot({ workspace: "/ws", home: "/home", layout: METIS_LAYOUT });
const PATH = root.sidecarPath;

/** Texts of one length, so that only the times and the numbers of files tell them apart. */
const state = fc.integer({ min: 0, max: 9 }).map((day) =>
  formatSidecar({
    schema_version: "1",
    last_curation_at_iso: `2026-01-0${day}T00:00:00.000Z`,
    skills: {},
  }),
);
const change = fc.oneof(
  state.map((text) => ({ kind: "replace" as const, text })),
  state.map((text) => ({ kind: "anew" as const, text })),
  fc.constant({ kind: "remove" as const }),
  fc.constant({ kind: "garbage" as const }),
  fc.constant({ kind: "link" as const }),
  fc.constant({ kind: "none" as const }),
);
type Change = typeof change extends fc.Arbitrary<infer One> ? One : never;

function library(nowMs: () => number) {
  const fs = memoryFileSystem({ nowMs });
  fs.mkdir("/ws");
  ensureDirectory(fs, dirname(PATH));
  fs.writeNewFile("/ws/other.json", new TextEncoder().encode("{}"));
  return fs;
}

function apply(fs: ReturnType<typeof library>, step: Change): void {
  if (step.kind === "none") return;
  const isThere = fs.readdir(dirname(PATH)).some(({ name }) => name === "state.json");
  if (step.kind === "replace") {
    fs.writeNewFile(`${PATH}.new`, new TextEncoder().encode(step.text));
    fs.rename(`${PATH}.new`, PATH);
    return;
  }
  if (isThere) fs.unlink(PATH);
  if (step.kind === "anew") fs.writeNewFile(PATH, new TextEncoder().encode(step.text));
  if (step.kind === "garbage") fs.writeNewFile(PATH, new TextEncoder().encode("{"));
  if (step.kind === "link") fs.symlink("/ws/other.json", PATH);
}

test("what is remembered is what would be read, whatever was done to the file", () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(change, fc.nat(5_000)), { maxLength: 30 }), (steps) => {
      let atMs = 1_000_000;
      const fs = library(() => atMs);
      const held = holdSidecar(fs, root, () => atMs);
      for (const [step, passedMs] of steps) {
        apply(fs, step);
        expect(held()).toEqual(readSidecar(fs, root));
        atMs += passedMs;
        expect(held()).toEqual(readSidecar(fs, root));
      }
    }),
  );
});

test("a file that was settled when it was read is read once", () => {
  let atMs = 1_000;
  const fs = library(() => atMs);
  apply(fs, {
    kind: "replace",
    text: formatSidecar({ schema_version: "1", last_curation_at_iso: null, skills: {} }),
  });
  const counting = countingFileSystem(fs);
  const held = holdSidecar(counting, root, () => atMs);
  const callsOf = (): number => {
    const before = counting.count();
    held();
    return counting.count() - before;
  };
  expect([callsOf(), callsOf()].every((calls) => calls > 1)).toBe(true);
  atMs += 10_000;
  expect(callsOf()).toBeGreaterThan(1);
  expect([callsOf(), callsOf()]).toEqual([1, 1]);
});
