import { expect, test } from "bun:test";
import { createCurator, intentsDir, readFacts } from "@metis-curate/core";
import { agentSkill, type CuratorFixture, curatorFixture } from "@metis-curate/testkit";

const bytes = (text: string) => new TextEncoder().encode(text);

async function visited(): Promise<CuratorFixture> {
  const fixture = curatorFixture({ skills: [agentSkill("one"), agentSkill("two")] });
  expect((await createCurator(fixture.deps).pin("one")).ok).toBe(true);
  return fixture;
}

/** The next act goes through whatever lies in the curator's own directory. */
async function expectActs(fixture: CuratorFixture): Promise<void> {
  const pinned = await createCurator(fixture.deps).pin("two");
  expect(pinned.ok ? "" : pinned.refusal.message).toBe("");
}

function namesAside({ fs, deps }: CuratorFixture): readonly string[] {
  return fs.readdir(`${deps.root.privateDir}/aside`).map(({ name }) => name);
}

test("a directory named like a record of an action is set aside", async () => {
  const fixture = await visited();
  fixture.fs.mkdir(`${intentsDir(fixture.deps.root)}/01X.json`);
  await expectActs(fixture);
  expect(namesAside(fixture)).toEqual(["01X.json"]);
});

test("a link that leads nowhere, named like a record, is set aside", async () => {
  const fixture = await visited();
  fixture.fs.symlink("/nowhere", `${intentsDir(fixture.deps.root)}/01X.json`);
  await expectActs(fixture);
  expect(namesAside(fixture)).toEqual(["01X.json"]);
});

test("a second record of one name set aside does not replace the first", async () => {
  const fixture = await visited();
  const { fs, deps } = fixture;
  fs.writeNewFile(`${intentsDir(deps.root)}/x.json`, bytes("first"));
  await createCurator(deps).pause();
  fs.writeNewFile(`${intentsDir(deps.root)}/x.json`, bytes("second"));
  await expectActs(fixture);
  expect(namesAside(fixture)).toEqual(["x-2.json", "x.json"]);
  expect(fs.readFile(`${deps.root.privateDir}/aside/x.json`)).toEqual(bytes("first"));
});

test("directories named like temporary files stay and stop nothing", async () => {
  const fixture = await visited();
  const { fs, deps } = fixture;
  const strange = [`${intentsDir(deps.root)}/.x`, `${deps.root.privateDir}/foo.tmp`];
  for (const path of strange) fs.mkdir(path);
  await expectActs(fixture);
  expect(strange.map((path) => fs.lstat(path).kind)).toEqual(["directory", "directory"]);
});

test("a record that goes while a reading command looks is no problem to it", async () => {
  const fixture = await visited();
  const { fs, deps } = fixture;
  const record = `${intentsDir(deps.root)}/gone.json`;
  fs.writeNewFile(record, bytes("{}"));
  const racing: typeof fs = Object.create(fs, {
    lstat: {
      value: (path: string) => {
        if (path === record) fs.unlink(record);
        return fs.lstat(path);
      },
    },
  });
  const status = await createCurator({ ...deps, fs: racing }).status();
  expect(status.ok && status.value.unfinished).toBe(0);
  expect(status.ok && status.value.notices.join()).not.toContain("cannot be told");
});

test("facts far larger than ours are not read", async () => {
  const { fs, deps } = await visited();
  const limits: (number | undefined)[] = [];
  const watched: typeof fs = Object.create(fs, {
    readFile: {
      value: (path: string, limit?: number) => {
        if (path.endsWith("facts.json")) limits.push(limit);
        return fs.readFile(path, limit);
      },
    },
  });
  expect(readFacts(watched, deps.root).kind).toBe("missing");
  expect(limits).toEqual([64 * 1024 * 1024]);
});
