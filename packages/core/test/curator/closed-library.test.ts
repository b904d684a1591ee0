import { expect, test } from "bun:test";
import { createCurator, FileSystemError } from "@metis-curate/core";
import { agentSkill, type CuratorFixture, curatorFixture } from "@metis-curate/testkit";

/** The library once its owner took the right to list it. */
function closed({ fs, deps }: CuratorFixture) {
  const readdir = (path: string) => {
    if (path === deps.root.skillsDir) throw new FileSystemError("permission-denied", "readdir", path);
    return fs.readdir(path);
  };
  return createCurator({ ...deps, fs: Object.create(fs, { readdir: { value: readdir } }) });
}

test("a skills directory that cannot be listed is no empty library: nothing is run, and no run is counted", async () => {
  const fixture = curatorFixture({ skills: [agentSkill("one")] });
  const before = fixture.fs.dump(fixture.deps.root.base);
  const run = await closed(fixture).run({ trigger: "explicit_cli", yes: true });
  expect(run.ok ? null : run.refusal).toMatchObject({ kind: "unreadable", exitCode: 3 });
  expect(run.ok ? "" : run.refusal.message).toContain("give yourself read access");
  const list = await closed(fixture).list();
  expect(list.ok ? null : list.refusal.kind).toBe("unreadable");
  expect(await closed(fixture).maybeRun("s1")).toBeNull();
  expect(fixture.fs.dump(fixture.deps.root.base)).toEqual(before);
  expect(fixture.trace.events.filter(({ type }) => type.startsWith("curator."))).toEqual([]);
});
