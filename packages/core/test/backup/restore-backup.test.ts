import { expect, test } from "bun:test";
import { createCurator } from "@metis-curate/core";
import { traceEvent } from "@metis-curate/testkit";
import {
  backUp,
  done,
  existsAt,
  expectNothingLost,
  expectSidecarIsTheFold,
  fixtureOf,
  readText,
  restoreFrom,
  stateText,
  treesOf,
  writeText,
} from "./backup-world.ts";

test("a library comes back byte for byte after a run, an edit, a new skill and a removal", async () => {
  const fixture = fixtureOf();
  const { fs, deps } = fixture;
  const curator = createCurator(deps);
  done(await curator.pin("by-hand"));
  done(await curator.archive("other"));
  const before = treesOf(fixture);
  const state = stateText(fixture);
  const backup = await backUp(fixture);
  done(await curator.run({ trigger: "explicit_cli", yes: true }));
  done(await curator.unpin("by-hand"));
  done(await curator.restore("other"));
  writeText(fixture, `${deps.root.skillsDir}/ops/deploy/SKILL.md`, "broken");
  fs.mkdir(`${deps.root.skillsDir}/new-one`);
  writeText(fixture, `${deps.root.skillsDir}/new-one/SKILL.md`, "---\nname: new-one\n---\nmine\n");
  const now = treesOf(fixture);
  fixture.clock.advanceDays(1);
  const report = await restoreFrom(fixture, backup.path);
  expect(treesOf(fixture)).toEqual(before);
  expectNothingLost(fixture, now);
  expectSidecarIsTheFold(fixture);
  expect(JSON.parse(stateText(fixture) ?? "").skills).toEqual(JSON.parse(state ?? "").skills);
  expect(report.displaced).toContain("skills/new-one");
  expect(readText(fixture, `${report.displaced_to}/skills/new-one/SKILL.md`)).toContain("mine");
  const again = await restoreFrom(fixture, backup.path);
  expect(again).toMatchObject({ curator_run_id: null, restored: [], safety_backup: null });
});

test("the safety backup brings back what the restore replaced", async () => {
  const fixture = fixtureOf();
  const backup = await backUp(fixture);
  done(await createCurator(fixture.deps).archive("other"));
  const between = treesOf(fixture);
  const { safety_backup: safety } = await restoreFrom(fixture, backup.path);
  const status = done(await createCurator(fixture.deps).status());
  expect(status.backups_bytes).toBeGreaterThan(0);
  expect(status.displaced_bytes).toBeGreaterThan(0);
  const { checks } = done(await createCurator(fixture.deps).doctor());
  expect(checks.find(({ name }) => name === "disk use")?.message).toContain(
    `backups ${status.backups_bytes}, displaced by restores ${status.displaced_bytes}`,
  );
  await restoreFrom(fixture, safety ?? "");
  expect(treesOf(fixture)).toEqual(between);
  expectSidecarIsTheFold(fixture);
  expect(existsAt(fixture.fs, backup.path)).toBe(true);
});

test("a restored skill is not archived again at once, and the interval goes on", async () => {
  const fixture = fixtureOf();
  const curator = createCurator(fixture.deps);
  const backup = await backUp(fixture);
  const run = done(await curator.run({ trigger: "explicit_cli", yes: true }));
  expect(run.actions.map(({ skill_id }) => skill_id)).toEqual(["old-thing"]);
  await restoreFrom(fixture, backup.path);
  const list = done(await curator.list());
  expect(list.last_curation_at).not.toBeNull();
  expect(list.skills.find(({ name }) => name === "old-thing")).toMatchObject({
    state: "active",
    idle_days: 0,
    touchable: true,
    archive_path: null,
  });
  const again = done(await curator.run({ trigger: "explicit_cli", yes: true }));
  expect(again.actions).toEqual([]);
  const undone = done(await curator.undo(run.curator_run_id));
  expect(undone.left).toMatchObject([{ skill: "old-thing", action: "archive" }]);
});

test("another root's events stay, and this root's lost ones come back once", async () => {
  const fixture = fixtureOf();
  const curator = createCurator(fixture.deps);
  done(await curator.pin("by-hand"));
  const backup = await backUp(fixture);
  const kept = fixture.trace.events;
  const other = traceEvent({ type: "skill.loaded", payload: { root: "metis:other", skill_id: "x" } }, 9000);
  const rebuilt = fixtureOf({ skills: [] });
  await rebuilt.trace.append([other], "full");
  for (const [path, entry] of Object.entries(fixture.fs.dump("/"))) {
    if (existsAt(rebuilt.fs, `/${path}`)) continue;
    if (entry.kind === "directory") rebuilt.fs.mkdir(`/${path}`);
    else rebuilt.fs.writeNewFile(`/${path}`, Buffer.from(entry.content, "latin1"), entry.mode);
  }
  const report = await restoreFrom(rebuilt, backup.path);
  expect(report.trace).toMatchObject({ mode: "merged", events_added: kept.length });
  expect(rebuilt.trace.events[0]).toEqual(other);
  expect(rebuilt.trace.events.slice(1, 1 + kept.length)).toEqual([...kept]);
  expectSidecarIsTheFold(rebuilt);
  expect(
    done(await createCurator(rebuilt.deps).list()).skills.find(({ name }) => name === "by-hand"),
  ).toMatchObject({
    pinned: true,
  });
});

test("the undo of a restore undoes no part of it and names the way back", async () => {
  const fixture = fixtureOf();
  const curator = createCurator(fixture.deps);
  const { path } = await backUp(fixture);
  done(await curator.pin("by-hand"));
  done(await curator.archive("other"));
  const report = await restoreFrom(fixture, path);
  const trees = treesOf(fixture);
  const { undone, left } = done(await curator.undo(report.curator_run_id ?? ""));
  expect(undone).toEqual([]);
  expect(left.map(({ skill, action }) => [skill, action])).toEqual([
    ["by-hand", "unpin"],
    ["other", "restore"],
  ]);
  expect(left[0]?.message).toContain("restore the one that was taken before it");
  expect(treesOf(fixture)).toEqual(trees);
  expectSidecarIsTheFold(fixture);
});
