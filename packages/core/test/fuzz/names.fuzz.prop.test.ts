import { expect } from "bun:test";
import {
  buildReferenceScanner,
  confine,
  decodeIntent,
  discoveryIndex,
  findReferences,
  isSafeDirectoryName,
  loadRootSkills,
  searchSkills,
  usFromIso,
} from "@metis-curate/core";
import {
  forgedRecordArbitrary,
  fuzzTarget,
  hostileJsonArbitrary,
  hostileTextArbitrary,
  memoryFileSystem,
  metisRoot,
  seedTree,
} from "@metis-curate/testkit";
import * as fc from "fast-check";

const ROOT = metisRoot("/ws/a");
const text = hostileTextArbitrary([
  "skills/",
  "skill_load('",
  "skill: ",
  "`a-b`",
  "a-b",
  "api",
  "2026-01-01T00:00:00Z",
]);

const fuzz = fuzzTarget("name and path");

fuzz.law("a relative path stays inside or is none", text, (path) => {
  const absolute = confine("/base/dir", path);
  if (absolute === null) return;
  expect(absolute.startsWith("/base/dir/")).toBe(true);
  expect(absolute.split("/")).not.toContain("..");
});

fuzz.law(
  "a text refers to known names only, whoever scans it",
  fc.tuple(text, fc.array(text, { maxLength: 4 })),
  ([body, others]) => {
    const names = ["a-b", "api", "constructor", ...others.map((name) => name.normalize("NFC"))];
    const found = findReferences(names, body);
    for (const name of found) expect(names).toContain(name);
    expect(buildReferenceScanner(names)(body)).toEqual(found);
  },
);

fuzz.law(
  "an index has one line for each skill, a search no stranger",
  fc.tuple(fc.array(fc.tuple(text, text), { maxLength: 4 }), text),
  ([drawn, query]) => {
    const skills = drawn.map(([name, description]) => ({
      name: name.replace(/\s/g, ""),
      fields: { description },
    }));
    expect(discoveryIndex(skills).split("\n- ").length).toBe(skills.length + 1);
    for (const skill of searchSkills(skills, query)) expect(skills).toContain(skill);
  },
);

fuzz.law("a time is a whole number or none", text, (drawn) => {
  const us = usFromIso(drawn);
  expect(us === null || Number.isSafeInteger(us)).toBe(true);
});

const part = text
  .map((name) => name.replaceAll(/[/\0]/g, "").slice(0, 40))
  .filter((name) => !["", ".", ".."].includes(name) && name.isWellFormed());
const tree = fc.dictionary(
  fc.array(part, { minLength: 1, maxLength: 3 }).map((parts) => `${parts.join("/")}/SKILL.md`),
  fc.constantFrom("---\ndescription: d\n---\nb\n", "no skill"),
  { maxKeys: 4 },
);

fuzz.law(
  "any tree of names loads; what loads has a safe and unique name",
  tree,
  (seed) => {
    const fs = memoryFileSystem();
    fs.mkdir("/ws");
    try {
      seedTree(fs, ROOT.skillsDir, seed);
    } catch {
      // A name that is a file here and a directory there.
      return;
    }
    const { skills, skipped } = loadRootSkills(fs, ROOT);
    const names = skills.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    for (const { name, directory } of skills) {
      expect(isSafeDirectoryName(name)).toBe(true);
      expect(directory.startsWith(`${ROOT.skillsDir}/`)).toBe(true);
    }
    for (const { diagnostic } of skipped) expect(diagnostic.message).not.toMatch(/[\p{Cc}\u2028\u2029]/u);
  },
  { weight: 3 },
);

const path = fc.constantFrom("a", "a/SKILL.md", "../../etc", "/etc/passwd", "a/../../b", "", ".");
const place = forgedRecordArbitrary({ area: fc.constantFrom("skills", "archive"), path });
const hash = fc.constantFrom("0".repeat(64), "x", "");
const step = fc.oneof(
  forgedRecordArbitrary({
    kind: fc.constant("move-tree"),
    skill: path,
    from: place,
    to: place,
    hash,
    optional: fc.boolean(),
  }),
  forgedRecordArbitrary({ kind: fc.constant("put-tree"), place, hash, staged: fc.constantFrom("0", "../0") }),
  forgedRecordArbitrary({
    kind: fc.constant("put-file"),
    place,
    before: fc.constant(null),
    after: hash,
    staged: fc.constant("0"),
    mode: fc.nat(),
  }),
);
const intent = forgedRecordArbitrary({
  version: fc.constant(1),
  id: fc.constantFrom("01", "../x"),
  rootKey: fc.constant("metis:global"),
  label: fc.constant("x"),
  trace: fc.constant({ path: "/t.db", newestEventId: null }),
  steps: fc.array(step, { maxLength: 2 }),
  events: fc.constant([]),
});

fuzz.law("no intent that can be read names a place outside", hostileJsonArbitrary(intent), (drawn) => {
  const decoded = decodeIntent(drawn);
  if (decoded === null) return;
  expect(decoded.id).toMatch(/^[0-9A-Za-z]+$/);
  for (const each of decoded.steps) {
    const places = each.kind === "move-tree" ? [each.from, each.to] : [each.place];
    for (const { path: named } of places) expect(confine("/area", named)).not.toBeNull();
  }
});
