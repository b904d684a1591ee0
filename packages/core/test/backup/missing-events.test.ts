import { expect, test } from "bun:test";
import { createCurator, type EventEnvelope } from "@metis-curate/core";
import { type CuratorFixture, traceEvent } from "@metis-curate/testkit";
import { backUp, done, expectSidecarIsTheFold, fixtureOf, readText, restoreFrom } from "./backup-world.ts";

const BASE = "/home/ada/project";
const US_PER_DAY = 86_400_000_000;

interface Sample {
  readonly type: string;
  readonly sessionId?: string;
  readonly payload?: Readonly<Record<string, unknown>>;
  readonly daysAgo?: number;
}

let serial = 5000;
function eventOf(fixture: CuratorFixture, { type, sessionId, payload, daysAgo = 1 }: Sample): EventEnvelope {
  serial += 1;
  const atUs = Math.round(fixture.clock.nowUs() - daysAgo * US_PER_DAY);
  return traceEvent(
    { type, atUs, payload: payload ?? {}, ...(sessionId === undefined ? {} : { sessionId }) },
    serial,
  );
}

/** The same disk with a trace that holds only what is given. */
async function withTrace(fixture: CuratorFixture, kept: readonly EventEnvelope[]): Promise<CuratorFixture> {
  const fresh = fixtureOf({ skills: [] });
  await fresh.trace.append(kept, "full");
  return { ...fixture, trace: fresh.trace, deps: { ...fixture.deps, trace: fresh.trace } };
}

async function back(
  fixture: CuratorFixture,
  kept: readonly EventEnvelope[],
): Promise<readonly EventEnvelope[]> {
  const { path } = await backUp(fixture);
  const lost = await withTrace(fixture, kept);
  await restoreFrom(lost, path);
  expectSidecarIsTheFold(lost);
  return lost.trace.events.slice(kept.length).filter(({ type }) => type !== "curator.restored");
}

test("events of sessions of this workspace come back, those of others and of other roots do not", async () => {
  const fixture = fixtureOf();
  const root = fixture.deps.root.key;
  const session = (id: string, path: string) =>
    eventOf(fixture, { type: "session.created", sessionId: id, payload: { workspace_path: path } });
  const load = (id: string) =>
    eventOf(fixture, {
      type: "skill.loaded",
      sessionId: id,
      payload: { skill_id: "deploy", source: "workspace" },
    });
  const ours = [
    session("here", BASE),
    load("here"),
    eventOf(fixture, { type: "tool.called", sessionId: "here", payload: { tool_use_id: "t" } }),
    eventOf(fixture, { type: "tool.failed", sessionId: "here", payload: { tool_use_id: "t" } }),
    load("nobody-knows-where"),
    eventOf(fixture, { type: "skill.matched", payload: { root, task: "x" } }),
  ];
  const theirs = [
    session("there", "/home/ada/elsewhere"),
    load("there"),
    eventOf(fixture, { type: "llm.call_completed", sessionId: "here", payload: { model: "m" } }),
    eventOf(fixture, { type: "skill.curated", payload: { root: "metis:other", skill_id: "x" } }),
  ];
  await fixture.trace.append([...ours, ...theirs], "full");
  const ids = (await back(fixture, [])).map(({ id }) => id);
  for (const event of ours) expect(ids, event.type).toContain(event.id);
  for (const event of theirs) expect(ids, event.type).not.toContain(event.id);
});

test("what Metis swept from the trace on purpose stays away", async () => {
  const fixture = fixtureOf();
  const swept = eventOf(fixture, { type: "trace.swept", daysAgo: 0 });
  const kept = fixture.trace.events.filter(
    ({ timestampUs }) => timestampUs > swept.timestampUs - 10 * US_PER_DAY,
  );
  expect(await back(fixture, [...kept, swept])).toEqual([]);
});

test("an adoption of before does not lift a disowning of since", async () => {
  const fixture = fixtureOf();
  done(await createCurator(fixture.deps).adopt("by-hand"));
  const { path } = await backUp(fixture);
  const lost = await withTrace(
    fixture,
    fixture.trace.events.filter(({ type }) => type !== "skill.adopted"),
  );
  const curator = createCurator(lost.deps);
  done(await curator.disown("by-hand"));
  await restoreFrom(lost, path);
  const skill = done(await curator.list()).skills.find(({ name }) => name === "by-hand");
  expect(skill).toMatchObject({ touchable: false, reason: "manual" });
});

test("pins end as the backup says, whatever order their events come back in", async () => {
  const fixture = fixtureOf();
  const curator = createCurator(fixture.deps);
  done(await curator.pin("deploy"));
  const pin = fixture.trace.events.findLast(({ payload }) => payload["action"] === "pin");
  done(await curator.unpin("deploy"));
  done(await curator.pin("other"));
  const { path } = await backUp(fixture);
  const lost = await withTrace(
    fixture,
    fixture.trace.events.filter(({ id }) => id !== pin?.id),
  );
  const after = createCurator(lost.deps);
  done(await after.unpin("other"));
  await restoreFrom(lost, path);
  const skills = done(await after.list()).skills;
  const pinned = skills.filter((one) => one.pinned).map(({ name }) => name);
  expect(pinned).toEqual(["other"]);
  expectSidecarIsTheFold(lost);
});

test("a pause of since outlives the restore, and one of the backup comes back", async () => {
  const fixture = fixtureOf();
  const curator = createCurator(fixture.deps);
  const running = await backUp(fixture);
  done(await curator.pause());
  const paused = await backUp(fixture);
  done(await curator.archive("other"));
  await restoreFrom(fixture, running.path);
  expect(done(await curator.status()).paused).toBe(true);
  done(await curator.resume());
  await restoreFrom(fixture, paused.path);
  expect(done(await curator.status()).paused).toBe(true);
  done(await curator.resume());
  expect(done(await curator.status()).paused).toBe(false);
});

test("facts stand in where they were lost, and are never lowered", async () => {
  const fixture = fixtureOf();
  const { deps, fs } = fixture;
  const curator = createCurator(deps);
  done(await curator.run({ trigger: "explicit_cli", yes: true }));
  const facts = `${deps.root.privateDir}/facts.json`;
  const { path } = await backUp(fixture);
  const then = readText(fixture, facts);
  fixture.clock.advanceDays(1);
  done(await curator.archive("other"));
  done(await curator.run({ trigger: "explicit_cli", yes: true }));
  const now = readText(fixture, facts);
  expect(now).not.toBe(then);
  await restoreFrom(fixture, path);
  expect(readText(fixture, facts)).toBe(now);
  fs.unlink(facts);
  done(await curator.archive("other"));
  await restoreFrom(fixture, path);
  expect(readText(fixture, facts)).toBe(then);
});

test("a restored text is the agent's again if it was once, and a person's stays a person's", async () => {
  const fixture = fixtureOf();
  const { deps, fs } = fixture;
  const curator = createCurator(deps);
  const file = `${deps.root.skillsDir}/other/SKILL.md`;
  const ours = await backUp(fixture);
  const edited = `${new TextDecoder().decode(fs.readFile(file))}\nMine.\n`;
  fs.unlink(file);
  fs.writeNewFile(file, new TextEncoder().encode(edited));
  const theirs = await backUp(fixture);
  const reason = async () => done(await curator.list()).skills.find(({ name }) => name === "other")?.reason;
  expect(await reason()).toBe("hand-edited");
  await restoreFrom(fixture, ours.path);
  expect(await reason()).toBe("active");
  await restoreFrom(fixture, theirs.path);
  expect(await reason()).toBe("hand-edited");
});
