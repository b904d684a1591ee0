import { expect, test } from "bun:test";
import { createCurator, createRootBackups } from "@metis-curate/core";
import { type CuratorFixture, isTorture } from "@metis-curate/testkit";
import fc from "fast-check";
import {
  backUp,
  backupDeps,
  done,
  existsAt,
  expectNothingLost,
  expectSidecarIsTheFold,
  fixtureOf,
  restoreFrom,
  treesOf,
  writeText,
} from "./backup-world.ts";

const SKILLS = ["old-thing", "deploy", "other", "by-hand"] as const;
const PATHS = ["old-thing", "ops", "other", "by-hand", "new-one"] as const;

type Change =
  | {
      readonly kind: "act";
      readonly act: "pin" | "unpin" | "archive" | "restore" | "adopt";
      readonly skill: string;
    }
  | { readonly kind: "run" | "pause" }
  | { readonly kind: "write"; readonly path: string; readonly name: string; readonly text: string }
  | { readonly kind: "drop" | "mode"; readonly path: string };

const skill = fc.constantFrom(...SKILLS);
const path = fc.constantFrom(...PATHS);
const change: fc.Arbitrary<Change> = fc.oneof(
  fc.record({
    kind: fc.constant("act" as const),
    act: fc.constantFrom(
      "pin" as const,
      "unpin" as const,
      "archive" as const,
      "restore" as const,
      "adopt" as const,
    ),
    skill,
  }),
  fc.record({ kind: fc.constantFrom("run" as const, "pause" as const) }),
  fc.record({
    kind: fc.constant("write" as const),
    path,
    name: fc.constantFrom("SKILL.md", "notes.md", "deep/a.md", "x.bin"),
    text: fc.constantFrom("", "text\n", "---\nname: other\ndescription: d\n---\nbody\n"),
  }),
  fc.record({ kind: fc.constantFrom("drop" as const, "mode" as const), path }),
);

/** Does one change; acts that make no sense now are refused, which is a change too. */
async function apply(fixture: CuratorFixture, one: Change): Promise<void> {
  const { fs, deps } = fixture;
  const curator = createCurator(deps);
  switch (one.kind) {
    case "act":
      if (one.act === "archive") await curator.archive(one.skill, { force: true });
      else await curator[one.act](one.skill);
      return;
    case "run":
      await curator.run({ trigger: "explicit_cli", yes: true });
      return;
    case "pause":
      await curator.pause();
      return;
    case "write": {
      const file = `${deps.root.skillsDir}/${one.path}/${one.name}`;
      for (const directory of [`${deps.root.skillsDir}/${one.path}`, file.replace(/\/[^/]+$/, "")]) {
        if (!existsAt(fs, directory)) fs.mkdir(directory);
      }
      writeText(fixture, file, one.text);
      return;
    }
    case "drop":
      dropAside(fixture, one.path);
      return;
    case "mode":
      if (existsAt(fs, `${deps.root.skillsDir}/${one.path}`))
        fs.chmod(`${deps.root.skillsDir}/${one.path}`, 0o700);
  }
}

/** An operator moves a directory out of the library. */
function dropAside({ fs, deps }: CuratorFixture, path: string): void {
  const from = `${deps.root.skillsDir}/${path}`;
  const to = `/home/ada/dropped-${path}`;
  if (existsAt(fs, from) && !existsAt(fs, to)) fs.rename(from, to);
}

test("whatever happens after a backup, its restore brings the library back and loses nothing; then back again", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(change, { maxLength: 3 }),
      fc.array(change, { minLength: 1, maxLength: 5 }),
      fc.boolean(),
      async (first, then, otherDisk) => {
        const fixture = fixtureOf(otherDisk ? { mounts: ["/home/ada/.metis"] } : {});
        for (const one of first) await apply(fixture, one);
        const wanted = treesOf(fixture);
        const { path: backup } = await backUp(fixture);
        for (const one of then) {
          fixture.clock.advanceDays(0.1);
          await apply(fixture, one);
        }
        const between = treesOf(fixture);
        const report = await restoreFrom(fixture, backup);
        expect(treesOf(fixture)).toEqual(wanted);
        expectNothingLost(fixture, between);
        if (report.curator_run_id !== null) expectSidecarIsTheFold(fixture);
        const again = done(await createRootBackups(backupDeps(fixture)).restore(backup));
        expect(again.curator_run_id).toBeNull();
        if (report.safety_backup === null) return;
        await restoreFrom(fixture, report.safety_backup);
        expect(treesOf(fixture)).toEqual(between);
        expectSidecarIsTheFold(fixture);
        done(await createCurator(fixture.deps).list());
      },
    ),
    { numRuns: isTorture() ? 1_000 : 25 },
  );
});
