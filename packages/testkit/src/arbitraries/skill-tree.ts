import fc from "fast-check";
import type { TreeSeed, TreeSeedEntry } from "../file-system/seed-tree.ts";

const NAMES = [
  "SKILL.md",
  "references/a.md",
  "scripts/run.sh",
  ".git/HEAD",
  "venv/bin/python",
  "assets/é.bin",
  "empty",
];

/** Support files, modes, links and read-only directories of one skill; always a SKILL.md. */
export function skillTreeArbitrary(): fc.Arbitrary<TreeSeed> {
  const entry: fc.Arbitrary<TreeSeedEntry> = fc.oneof(
    fc.uint8Array({ maxLength: 20 }),
    fc.record({ content: fc.string(), mode: fc.constantFrom(0o644, 0o755, 0o444, 0o600) }),
    fc.record({ link: fc.constantFrom("SKILL.md", "../outside", "nowhere", "/etc/passwd") }),
  );
  const directory = fc.record({
    directory: fc.constant(true as const),
    mode: fc.constantFrom(0o755, 0o555, 0o700),
  });
  return fc
    .record({
      files: fc.dictionary(fc.constantFrom(...NAMES.slice(1, -1)), entry, { noNullPrototype: true }),
      scripts: directory,
      empty: directory,
    })
    .map(({ files, scripts, empty }) => ({
      "SKILL.md": "---\nname: tree\ndescription: d\n---\nbody\n",
      ...files,
      scripts,
      empty,
    }));
}
