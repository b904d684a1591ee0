import { expect, test } from "bun:test";
import { join } from "node:path";
import fc from "fast-check";
import { fakeSource, fetchedSkill, SKILL_TEXT, scoutFixture } from "./support/scout-fixture.ts";

const URL = "https://github.com/acme/pdf-tools";
const part = fc.oneof(
  fc.constantFrom("..", ".", "", "SKILL.md", "a", "A", "/", "\0", "\\", ".git", "é", "e\u0301"),
  fc.string({ unit: "binary", maxLength: 6 }),
);
const path = fc.array(part, { minLength: 1, maxLength: 4 }).map((parts) => parts.join("/"));

test("whatever a source fetched, nothing is written outside of the skill's directory", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.dictionary(path, fc.uint8Array({ maxLength: 8 }), { maxKeys: 4 }),
      fc.oneof(fc.constant(SKILL_TEXT), fc.string({ unit: "binary", maxLength: 80 })),
      async (files, text) => {
        const source = fakeSource({ fetched: fetchedSkill(text, files) });
        const written: string[] = [];
        const fixture = scoutFixture([source], {
          wrapFileSystem: (inner) => ({
            ...inner,
            readFile: inner.readFile.bind(inner),
            readdir: inner.readdir.bind(inner),
            lstat: inner.lstat.bind(inner),
            stat: inner.stat.bind(inner),
            realpath: inner.realpath.bind(inner),
            readlink: inner.readlink.bind(inner),
            mkdir: inner.mkdir.bind(inner),
            symlink: inner.symlink.bind(inner),
            rename: inner.rename.bind(inner),
            unlink: inner.unlink.bind(inner),
            rmdir: inner.rmdir.bind(inner),
            chmod: inner.chmod.bind(inner),
            fsyncDirectory: inner.fsyncDirectory.bind(inner),
            writeNewFile: (target, bytes, mode) => {
              written.push(target);
              inner.writeNewFile(target, bytes, mode);
            },
          }),
        });
        const { skillsDir, privateDir, sidecarPath } = fixture.deps.root;
        const outcome = await fixture.scout.adopt({ target: URL, force: true });
        const own = [join(skillsDir, ".metis-tmp-save-"), `${privateDir}/`];
        for (const target of written) {
          const isOwn = own.some((prefix) => target.startsWith(prefix)) || target.startsWith(sidecarPath);
          expect(isOwn || target.includes("/.metis/curator/")).toBe(true);
        }
        const names = fixture.fs.readdir(skillsDir).map(({ name }) => name);
        expect(names).toEqual(outcome.ok ? [outcome.value.skill] : []);
      },
    ),
    { numRuns: 60 },
  );
});
