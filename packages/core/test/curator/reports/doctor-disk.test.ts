import { expect, test } from "bun:test";
import { join } from "node:path";
import { agentSkill, type CuratorFixture, curatorFixture } from "@metis-curate/testkit";
import { answerOf, curatorOf } from "./report-case.ts";

async function checkOf(fixture: CuratorFixture, name: string) {
  const { checks } = await answerOf(curatorOf(fixture).doctor());
  return checks.find((check) => check.name === name);
}

async function pinned(): Promise<CuratorFixture> {
  const fixture = curatorFixture({ skills: [agentSkill("tool", { createdDaysAgo: 5 })] });
  await answerOf(curatorOf(fixture).pin("tool"));
  return fixture;
}

test("CASES 43: a read-only skills directory is named with its fix, and list and plan still answer", async () => {
  const fixture = await pinned();
  fixture.fs.chmod(fixture.deps.root.skillsDir, 0o555);
  expect(await checkOf(fixture, "permissions")).toMatchObject({
    ok: false,
    fix: `chmod u+w ${fixture.deps.root.skillsDir}`,
  });
  expect((await answerOf(curatorOf(fixture).list())).skills).toHaveLength(1);
  expect((await curatorOf(fixture).plan()).ok).toBe(true);
});

test("a run in progress is told, is no fault, and the lock is given back", async () => {
  const fixture = await pinned();
  const path = join(fixture.deps.root.privateDir, "lock.db");
  const handle = await fixture.deps.lock.acquire(path, 0);
  expect(await checkOf(fixture, "lock")).toMatchObject({
    ok: true,
    message: expect.stringContaining("held"),
  });
  handle?.release();
  expect(await checkOf(fixture, "lock")).toMatchObject({ ok: true, message: "free" });
  expect(await fixture.deps.lock.acquire(path, 0)).not.toBeNull();
});

test("a lock that fails in its own way is a failed check, no crash", async () => {
  const fixture = await pinned();
  const lock = { acquire: () => Promise.reject(new Error("disk I/O error")) };
  const broken = { ...fixture, deps: { ...fixture.deps, lock } };
  expect(await checkOf(broken, "lock")).toMatchObject({ ok: false });
});

test("a state.json that was removed is missed when the trace knows what it said", async () => {
  const fixture = await pinned();
  fixture.fs.unlink(fixture.deps.root.sidecarPath);
  expect(await checkOf(fixture, "state")).toMatchObject({
    ok: false,
    fix: "metis-curate . doctor --reset-state",
  });
});

test("a state.json that forbids more than the trace is a difference, no fault", async () => {
  const state = { schema_version: "1", skills: { tool: { pinned: true } } };
  const fixture = curatorFixture({
    skills: [agentSkill("tool", { createdDaysAgo: 5 })],
    files: { ".metis/curator/state.json": JSON.stringify(state) },
  });
  expect(await checkOf(fixture, "state")).toMatchObject({
    ok: true,
    message: expect.stringContaining("differs from the trace"),
  });
});

test("leftovers and actions set aside are found even where the library cannot be read", async () => {
  const fixture = await pinned();
  const { fs, deps } = fixture;
  fs.mkdir(`${deps.root.skillsDir}/.metis-tmp-x`);
  fs.mkdir(`${deps.root.privateDir}/aside`);
  fs.writeNewFile(`${deps.root.privateDir}/aside/1.json`, new Uint8Array());
  fs.unlink(deps.root.sidecarPath);
  fs.writeNewFile(deps.root.sidecarPath, new TextEncoder().encode('{"schema_version":"2"}'));
  const { checks } = await answerOf(curatorOf(fixture).doctor());
  const failed = checks.filter(({ ok }) => !ok).map(({ name }) => name);
  expect(failed).toEqual(["state", "library", "set aside", "leftovers"]);
});

test("doctor changes no byte", async () => {
  const fixture = await pinned();
  const before = fixture.fs.dump();
  const events = fixture.trace.events.length;
  await checkOf(fixture, "lock");
  expect(fixture.fs.dump()).toEqual(before);
  expect(fixture.trace.events).toHaveLength(events);
});
